// Uploading a video in chunks, resuming an interrupted upload, and its preview: a playable copy for a browser that cannot
// show the upload, or can step through it only slowly.
import { z } from 'zod';
import { CHUNK_BYTES, MAX_VIDEO_BYTES } from '#domain/video/video-file.ts';
import { ClipShape, Handle } from './wire.ts';

/** The longest base64 text of one chunk of 1,048,576 bytes, in characters. */
export const MAX_CHUNK_TEXT_LENGTH = Math.ceil(CHUNK_BYTES / 3) * 4;

/**
 * Maximum number of chunks in an upload, Nextcloud's limit. It sets the smallest chunk size for a 500 MB file (hostile
 * case 8).
 */
const MAX_CHUNKS = Math.min(10_000, MAX_VIDEO_BYTES);

/** The client's own name for one upload: 1 to 64 letters, digits, `_` and `-`. Unique within one visitor's session. */
export const FileId = z.string('Invalid file id').regex(/^[A-Za-z0-9_-]{1,64}$/, 'Invalid file id');

/**
 * One chunk. Chunks may come in any order and more than once. `chunkIndex` counts from 0; `chunk` is 1 to 1,048,576
 * bytes of the file as standard base64. The same call takes these bytes themselves, as `application/octet-stream` with the
 * other fields in the query: a browser streams them from the disk, and they are a quarter less.
 */
export const UploadChunkRequest = z.object({
  chunkIndex: z.int('Invalid chunk index').min(0, 'Invalid chunk index'),
  totalChunks: z.int('Invalid chunk count').min(1, 'Invalid chunk count').max(MAX_CHUNKS, 'Invalid chunk count'),
  fileName: z
    .string('Invalid file name')
    .max(1000, 'Invalid file name')
    .refine((name) => !name.includes('\0'), 'Invalid file name'),
  fileId: FileId,
  chunk: z.string('Chunk is not valid base64'),
});

/** `filePath` (an opaque handle) and `clip` are present once every chunk is received and the video is probed. */
export const UploadChunkResponse = z.object({
  receivedChunks: z.int().describe('How many different chunks have been received'),
  totalChunks: z.int(),
  filePath: Handle.optional(),
  clip: ClipShape.optional(),
});

/** What the server has received of an upload, so that a client sends only the rest. */
export const UploadStatus = z.object({
  totalChunks: z.int(),
  received: z.array(z.int()).describe('The indexes of the chunks that have been received, ascending'),
  filePath: Handle.optional(),
  clip: ClipShape.optional(),
});

/** The additional fields in the answer to the last chunk. */
export type UploadChunkResponse = z.infer<typeof UploadChunkResponse>;
/** The state of an upload. */
export type UploadStatus = z.infer<typeof UploadStatus>;

/** The visitor's upload to make a preview of. */
export const PreviewRequest = z.object({ filePath: Handle.describe('The filePath of an upload of this visitor') });

/**
 * The preview shows the original's frames at the original's times: frame n of one is frame n of the other. `clip`
 * describes the original, so that a mark set on the preview is a frame time of the original.
 */
export const PreviewResponse = z.object({
  previewUrl: z.string().describe('A path on this server, readable by this visitor only; answers range requests'),
  clip: ClipShape,
});

/** Where a preview is, and which clip it shows. */
export type PreviewResponse = z.infer<typeof PreviewResponse>;
