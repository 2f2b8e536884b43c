// The HTTP contract as one table: every call's route, request and response. The server validates by it, the browser's
// client is typed by it, and the OpenAPI document is generated from it.
import { z } from 'zod';
import { BackupName, BackupState } from './backups.ts';
import { AdminGolfer, DemoList, Filmed, GolferDetail, GolferList, StoredGolferBody } from './golfers.ts';
import { MachineProblems } from './machine.ts';
import {
  DemoMergeRequest,
  DownloadSpeedRequest,
  JobList,
  MergeRequest,
  MergeResponse,
  RenderDrawingsRequest,
  RenderDrawingsResponse,
} from './merges.ts';
import { type CallName, ROUTES, type Route } from './routes.ts';
import { SiteSettings, SiteSettingsForm, TrialMailRequest, TrialMailResponse } from './settings.ts';
import {
  CreateShareRequest,
  CreateShareResponse,
  ShareId,
  ShareSecretRequest,
  ShareState,
  ShareTotals,
} from './shares.ts';
import {
  FileId,
  PreviewRequest,
  PreviewResponse,
  UploadChunkRequest,
  UploadChunkResponse,
  UploadStatus,
} from './uploads.ts';
import { Done, Handle } from './wire.ts';

/** Longest password in characters; hashing cost stays bounded (hostile case 111). */
const MAX_PASSWORD_LENGTH = 256;

/** A new account. Blank fields and differing passwords are refused with the specification's words. */
const SignUpRequest = z.object({
  email: z.string().max(254),
  username: z.string().max(100),
  password: z.string().max(MAX_PASSWORD_LENGTH),
  confirmPassword: z.string().max(MAX_PASSWORD_LENGTH),
});

/** The current user; null for a visitor without an account. */
const CurrentUser = z.object({ username: z.string() }).nullable();

const AdminLoginRequest = z.object({
  password: z.string('Please enter the password').min(1, 'Please enter the password').max(MAX_PASSWORD_LENGTH),
});

const AccountDeletionRequest = z.object({ email: z.string('Please enter your email address').max(254) });

/** `isNew`: no password has been chosen yet: the server's log has a one-time code to log in with. */
const AdminCheck = z.object({ isAdmin: z.boolean(), isNew: z.literal(true).optional() });

/** One row of the contract. A call without `request` has no body; one without `response` answers with a file or a redirect. */
export interface Call extends Route {
  /** One line for the reader of the OpenAPI document. */
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly request?: z.ZodType;
  readonly response?: z.ZodType;
}

const GolferParams = z.object({ id: z.string() });
const BackupParams = z.object({ name: BackupName });
const ShareParams = z.object({ id: ShareId });

