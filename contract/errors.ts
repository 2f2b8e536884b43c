// Every error code with its HTTP status and sentence. A sentence says what to do; it never contains a path, stack or
// log. The server fills in {braces}.
import type { PlanProblem } from '#domain/comparison/comparison-plan.ts';

/** Every failure that the server answers with, by code. `text` may hold one {placeholder}. */
export const ERRORS = {
  'malformed-json': { status: 400, text: 'Malformed JSON' },
  'invalid-request': { status: 400, text: '{problem}' },
  'invalid-base64': { status: 400, text: 'Chunk is not valid base64' },
  'empty-chunk': { status: 400, text: 'Empty chunk' },
  'both-pros': { status: 400, text: 'Please send either a pro golfer or a custom pro video, not both' },
  'missing-fields': { status: 400, text: 'Please provide a name and select a video file' },
  'missing-annotations': { status: 400, text: 'Please mark all key positions in the video' },
  'no-golfer-body': { status: 400, text: 'The golfer’s body could not be read. Please look for it again.' },
  'body-of-other-video': {
    status: 400,
    text: 'This body is not of the golfer’s video. Please reload the page and look for it again.',
  },
  'passwords-differ': { status: 400, text: 'Passwords do not match' },
  'nothing-to-render': { status: 400, text: 'No video or drawings to render' },
  'not-logged-in': { status: 401, text: 'Please log in as an administrator' },
  'wrong-password': { status: 401, text: 'Invalid password' },
  'wrong-token': { status: 401, text: 'This needs the right token' },
  'read-only': {
    status: 403,
    text: 'This is a demo site, so nothing of it can be changed. Please try this on a site of your own.',
  },
  'cross-site': { status: 403, text: 'This request came from another site and was refused' },
  'not-found': { status: 404, text: 'There is nothing at this address' },
  'video-not-found': { status: 404, text: 'Video not found. Please upload it again.' },
  'result-not-found': { status: 404, text: 'This video is no longer available. Please compare again.' },
  'golfer-not-found': { status: 404, text: 'Professional golfer not found' },
  'demo-not-found': { status: 404, text: 'Demo video not found' },
  'share-gone': {
    status: 404,
    text: 'This link is no longer there: it has ended, or was withdrawn. Please ask for a new one.',
  },
  'backup-not-found': { status: 404, text: 'This backup is no longer there. Please choose another one.' },
  'upload-not-found': { status: 404, text: 'There is no such upload' },
  'job-not-found': { status: 404, text: 'There is no such job' },
  'method-not-allowed': { status: 405, text: 'This address does not answer that method' },
  'too-slow': { status: 408, text: 'The connection was too slow. Please try again.' },
  'chunk-differs': { status: 409, text: 'Chunk {chunk} was already received with different content' },
  'backup-running': {
    status: 409,
    text: 'A backup or a restore is under way. Please wait until it has ended.',
  },
  'upload-changed': { status: 409, text: 'Upload parameters changed' },
  'video-in-library': {
    status: 409,
    text: 'This video is already in the library, as “{name}”. To publish it again, delete that golfer first.',
  },
  'username-taken': { status: 409, text: 'This username is taken. Please choose another one.' },
  'job-canceled': { status: 409, text: 'The work was cancelled' },
  'chunk-too-large': { status: 413, text: 'Chunk too large' },
  'body-too-large': { status: 413, text: 'The request is too large' },
  'file-too-large': { status: 413, text: 'File too large. Please select a video file smaller than 500MB' },
  'share-too-large': { status: 413, text: 'This is too large for a link. Please save it as a file instead.' },
  'too-many-drawings': { status: 413, text: 'There are too many drawings. Please clear some and try again.' },
  'unsupported-content-type': { status: 415, text: 'Please send this as JSON' },
  'invalid-file-type': {
    status: 415,
    text: 'Invalid file type. Please select a video file (MP4, MOV, AVI, MKV, WebM, M4V, 3GP, FLV, WMV)',
  },
  'not-a-video': { status: 422, text: 'This file could not be read as a video' },
  'empty-video': { status: 422, text: 'The video is empty' },
  'incomplete-video': { status: 422, text: 'The video file is incomplete. Please export or record it again.' },
  'no-picture': { status: 422, text: 'The file has no video' },
  'unsupported-video': { status: 422, text: 'This video format is not supported' },
  'too-many-pixels': { status: 422, text: 'The video resolution is too large. Please use 4K or smaller.' },
  'too-few-pixels': { status: 422, text: 'The video picture is too small. Please use at least 16 by 16 pixels.' },
  'too-long': { status: 422, text: 'The video is too long. Please cut it to 2 minutes or less.' },
  'backup-unreadable': {
    status: 422,
    text: 'This is not a complete backup of Swingmark, or it was changed. Nothing was restored. Please choose another backup.',
  },
  'backup-newer': {
    status: 422,
    text: 'This backup was made by a newer version of Swingmark. Please update this site, then restore it again.',
  },
  'backup-several-disks': {
    status: 422,
    text: 'Parts of the data folder are on different disks, so this page cannot restore. Please start a server with the backup as DATA_DIR.',
  },
  'positions-out-of-order': { status: 422, text: 'Positions must be in the order rest, top, strike' },
  'position-outside-video': { status: 422, text: 'The marked position is outside the video' },
  'positions-missing': { status: 422, text: 'Please upload a video and mark all positions' },
  'tempos-too-unlike': {
    status: 422,
    text: 'The two swings’ tempos are too unlike to match every position. Please check the marks, or align at the strike or the top.',
  },
  'pro-missing': { status: 422, text: 'Please select a pro golfer or upload a custom pro video' },
  'too-many-uploads': { status: 429, text: 'Too many uploads are open. Please wait for one to end and try again.' },
  'too-much-stored': {
    status: 429,
    text: 'Your videos here take up all the space that a visitor has. Please delete them and try again.',
  },
  'too-many-shares': {
    status: 429,
    text: 'This site has no room for more links at the moment. Please save a file instead, or try again tomorrow.',
  },
  'too-many-jobs': { status: 429, text: 'You have several comparisons waiting. Please wait for one to end.' },
  'network-busy': { status: 429, text: 'Too many requests come from your network. Please try again in a minute.' },
  'too-many-requests': { status: 429, text: 'Too many attempts. Please wait a little and try again.' },
  internal: { status: 500, text: 'Something went wrong on the server. Please try again.' },
  'merge-failed': { status: 500, text: 'Failed to merge videos' },
  'backup-failed': {
    status: 500,
    text: 'The backup could not be made. Please check the disk of the backups and the server’s log, then try again.',
  },
  'restore-failed': {
    status: 500,
    text: 'The backup could not be restored, and nothing was changed. Please see the server’s log, then try again.',
  },
  'speed-failed': { status: 500, text: 'Failed to process video at custom speed' },
  'preview-failed': { status: 500, text: 'Failed to make a preview of this video' },
  'render-failed': { status: 500, text: 'Failed to render video with drawings' },
  'not-available': { status: 501, text: 'This is not available on this server' },
  busy: { status: 503, text: 'The server is busy. Please try again in a minute.' },
  stopping: { status: 503, text: 'The server is restarting. Please try again in a moment.' },
  'google-not-configured': { status: 503, text: 'Google sign-up is not available' },
  'provider-not-configured': { status: 503, text: 'Sign-up with a provider is not available' },
  'job-timeout': { status: 504, text: 'Creating the video took too long' },
  'not-checked': {
    status: 503,
    text: 'The video was received, but it could not be checked. Please try again in a moment.',
  },
  'backup-not-sent': {
    status: 503,
    text: 'The backup is on this server, but it could not be sent to the S3 store. Please check BACKUP_S3_URL and the server’s log, then press “Back up now”.',
  },
  'storage-failed': { status: 503, text: 'The server cannot use its storage at the moment. Please try again later.' },
  'backup-no-space': {
    status: 507,
    text: 'There is not enough space: {megabytes} MB more are needed. Please free some, or set BACKUP_FOLDER to another disk.',
  },
  'backup-disk-full': {
    status: 507,
    text: 'The disk became full. Please free some space, or set BACKUP_FOLDER to another disk, and try again.',
  },
  'no-space': { status: 507, text: 'The server is out of space. Please try again later.' },
} as const satisfies Record<string, { status: number; text: string }>;

