// Toasts of the main flow (specification §5, §8).
import type { CompareProblem } from '#domain/comparison/readiness.ts';
import type { VideoFileProblem } from '#domain/video/video-file.ts';
import { say, words } from '#web/words/words.ts';
import type { ToastText } from './toast-store.ts';

const { fileProblems, compareProblems, sessionProblems, ...texts } = words.toasts;

/** The toast of a failure; without a description its title stands alone. */
export function failure(title: string, description?: string | null): ToastText {
  return { title, ...(description && { description }), variant: 'destructive' };
}

/** The toasts of failures by their problem. */
export function failures<Problem extends string, Text extends ToastText>(texts: Readonly<Record<Problem, Text>>) {
  const toasts = Object.entries<Text>(texts).map(([problem, text]) => [problem, { ...text, variant: 'destructive' }]);
  return Object.fromEntries(toasts) as Readonly<Record<Problem, Text>>;
}

/** Why a chosen file is refused before any byte is sent (specification §5). */
export const FILE_PROBLEMS: Readonly<Record<VideoFileProblem | 'unreadable', ToastText & { description: string }>> =
  failures(fileProblems);

/** Why 'Compare My Swing' is refused (specification §5). */
export const COMPARE_PROBLEMS: Readonly<Record<CompareProblem, ToastText>> = failures(compareProblems);

/** Why the compare page sends a visitor back (specification §8). */
export type SessionProblem = 'no-comparison' | 'no-custom-pro' | 'no-golfer' | 'invalid';

/** A comparison that cannot be opened. */
export function sessionRefused(problem: SessionProblem): ToastText {
  return failure(sessionProblems[problem], texts.startFromAnalysis);
}

export const TOASTS = {
  videoUploaded: { title: texts.videoUploaded, description: texts.onThisDevice },
  proVideoUploaded: { title: texts.proVideoUploaded, description: texts.onThisDevice },
  merged: { title: texts.merged },
  videoRendered: { title: texts.videoRendered },
  downloaded: { title: texts.downloaded },
  downloadFailed: { ...texts.downloadFailed, variant: 'destructive' },
  sharedClipLost: { ...texts.sharedClipLost, variant: 'destructive' },
  videosDeleted: texts.videosDeleted,
} as const satisfies Record<string, ToastText>;

/** A failed merge: the server's sentence or 'Failed to merge videos' (specification §8). */
export function mergeFailed(sentence: string): ToastText {
  return failure(texts.mergeFailed, sentence);
}

/** Drawings that were not rendered into the video. */
export function renderFailed(sentence: string): ToastText {
  return failure(texts.renderFailed, sentence);
}

/** A video that could not be prepared for the merge (specification §8). */
export function processingFailed(reason: string): ToastText {
  const { title, description } = texts.processingFailed;
  return failure(title, say(description, { reason }));
}

/** A chunk that did not arrive; chunks count from 1 for people (specification §8). */
export function chunkFailed(chunkNumber: number, statusText: string, sentence?: string): ToastText {
  return failure(say(texts.chunkFailed, { chunkNumber, statusText }), sentence);
}

/** Every chunk arrived but the server gave no handle (specification §8). */
export const ASSEMBLY_FAILED: ToastText = { ...texts.assemblyFailed, variant: 'destructive' };

/** A toast's text as one sentence, for the note beside the control. */
export function inlineText({ title, description }: ToastText): string {
  return description ? say(words.toasts.named, { title, description }) : title;
}
