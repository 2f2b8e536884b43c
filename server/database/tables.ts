// The row types of the database. Times ending in `_at` are milliseconds since 1970; columns ending in `_json` hold JSON
// text. Only the stores read and write these.

import type { Generated, Selectable } from 'kysely';
import type { MailFailure } from '#contract/machine.ts';
import type { CameraView, GolferHand } from '#domain/body/filmed.ts';

/** One visitor's browser. Only the hash of its cookie is stored. */
interface SessionTable {
  token_hash: string;
  visitor_id: string;
  created_at: number;
  last_seen_at: number;
}

/** One upload of one visitor: being received (`handle` is null), or complete and probed. */
interface UploadTable {
  visitor_id: string;
  file_id: string;
  /** The folder of its chunks. */
  folder: string;
  file_name: string;
  total_chunks: number;
  handle: string | null;
  /** The file in the store's bucket `uploads`. */
  media_name: string | null;
  media_sha256: string | null;
  video_json: string | null;
  /** The size of each chunk in bytes, in order. */
  chunk_sizes_json: string | null;
  last_active_at: number;
}

interface JobTable {
  id: string;
  visitor_id: string;
  kind: string;
  /** Jobs with the same key are the same work with the same result. */
  key: string;
  input_json: string;
  state: 'queued' | 'running' | 'done' | 'failed' | 'canceled';
  error_code: string | null;
  created_at: number;
  ended_at: number | null;
  /** The key of a waiting or running job in the shared queue, so that identical work is not done twice; else null. */
  live_key: string | null;
  /** The hash of the network that requested it; null where the queue is in the process. */
  network: string | null;
  /** Its id in pg-boss; null where the queue is in the process. */
  queue_id: string | null;
  /** The place in the fair order at the time of the request; smaller goes first. */
  turn: Generated<number>;
  percent: Generated<number>;
  /** How many workers have begun it. An end counts only for the attempt that is stored here. */
  attempt: Generated<number>;
  /** 1 after a request to cancel it. */
  stop_asked: Generated<number>;
  /** The output of jobs that make no result. */
  output_json: string | null;
}

/** One chunk of an upload in an object store. Where chunks are in folders, the folder is the record. */
interface ChunkTable {
  /** The upload's `folder`. */
  folder: string;
  chunk_index: number;
  /** A unique name, so that two processes cannot overwrite each other's bytes. */
  object_name: string;
  bytes: number;
  sha256: string;
  created_at: number;
}

/** The administrator's password, for processes without a common folder: one row. */
interface AdminPasswordTable {
  id: number;
  hash: string;
  origin: 'setting' | 'made' | 'code';
}

/** The probe's facts about a file of the shipped content, for processes that run no ffmpeg. */
interface ProbedContentTable {
  file: string;
  sha256: string;
  video_json: string;
}

interface ResultTable {
  handle: string;
  visitor_id: string;
  /** The file in the store's bucket `results`. */
  media_name: string;
  /** Null for a file of an older version. */
  media_sha256: string | null;
  /** The size of the file; null for one of an older version. */
  bytes: number | null;
  created_at: number;
}

/** The encrypted file of a link. The server never has its key. */
interface ShareTable {
  id: string;
  visitor_id: string;
  /** The file in the store's bucket `shares`. */
  media_name: string;
  media_sha256: string;
  bytes: number;
  /** The hash of the sender's secret. */
  secret_hash: string;
  openings: Generated<number>;
  /** The bytes that were sent out in all openings. */
  sent_bytes: Generated<number>;
  created_at: number;
  expires_at: number;
}

