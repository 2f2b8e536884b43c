// The files accepted as videos before anything is sent (specification §5). The server checks the content afterwards.
/** The largest video: 500 MB = 524,288,000 bytes (specification §9, design §4). */
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