/** The name of a failure: a key of {@link ERRORS}. */
export type ErrorCode = keyof typeof ERRORS;

/**
 * Problems of a video file itself. Only these end an upload: after any other failure the server keeps what it
 * received, and the same request succeeds later.
 */
const FILE_VERDICTS = [
  'not-a-video',
  'empty-video',
  'incomplete-video',
  'no-picture',
  'unsupported-video',
  'too-many-pixels',
  'too-few-pixels',
  'too-long',
] as const satisfies readonly ErrorCode[];

/** One of {@link FILE_VERDICTS}. */
export type FileVerdictCode = (typeof FILE_VERDICTS)[number];

/**
 * Whether a failure is about the file itself.
 * @example
 * isFileVerdict('too-long') // true
 */
export function isFileVerdict(code: ErrorCode): code is FileVerdictCode {
  return (FILE_VERDICTS as readonly ErrorCode[]).includes(code);
}

/**
 * The sentence of a failure with its placeholder filled in; a placeholder without a value is left out.
 * @example
 * errorText('invalid-request', { problem: 'Invalid time' }) // 'Invalid time'
 */
export function errorText(code: ErrorCode, values: Readonly<Record<string, string | number>> = {}): string {
  return ERRORS[code].text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')).trim();
}

/** The code of each reason why two clips cannot be compared. */
export const PLAN_PROBLEM_CODES: Readonly<Record<PlanProblem['problem'], ErrorCode>> = {
  'strike-not-marked': 'positions-missing',
  'top-not-marked': 'positions-missing',
  'rest-not-marked': 'positions-missing',
  'outside-the-clip': 'position-outside-video',
  'out-of-order': 'positions-out-of-order',
  'tempos-too-unlike': 'tempos-too-unlike',
};