export interface GolferTable {
  id: Generated<number>;
  /** The name of a golfer that ships with the product; null for one that an administrator added. */
  slug: string | null;
  /** The hash of a shipped golfer's entry and files; null for an administrator's. */
  fingerprint: string | null;
  name: string;
  major_championships: number;
  club: string | null;
  height: string | null;
  level: string | null;
  tag: string | null;
  rest_time: number;
  top_time: number;
  strike_time: number;
  /** How many times slower than real time the video plays. */
  slow_motion_factor: Generated<number>;
  /** The file in the store's bucket `golfers`. */
  media_name: string;
  media_sha256: string | null;
  /** The key of the video as it was received, before it was published; null in rows of versions that stored none. */
  content_key: string | null;
  /** The file in the store's bucket `thumbnails`; null when there is no picture. */
  thumbnail_name: string | null;
  thumbnail_sha256: string | null;
  /** The file in the store's bucket `loops`; null where no loop was made. */
  loop_name: string | null;
  loop_sha256: string | null;
  /** The camera view and the playing hand; null when unknown. */
  view: CameraView | null;
  hand: GolferHand | null;
  /** The file in the store's bucket `bodies`; null until the body has been detected. */
  body_name: string | null;
  body_sha256: string | null;
  video_json: string;
  /** 1 when the stored video holds nothing but its pictures; 0 for one that an earlier version stored as received. */
  is_published: Generated<number>;
  created_at: number;
}

/** A shipped golfer that an administrator has removed: it is not seeded again. */
interface RemovedSeedTable {
  slug: string;
}

/** The id of this site's data: one row. */
export interface InstanceTable {
  id: string;
  /** The key of keyed hashes. */
  secret: string;
  used_at: number;
  /** What the keys of its objects begin with, such as `restored-…/`; null where they begin with nothing. */
  object_prefix: string | null;
}

/** How many deleted jobs had failed through the server's own fault. */
interface FailureTable {
  /** When the day of UTC began. */
  day: number;
  code: string;
  failed: number;
}

export interface Tables extends AccountTables {
  sessions: SessionTable;
  uploads: UploadTable;
  jobs: JobTable;
  results: ResultTable;
  shares: ShareTable;
  golfers: GolferTable;
  removed_seeds: RemovedSeedTable;
  chunks: ChunkTable;
  admin_passwords: AdminPasswordTable;
  probed_content: ProbedContentTable;
  failures: FailureTable;
  instance: InstanceTable;
}

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;

/** How many attempts of one kind a caller has made. */
export interface AttemptTable {
  kind: string;
  /** A hashed address, or `*` for all callers together. */
  caller: string;
  in_a_row: number;
  in_window: number;
  window_began_at: number;
  /** Nothing is admitted before this time. */
  blocked_until: number;
}

/** A logged-in administrator or user. Only the hash of the cookie is stored. */
export interface SignInTable {
  token_hash: string;
  role: 'admin' | 'user' | 'deletion';
  /** Null for the administrator. */
  user_id: string | null;
  created_at: number;
  last_seen_at: number;
}

/** One account. Added only once its address is confirmed. */
export interface UserTable {
  id: string;
  email: string;
  /** The normalized address, for comparison. */
  email_key: string;
  username: string;
  username_key: string;
  /** Null for the account of a provider. */
  password_hash: string | null;
  google_subject: string | null;
  /** The issuer and the subject at the site's own provider, with a space between. */
  provider_subject: string | null;
  created_at: number;
}

/** A sign-up whose address is to be confirmed. */
export interface SignUpTable {
  id: string;
  /** The hash of the token in the mailed link. */
  token_hash: string;
  /** The browser in which the form was filled in. */
  visitor_id: string;
  email: string;
  email_key: string;
  username: string;
  username_key: string;
  password_hash: string;
  created_at: number;
  /** When the link was opened; null while pending. */
  confirmed_at: number | null;
}

export interface MailTable {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  tries: number;
  next_try_at: number;
  created_at: number;
  /** Why the last try failed; null before the first. */
  failure: MailFailure | null;
}

/** One visit to Google or to the site's own provider that has not returned yet. */
export interface ProviderVisitTable {
  state_hash: string;
  nonce: string;
  code_verifier: string;
  created_at: number;
}

interface AccountTables {
  attempts: AttemptTable;
  sign_ins: SignInTable;
  users: UserTable;
  sign_ups: SignUpTable;
  mails: MailTable;
  google_visits: ProviderVisitTable;
}
