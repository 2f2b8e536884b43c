// Checks a chosen file before it replaces anything: first name, type and size (specification §5), then whether this
// browser finds a video in it. What passes goes on in a form that every reader understands alike.
import { videoFileProblem } from '#domain/video/video-file.ts';
import { FILE_PROBLEMS } from '#web/ui/toast/messages.ts';
import { removeClip, type StoredClip, storeClip } from './clip-storage.ts';

/** The files offered by the file input: all videos (phones then offer the camera) and endings without a known type. */
export const VIDEO_ACCEPT = 'video/*,.mp4,.mov,.avi,.mkv,.webm,.m4v,.3gp,.flv,.wmv';

export type FileRefusal = (typeof FILE_PROBLEMS)[keyof typeof FILE_PROBLEMS];

/** Why a file is refused by its name, type or size; null when it is accepted. */
export function refusalOf(file: File): FileRefusal | null {
  const problem = videoFileProblem({ name: file.name, type: file.type, sizeBytes: file.size });
  return problem && FILE_PROBLEMS[problem];
}

/** A file that is refused, and why. */
interface Refused {
  readonly refusal: FileRefusal;
}

/** The file to go on with, or why it is refused: also when it has no picture track and the browser cannot show it either. */
export async function checkVideoFile(chosen: File): Promise<{ readonly file: File } | Refused> {
  const named = refusalOf(chosen);
  if (named) return { refusal: named };
  const file = await inPlainForm(chosen);
  const refusal = await refusalOfContent(file);
  return refusal ? { refusal } : { file };
}

/** As {@link checkVideoFile}, and stores the file before it is read: the chosen one may change or move meanwhile. */
export async function takeInVideoFile(chosen: File): Promise<StoredClip | Refused> {
  const named = refusalOf(chosen);
  if (named) return { refusal: named };
  const clip = await storeClip(await inPlainForm(chosen));
  const refusal = await refusalOfContent(clip.file);
  if (!refusal) return clip;
  await removeClip(clip.clipId);
  return { refusal };
}

// Without the code of these two the file is taken as it is, and the player then reports problems.

async function inPlainForm(file: File): Promise<File> {
  const code = await import('./plain-file.ts').catch(() => null);
  return code ? code.plainFile(file) : file;
}

async function refusalOfContent(file: File): Promise<FileRefusal | null> {
  const code = await import('./playable-file.ts').catch(() => null);
  return code && !(await code.containsVideo(file)) ? FILE_PROBLEMS.unreadable : null;
}
