// Checks a chosen file before it replaces anything: first name, type and size (specification §5), then whether this
// browser finds a video in it.
import { videoFileProblem } from '#domain/video/video-file.ts';
import { FILE_PROBLEMS } from '#web/lib/messages.ts';

/** The files offered by the file input: all videos (phones then offer the camera) and endings without a known type. */
export const VIDEO_ACCEPT = 'video/*,.mp4,.mov,.avi,.mkv,.webm,.m4v,.3gp,.flv,.wmv';

export type FileRefusal = (typeof FILE_PROBLEMS)[keyof typeof FILE_PROBLEMS];

/** Why a file is refused by its name, type or size; null when it is accepted. */
function refusalOf(file: File): FileRefusal | null {
  const problem = videoFileProblem({ name: file.name, type: file.type, sizeBytes: file.size });
  return problem && FILE_PROBLEMS[problem];
}

/**
 * As {@link refusalOf}, and by content: a file without a picture track that the browser cannot show either. Reads the
 * head of the file; uploads nothing.
 */
export async function checkVideoFile(file: File): Promise<FileRefusal | null> {
  const refusal = refusalOf(file);
  if (refusal) return refusal;
  // Without this code the file is accepted; the player then reports the problem.
  const code = await import('./playable-file.ts').catch(() => null);
  return code && !(await code.containsVideo(file)) ? FILE_PROBLEMS.unreadable : null;
}
