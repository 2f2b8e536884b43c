// The database of kept comparisons and lessons. All stores are in one database, so that a comparison or a lesson, its
// clips and its other media are stored and deleted in one transaction.
import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPObjectStore,
  type IDBPTransaction,
  openDB,
  type StoreNames,
} from 'idb';
import type { GolferDetail } from '#contract/golfers.ts';
import type { StoredBodyTrack } from '#domain/body/stored-body-track.ts';
import { inTime } from '#web/lib/with-resolvers.ts';
import {
  areSameSwings,
  clipsOf,
  detailsOf,
  type KeptComparison,
  type KeptDetails,
  type KeptLesson,
  type LessonPart,
} from './kept-comparison.ts';
import { keepFocus } from './kept-focus.ts';
import { countForgetting, forgetAllUnsaved } from './unsaved.ts';

interface KeptSchema extends DBSchema {
  /** Key: `id`. */
  comparisons: { key: string; value: KeptComparison };
  /** Key: the comparison's id. */
  thumbnails: { key: string; value: Blob };
  /** Key: the content key. */
  clips: { key: string; value: Blob };
  /** The joints that were tracked in a clip. Key: the content key. */
  bodies: { key: string; value: StoredBodyTrack };
  /** Key: `id`. */
  lessons: { key: string; value: KeptLesson };
  /** The audio of finished lessons. Key: the lesson's id. */
  lessonAudio: { key: string; value: Blob };
  /** The parts of unfinished recordings. Key: the lesson's id and the number of the part. */
  lessonParts: { key: [lesson: string, part: number]; value: LessonPart };
  /** The library's golfers in comparisons and lessons. Key: the golfer's id. */
  golfers: { key: number; value: GolferCopy };
}

/** A golfer of the library as they were when a comparison with them was kept. */
export interface GolferCopy {
  readonly detail: GolferDetail;
  readonly video: Blob;
  /** Null where the library has none. */
  readonly body: Blob | null;
}

type Database = IDBPDatabase<KeptSchema>;

const NAME = 'swingmark-my-swings';

export interface ComparisonWithMedia {
  readonly comparison: KeptComparison;
  /** Null when the thumbnail could not be made. */
  readonly thumbnail: Blob | null;
  /** The bytes of its clips, by content key. */
  readonly clips: ReadonlyMap<string, Blob>;
  /** What was tracked in them, by content key; absent or incomplete where it is unknown. */
  readonly bodies?: ReadonlyMap<string, StoredBodyTrack>;
}

/** What each version added. A released step is never changed. */
const VERSIONS: readonly ((database: Pick<Database, 'createObjectStore'>) => void)[] = [
  (database) => {
    database.createObjectStore('comparisons', { keyPath: 'id' });
    database.createObjectStore('thumbnails');
    database.createObjectStore('clips');
  },
  (database) => {
    database.createObjectStore('lessons', { keyPath: 'id' });
    database.createObjectStore('lessonAudio');
    database.createObjectStore('lessonParts');
  },
  (database) => {
    database.createObjectStore('bodies');
  },
  (database) => {
    database.createObjectStore('golfers');
  },
];

/** Adds what later versions have. `oldVersion`: 0 for a new database. */
export function upgradeKept(database: Pick<Database, 'createObjectStore'>, oldVersion: number): void {
  for (const step of VERSIONS.slice(oldVersion)) step(database);
}

let opened: Promise<Database> | null = null;

/** Opening takes well under a second on an idle device. Safari's storage sometimes never answers, nor does one that an older tab holds. */
const OPEN_MS = 8000;

/** The open database. Rejects when the browser stores nothing, or another tab has another version. */
export async function keptDatabase(): Promise<Database> {
  opened ??= openKept();
  const database = await opened;
  try {
    // Throws where the browser has closed the connection without a word.
    database.transaction('comparisons');
    return database;
  } catch {
    opened = openKept();
    return opened;
  }
}

async function openKept(): Promise<Database> {
  let isHeld = false;
  const opening = openDB<KeptSchema>(NAME, VERSIONS.length, {
    upgrade: upgradeKept,
    blocked: () => {
      isHeld = true;
    },
    // A newer page in another tab needs the database, or the browser closed it. The next call opens it again.
    blocking: (_, __, event) => {
      (event.target as IDBDatabase).close();
      opened = null;
    },
    terminated: () => {
      opened = null;
    },
  });
  try {
    return await inTime(opening, OPEN_MS);
  } catch (error) {
    opened = null;
    opening.then(
      (late) => late.close(),
      () => undefined,
    );
    throw isHeld ? new DOMException('Another tab holds the database', 'VersionError') : error;
  }
}

