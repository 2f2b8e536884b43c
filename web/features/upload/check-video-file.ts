// specification §5's check of a chosen file: name, type and size.
import { videoFileProblem } from '#domain/video/video-file.ts';
import { FILE_PROBLEMS } from '#web/lib/messages.ts';

/** What the file input offers: any video (phones then offer the camera too) and the endings without a known type. */
export const VIDEO_ACCEPT = 'video/*,.mp4,.mov,.avi,.mkv,.webm,.m4v,.3gp,.flv,.wmv';

/** The toast that refuses a file, or null when it is accepted. */
export function refusalOf(file: File): (typeof FILE_PROBLEMS)[keyof typeof FILE_PROBLEMS] | null {
  const problem = videoFileProblem({ name: file.name, type: file.type, sizeBytes: file.size });
  return problem && FILE_PROBLEMS[problem];
}
