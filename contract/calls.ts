// The HTTP contract as one table: every call's method, path, request and response. The server validates and answers by
// it, the browser's client is typed by it, and the OpenAPI document is made from it.
import { z } from 'zod';
import { AdminCheck, AdminLoginRequest, CurrentUser, SignUpRequest } from './accounts.ts';
import { DownloadSpeedRequest, RenderDrawingsRequest, RenderDrawingsResponse } from './downloads.ts';
import { DemoList, GolferDetail, GolferList } from './golfers.ts';
import { JobList } from './jobs.ts';
import { DemoMergeRequest, MergeRequest, MergeResponse } from './merges.ts';
import { PreviewRequest, PreviewResponse } from './previews.ts';
import { FileId, UploadChunkRequest, UploadChunkResponse, UploadStatus } from './uploads.ts';
import { Done, Handle } from './wire.ts';

/** One row of the contract. A call without `request` has no body; one without `response` answers with a file or a redirect. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** A path with Fastify's `:name` parameters. */
  readonly path: string;
  /** One line for the reader of the OpenAPI document. */
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly request?: z.ZodType;
  readonly response?: z.ZodType;
}

const GolferParams = z.object({ id: z.string() });

/** Every call of the product. Failures answer with `ErrorBody` and a status of `contract/errors.ts`. */
export const calls = {
  currentUser: { method: 'GET', path: '/api/auth/me', summary: 'Who is asking', response: CurrentUser },
  signUp: {
    method: 'POST',
    path: '/api/auth/signup',
    summary: 'Create an account',
    request: SignUpRequest,
    response: Done,
  },
  googleSignUp: { method: 'GET', path: '/api/auth/google', summary: 'Start signing up with Google' },

  listGolfers: { method: 'GET', path: '/api/pro/list', summary: 'The library', response: GolferList },
  getGolfer: {
    method: 'GET',
    path: '/api/pro/:id',
    summary: 'One golfer with marked times, clip and video',
    params: GolferParams,
    response: GolferDetail,
  },
  addGolfer: {
    method: 'POST',
    path: '/api/pro/upload',
    summary: 'Add a golfer (multipart form: video and the fields of GolferForm; administrator)',
    response: GolferDetail,
  },
  deleteGolfer: {
    method: 'DELETE',
    path: '/api/pro/:id',
    summary: 'Remove a golfer (administrator)',
    params: GolferParams,
    response: Done,
  },

  listDemos: { method: 'GET', path: '/api/demo/list', summary: 'The demo swings', response: DemoList },

  adminCheck: {
    method: 'GET',
    path: '/api/admin/check',
    summary: 'Whether this is the administrator',
    response: AdminCheck,
  },
  adminLogin: {
    method: 'POST',
    path: '/api/admin/login',
    summary: 'Start the administrator’s session',
    request: AdminLoginRequest,
    response: Done,
  },
  adminLogout: {
    method: 'POST',
    path: '/api/admin/logout',
    summary: 'End the administrator’s session',
    request: z.object({}),
    response: Done,
  },

  uploadChunk: {
    method: 'POST',
    path: '/api/upload-chunk',
    summary: 'Send one chunk of a video; chunks may come in any order and more than once',
    request: UploadChunkRequest,
    response: UploadChunkResponse,
  },
  getUpload: {
    method: 'GET',
    path: '/api/uploads/:fileId',
    summary: 'Which chunks of an upload have been received',
    params: z.object({ fileId: FileId }),
    response: UploadStatus,
  },
  cancelUpload: {
    method: 'DELETE',
    path: '/api/uploads/:fileId',
    summary: 'Give an upload up and delete what was received of it',
    params: z.object({ fileId: FileId }),
    response: Done,
  },
  deleteMyVideos: {
    method: 'DELETE',
    path: '/api/my-videos',
    summary: 'Delete every upload and result of this visitor now',
    response: Done,
  },

  makePreview: {
    method: 'POST',
    path: '/api/previews',
    summary: 'Make a playable copy of an upload; answers when it is done, and the same work is never done twice',
    request: PreviewRequest,
    response: PreviewResponse,
  },

  mergeVideos: {
    method: 'POST',
    path: '/api/merge-videos-chunked',
    summary: 'Make the side-by-side video; answers when it is done, and the same work is never done twice',
    request: MergeRequest,
    response: MergeResponse,
  },
  mergeDemo: {
    method: 'POST',
    path: '/api/merge-videos-demo',
    summary: 'Make the side-by-side video of a demo swing',
    request: DemoMergeRequest,
    response: MergeResponse,
  },
  downloadSpeed: {
    method: 'POST',
    path: '/api/download-video-speed',
    summary: 'A merged video at another speed, as a file',
    request: DownloadSpeedRequest,
  },
  renderDrawings: {
    method: 'POST',
    path: '/api/render-video-with-drawings',
    summary: 'A merged video with drawings in its picture',
    request: RenderDrawingsRequest,
    response: RenderDrawingsResponse,
  },

  listJobs: { method: 'GET', path: '/api/jobs', summary: 'This visitor’s running and recent work', response: JobList },
  cancelJob: {
    method: 'DELETE',
    path: '/api/jobs/:id',
    summary: 'Cancel a piece of work',
    params: z.object({ id: Handle }),
    response: Done,
  },
} as const satisfies Record<string, Call>;

/** The name of a call: a key of {@link calls}. */
export type CallName = keyof typeof calls;

type RowOf<Name extends CallName> = (typeof calls)[Name];

/** What a client sends with a call; undefined for a call without a body. */
export type RequestOf<Name extends CallName> =
  RowOf<Name> extends { request: infer Schema extends z.ZodType } ? z.input<Schema> : undefined;

/** What a call answers with; unknown for one that answers with a file or a redirect. */
export type ResponseOf<Name extends CallName> =
  RowOf<Name> extends { response: infer Schema extends z.ZodType } ? z.infer<Schema> : unknown;