/** All comparisons, newest first, without media. Rejects when the browser stores nothing. */
export async function keptComparisons(): Promise<readonly KeptComparison[]> {
  const all = await (await keptDatabase()).getAll('comparisons');
  return all.toSorted((a, b) => b.keptAtMs - a.keptAtMs);
}

/** A stored value; null where there is none. Rejects when the browser stores nothing. */
export async function stored<Name extends Exclude<StoreNames<KeptSchema>, 'lessonParts' | 'golfers'>>(
  name: Name,
  key: string,
) {
  return (await (await keptDatabase()).get(name, key)) ?? null;
}

export const thumbnailOf = (id: string) => stored('thumbnails', id);
export const keptClip = (contentKey: string) => stored('clips', contentKey);
/** The joints that were tracked in a clip. */
export const keptBody = (contentKey: string) => stored('bodies', contentKey);

/**
 * All comparisons with media, newest first. Those of which the browser has removed a clip are in `incomplete`. The bytes
 * of clips are read on use.
 */
export async function keptWithMedia() {
  const whole: ComparisonWithMedia[] = [];
  const incomplete: KeptComparison[] = [];
  const known = new Map<string, Blob>();
  for (const comparison of await keptComparisons()) {
    const clips = new Map<string, Blob>();
    for (const { contentKey } of clipsOf(comparison)) {
      const clip = known.get(contentKey) ?? (await keptClip(contentKey));
      if (!clip) continue;
      known.set(contentKey, clip);
      clips.set(contentKey, clip);
    }
    if (clipsOf(comparison).some(({ contentKey }) => !clips.has(contentKey))) incomplete.push(comparison);
    else whole.push({ comparison, thumbnail: await thumbnailOf(comparison.id), clips });
  }
  return { whole, incomplete };
}

/**
 * Stores a comparison. One of the same swings is replaced; its id and date stay. Returns what is stored. When the
 * storage is full, rejects with the browser's error and changes nothing.
 */
export async function keep({ comparison, thumbnail, clips, bodies }: ComparisonWithMedia): Promise<KeptComparison> {
  return inOneChange(async (stores) => {
    const same = (await stores.comparisons.getAll()).find((other) => areSameSwings(other, comparison));
    const kept = same ? { ...detailsOf(same), ...comparison, id: same.id, keptAtMs: same.keptAtMs } : comparison;
    await stores.comparisons.put(kept);
    if (thumbnail) await stores.thumbnails.put(thumbnail, kept.id);
    await putMedia(stores, { clips, bodies });
    return kept;
  });
}

/** Stores the clips that are not stored yet, and what was tracked in them. */
export async function putMedia(stores: Stores, { clips, bodies }: Pick<ComparisonWithMedia, 'clips' | 'bodies'>) {
  for (const [key, clip] of clips) {
    if ((await stores.clips.getKey(key)) === undefined) await stores.clips.put(clip, key);
  }
  for (const [key, body] of bodies ?? []) await stores.bodies.put(body, key);
}

/** Changes a kept comparison; does nothing if it is no longer stored. Rejects as {@link keep} does. */
export async function changeKept(id: string, change: Partial<Omit<KeptComparison, 'id'>>): Promise<void> {
  await inOneChange(async ({ comparisons }) => {
    const kept = await comparisons.get(id);
    if (kept) await comparisons.put({ ...kept, ...change });
  });
}

/** Stores the visitor's notes about a comparison. Rejects as {@link keep} does. */
export function describeKept(id: string, { title, club, note }: KeptDetails): Promise<void> {
  return changeKept(id, {
    ...(title !== undefined && { title }),
    ...(club !== undefined && { club }),
    ...(note !== undefined && { note }),
  });
}

/**
 * Stores many comparisons: all, or none. Skips those whose id or swings are already stored. Returns the number added.
 * Rejects as {@link keep} does, or with the signal's reason.
 */
