// The files accepted as videos before anything is sent (specification §5), and the chunks of an upload (§7, §9). The server
// checks the content afterwards.

/** The largest video: 500 MB = 524,288,000 bytes (specification §9). */
export const MAX_VIDEO_BYTES = 500 * 1024 * 1024;

/** MIME types that are accepted whatever the file's name. */
export const VIDEO_MIME_TYPES = [
  'video/mp4',
  'video/mov',
  'video/avi',
  'video/quicktime',
  'video/webm',
  'video/x-msvideo',
  'video/x-ms-wmv',
] as const;

/** File name endings that are accepted whatever the MIME type; lower case, without the dot. */
export const VIDEO_EXTENSIONS = ['mp4', 'mov', 'avi', 'mkv', 'webm', 'm4v', '3gp', 'flv', 'wmv'] as const;

/** A file's name, type and size as the browser reports them. */
interface FileFacts {
  readonly name: string;
  /** The MIME type that the browser or the client names; may be empty. */
  readonly type: string;
  readonly sizeBytes: number;
}

/** Why a file is refused. */
export type VideoFileProblem = 'invalid-type' | 'too-large' | 'empty';

/** The reason to refuse a file, or null when it is accepted. Type is checked before size. */
export function videoFileProblem(file: FileFacts): VideoFileProblem | null {
  if (!isVideoType(file.type) && !hasVideoExtension(file.name)) return 'invalid-type';
  if (file.sizeBytes > MAX_VIDEO_BYTES) return 'too-large';
  return file.sizeBytes > 0 ? null : 'empty';
}

/**
 * Whether a file name ends in one of the accepted extensions, in any case. A name that consists only of an extension is
 * rejected.
 * @example
 * hasVideoExtension('swing.MOV') // true
 */
export function hasVideoExtension(name: string): boolean {
  const dot = name.lastIndexOf('.');
  return dot > 0 && (VIDEO_EXTENSIONS as readonly string[]).includes(name.slice(dot + 1).toLowerCase());
}

function isVideoType(type: string): boolean {
  return (VIDEO_MIME_TYPES as readonly string[]).includes(type.toLowerCase());
}

/**
 * Whether a file of this name may be uploaded: it has a video extension, or none at all (the browser may know the type
 * from elsewhere). Trailing dots and spaces are ignored, because some systems drop them.
 * @example
 * isUploadName('swing') // true
 * isUploadName('swing.exe') // false
 */
export function isUploadName(name: string): boolean {
  const bare = name.replace(/[. ]+$/, '');
  return hasVideoExtension(bare) || (bare !== '' && !bare.includes('.'));
}

/**
 * A file's content key is the SHA-256 of the SHA-256s of its pieces of this many bytes, 4 MiB, because browsers hash only what
 * is in memory.
 */
export const HASHED_PIECE_BYTES = 4 * 1024 * 1024;

/** The bytes of the file in each chunk; the last one may be shorter (specification §9). */
export const CHUNK_BYTES = 1_048_576;

/** The part of a file that one chunk carries: `from` inclusive, `to` exclusive, in bytes. */
interface ChunkRange {
  readonly from: number;
  readonly to: number;
}

/**
 * How many chunks a file of a size in bytes is sent in. 0 for an empty file.
 * @example
 * chunkCount(3_000_000) // 3
 */
export function chunkCount(sizeBytes: number): number {
  return Math.ceil(sizeBytes / CHUNK_BYTES);
}

/** The bytes of the chunk with an index, counted from 0. Throws a RangeError for a chunk that the file does not have. */
export function chunkRange(index: number, sizeBytes: number): ChunkRange {
  if (!Number.isInteger(index) || index < 0 || index >= chunkCount(sizeBytes)) {
    throw new RangeError(`A file of ${sizeBytes} bytes has no chunk ${index}`);
  }
  return { from: index * CHUNK_BYTES, to: Math.min((index + 1) * CHUNK_BYTES, sizeBytes) };
}

/** The progress of an upload. */
export interface UploadProgress {
  readonly sentChunks: number;
  readonly totalChunks: number;
  /** Whole percent, 0 to 100; 100 only when every chunk was sent. */
  readonly percent: number;
}

/** The progress of an upload of which a number of chunks has been sent. */
export function uploadProgress(sentChunks: number, totalChunks: number): UploadProgress {
  const percent = totalChunks === 0 ? 0 : Math.floor((sentChunks / totalChunks) * 100);
  return { sentChunks, totalChunks, percent };
}
