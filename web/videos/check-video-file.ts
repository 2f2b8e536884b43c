// Checks a chosen file before anything is replaced: the specification §5's name, type and size first, then whether this
// browser finds a video in it.
import { videoFileProblem } from '#domain/video/video-file.ts';
import { FILE_PROBLEMS } from '#web/lib/messages.ts';

/** What the file input offers: any video (phones then offer the camera too) and the endings without a known type. */
export const VIDEO_ACCEPT = 'video/*,.mp4,.mov,.avi,.mkv,.webm,.m4v,.3gp,.flv,.wmv';

/** The toast that refuses a file. */
export type FileRefusal = (typeof FILE_PROBLEMS)[keyof typeof FILE_PROBLEMS];

/** Why a file is refused by its name, type or size; null when it is accepted. */
export function refusalOf(file: File): FileRefusal | null {
  const problem = videoFileProblem({ name: file.name, type: file.type, sizeBytes: file.size });
  return problem && FILE_PROBLEMS[problem];
}

/**
 * As {@link refusalOf}, then by its content: a file without a picture track that the browser cannot show either. Reads the
 * head of the file; uploads nothing.
 */
export async function checkVideoFile(file: File): Promise<FileRefusal | null> {
  const refusal = refusalOf(file);
  if (refusal) return refusal;
  // Without its code nothing can be checked; the player then says what is wrong.
  const code = await import('./playable-file.ts').catch(() => null);
  return code && !(await code.containsVideo(file)) ? FILE_PROBLEMS.unreadable : null;
}