export async function keepAll(added: readonly ComparisonWithMedia[], signal?: AbortSignal): Promise<number> {
  return inOneChange(async (stores) => {
    const known = await stores.comparisons.getAll();
    let count = 0;
    for (const { comparison, thumbnail, clips } of added) {
      signal?.throwIfAborted();
      if (known.some((other) => other.id === comparison.id || areSameSwings(other, comparison))) continue;
      await stores.comparisons.put(comparison);
      if (thumbnail) await stores.thumbnails.put(thumbnail, comparison.id);
      await putMedia(stores, { clips });
      known.push(comparison);
      count += 1;
    }
    return count;
  });
}

/** Deletes a comparison, its thumbnail, and clips and golfers that nothing else uses. */
export async function forget(id: string): Promise<void> {
  await inOneChange(async (stores) => {
    await stores.comparisons.delete(id);
    await stores.thumbnails.delete(id);
    await deleteUnused(stores);
  });
}

/** Deletes the clips and golfers that neither a comparison nor a lesson uses. */
export async function deleteUnused(stores: Stores): Promise<void> {
  const used = new Set((await everyComparison(stores)).flatMap(clipsOf).map(({ contentKey }) => contentKey));
  for (const store of [stores.clips, stores.bodies]) {
    for (const key of await store.getAllKeys()) if (!used.has(key)) await store.delete(key);
  }
  const shown = await golfersOf(stores);
  for (const id of await stores.golfers.getAllKeys()) if (!shown.has(id)) await stores.golfers.delete(id);
}

/** The ids of the library's golfers that comparisons and lessons show. */
export async function golfersOf(stores: Stores): Promise<ReadonlySet<number>> {
  return new Set((await everyComparison(stores)).flatMap(({ pro }) => ('golfer' in pro ? [pro.golfer.id] : [])));
}

async function everyComparison({ comparisons, lessons }: Stores): Promise<readonly KeptComparison[]> {
  return [...(await comparisons.getAll()), ...(await lessons.getAll()).map(({ comparison }) => comparison)];
}

/** Deletes everything. Never rejects: without storage there is nothing to delete. */
export async function forgetAll(): Promise<void> {
  countForgetting();
  forgetAllUnsaved();
  keepFocus(null);
  await inOneChange(async (stores) => {
    await Promise.all(STORES.map((name) => stores[name].clear()));
  }).catch(() => undefined);
}

const STORES = [
  'comparisons',
  'thumbnails',
  'clips',
  'bodies',
  'lessons',
  'lessonAudio',
  'lessonParts',
  'golfers',
] as const;

type Change = IDBPTransaction<KeptSchema, (typeof STORES)[number][], 'readwrite'>;

export type Stores = {
  readonly [Name in StoreNames<KeptSchema>]: IDBPObjectStore<
    KeptSchema,
    Change['objectStoreNames'][number][],
    Name,
    'readwrite'
  >;
};

/** Runs a change as one transaction. Rejects with the browser's reason after the transaction was rolled back. */
export async function inOneChange<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result> {
  const change = (await keptDatabase()).transaction([...STORES], 'readwrite');
  const done = change.done;
  // Awaited below; it may reject before that.
  done.catch(() => undefined);
  try {
    const result = await work(Object.fromEntries(STORES.map((name) => [name, change.objectStore(name)])) as Stores);
    await done;
    return result;
  } catch (error) {
    if (change.error === null) abort(change);
    await done.catch(() => undefined);
    throw change.error ?? error;
  }
}

function abort(change: Change): void {
  try {
    change.abort();
  } catch {
    // The transaction has already ended.
  }
}

/** `no-room`: the storage is full. `other-version`: another tab has another version of this site. `refused`: nothing is stored. */
type NotKept = 'no-room' | 'other-version' | 'refused';
export type KeepOutcome = 'kept' | NotKept;

/** Why something could not be kept. */
export function whyNotKept(error: unknown): NotKept {
  if (error instanceof DOMException && error.name === 'VersionError') return 'other-version';
  return isNoRoom(error) ? 'no-room' : 'refused';
}

/**
 * The names browsers use: the quota error, and on a full disk `DataError` (Chromium: "Failed to write blobs") or
 * `UnknownError`. Our keys and values are always valid, so these names have no other cause.
 */
const NO_ROOM: readonly string[] = ['QuotaExceededError', 'DataError', 'UnknownError'];

/** Whether an error means that the storage is full. */
export function isNoRoom(error: unknown): boolean {
  return (error instanceof Error || error instanceof DOMException) && NO_ROOM.includes(error.name);
}