/** Every call of the product. Failures answer with `ErrorBody` and a status of `contract/errors.ts`. */
export const calls = {
  currentUser: { ...ROUTES.currentUser, summary: 'Who is asking', response: CurrentUser },
  signUp: { ...ROUTES.signUp, summary: 'Create an account', request: SignUpRequest, response: Done },
  signOut: { ...ROUTES.signOut, summary: 'Sign out', response: Done },
  requestAccountDeletion: {
    ...ROUTES.requestAccountDeletion,
    summary: 'Mail the owner of an address a link that deletes the account',
    request: AccountDeletionRequest,
    response: Done,
  },
  googleSignUp: { ...ROUTES.googleSignUp, summary: 'Start signing up with Google' },
  providerSignUp: { ...ROUTES.providerSignUp, summary: "Start signing up with the site's own provider" },

  listGolfers: { ...ROUTES.listGolfers, summary: 'The library', response: GolferList },
  getGolfer: {
    ...ROUTES.getGolfer,
    summary: 'One golfer with marked times, clip and video',
    params: GolferParams,
    response: GolferDetail,
  },
  addGolfer: {
    ...ROUTES.addGolfer,
    summary: 'Add a golfer (multipart form: video and the fields of GolferForm; administrator)',
    response: GolferDetail,
  },
  deleteGolfer: {
    ...ROUTES.deleteGolfer,
    summary: 'Remove a golfer (administrator)',
    params: GolferParams,
    response: Done,
  },

  storeGolferBody: {
    ...ROUTES.storeGolferBody,
    summary: 'Store the body that was seen in a golfer’s video, in place of an earlier one (administrator)',
    params: GolferParams,
    request: StoredGolferBody,
    response: AdminGolfer,
  },
  correctFilmed: {
    ...ROUTES.correctFilmed,
    summary: 'Say how a golfer was filmed (administrator)',
    params: GolferParams,
    request: Filmed,
    response: AdminGolfer,
  },

  listDemos: { ...ROUTES.listDemos, summary: 'The demo swings', response: DemoList },

  adminCheck: { ...ROUTES.adminCheck, summary: 'Whether this is the administrator', response: AdminCheck },
  adminLogin: {
    ...ROUTES.adminLogin,
    summary: 'Start the administrator’s session',
    request: AdminLoginRequest,
    response: Done,
  },
  machineProblems: {
    ...ROUTES.machineProblems,
    summary: 'What is wrong with the machine (administrator)',
    response: MachineProblems,
  },
  adminLogout: {
    ...ROUTES.adminLogout,
    summary: 'End the administrator’s session',
    request: z.object({}),
    response: Done,
  },

  siteSettings: { ...ROUTES.siteSettings, summary: 'The settings of the site (administrator)', response: SiteSettings },
  changeSettings: {
    ...ROUTES.changeSettings,
    summary: 'Change the settings; the site opens again with them (administrator)',
    request: SiteSettingsForm,
    response: Done,
  },
  markNewsRead: {
    ...ROUTES.markNewsRead,
    summary: 'Do not show the news of this version again (administrator)',
    request: z.object({}),
    response: Done,
  },
  sendTrialMail: {
    ...ROUTES.sendTrialMail,
    summary: 'Try a mail server by sending a mail (administrator)',
    request: TrialMailRequest,
    response: TrialMailResponse,
  },

  listBackups: {
    ...ROUTES.listBackups,
    summary: 'The backups of the site, and what is under way (administrator)',
    response: BackupState,
  },
  beginBackup: {
    ...ROUTES.beginBackup,
    summary: 'Begin a backup; listBackups has its progress (administrator)',
    request: z.object({}),
    response: Done,
  },
  stopBackup: {
    ...ROUTES.stopBackup,
    summary: 'Stop the backup or the restore that is under way; nothing of it remains (administrator)',
    response: Done,
  },
  downloadBackup: {
    ...ROUTES.downloadBackup,
    summary: 'A backup as one tar archive (administrator)',
    params: BackupParams,
  },
  restoreBackup: {
    ...ROUTES.restoreBackup,
    summary: 'Begin to check a backup and put it in the place of the site’s data (administrator)',
    params: BackupParams,
    request: z.object({}),
    response: Done,
  },
  restoreArchive: {
    ...ROUTES.restoreArchive,
    summary: 'Unpack an archive and begin to restore it (multipart form: archive; administrator)',
    response: Done,
  },

  uploadChunk: {
    ...ROUTES.uploadChunk,
    summary: 'Send one chunk of a video; chunks may come in any order and more than once',
    request: UploadChunkRequest,
    response: UploadChunkResponse,
  },
  getUpload: {
    ...ROUTES.getUpload,
    summary: 'Which chunks of an upload have been received',
    params: z.object({ fileId: FileId }),
    response: UploadStatus,
  },
  cancelUpload: {
    ...ROUTES.cancelUpload,
    summary: 'Give an upload up and delete what was received of it',
    params: z.object({ fileId: FileId }),
    response: Done,
  },
  deleteMyVideos: {
    ...ROUTES.deleteMyVideos,
    summary: 'Delete every upload, result and link of this visitor now',
    response: Done,
  },

  createShare: {
    ...ROUTES.createShare,
    summary: 'Make a link of a complete encrypted upload, whose file id becomes the id of the link',
    request: CreateShareRequest,
    response: CreateShareResponse,
  },
  openShare: { ...ROUTES.openShare, summary: 'The encrypted file of a link', params: ShareParams },
  shareState: {
    ...ROUTES.shareState,
    summary: 'How often a link was opened (its sender)',
    params: ShareParams,
    request: ShareSecretRequest,
    response: ShareState,
  },
  withdrawShare: {
    ...ROUTES.withdrawShare,
    summary: 'Delete the file of a link (its sender)',
    params: ShareParams,
    request: ShareSecretRequest,
    response: Done,
  },
  shareTotals: { ...ROUTES.shareTotals, summary: 'How many links there are (administrator)', response: ShareTotals },
  takeDownShare: {
    ...ROUTES.takeDownShare,
    summary: 'Delete the file of any link (administrator)',
    params: ShareParams,
    response: Done,
  },

  makePreview: {
    ...ROUTES.makePreview,
    summary: 'Make a playable copy of an upload; answers when it is done, and the same work is never done twice',
    request: PreviewRequest,
    response: PreviewResponse,
  },

  mergeVideos: {
    ...ROUTES.mergeVideos,
    summary: 'Make the side-by-side video; answers when it is done, and the same work is never done twice',
    request: MergeRequest,
    response: MergeResponse,
  },
  mergeDemo: {
    ...ROUTES.mergeDemo,
    summary: 'Make the side-by-side video of a demo swing',
    request: DemoMergeRequest,
    response: MergeResponse,
  },
  downloadSpeed: {
    ...ROUTES.downloadSpeed,
    summary: 'A merged video at another speed, as a file',
    request: DownloadSpeedRequest,
  },
  renderDrawings: {
    ...ROUTES.renderDrawings,
    summary: 'A merged video with drawings in its picture',
    request: RenderDrawingsRequest,
    response: RenderDrawingsResponse,
  },

  listJobs: { ...ROUTES.listJobs, summary: 'This visitor’s running and recent work', response: JobList },
  cancelJob: {
    ...ROUTES.cancelJob,
    summary: 'Cancel a piece of work',
    params: z.object({ id: Handle }),
    response: Done,
  },
} as const satisfies Record<CallName, Call>;

type RowOf<Name extends CallName> = (typeof calls)[Name];

/** The request body of a call; undefined for a call without one. */
export type RequestOf<Name extends CallName> =
  RowOf<Name> extends { request: infer Schema extends z.ZodType } ? z.input<Schema> : undefined;

/** The response of a call; unknown when it is a file or a redirect. */
export type ResponseOf<Name extends CallName> =
  RowOf<Name> extends { response: infer Schema extends z.ZodType } ? z.infer<Schema> : unknown;
