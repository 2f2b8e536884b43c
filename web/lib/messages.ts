// Toasts of the main flow (specification §5, §8).
import type { CompareProblem } from '#domain/comparison/readiness.ts';
import type { VideoFileProblem } from '#domain/video/video-file.ts';
import type { ToastText } from '#web/ui/toast/toast-store.ts';
import { say, words } from '#web/words/words.ts';

const { fileProblems, compareProblems, sessionProblems, ...texts } = words.toasts;

/** Why a chosen file is refused before any byte is sent (specification §5). */
export const FILE_PROBLEMS: Readonly<Record<VideoFileProblem | 'unreadable', ToastText & { description: string }>> = {
  'invalid-type': { ...fileProblems['invalid-type'], variant: 'destructive' },
  'too-large': { ...fileProblems['too-large'], variant: 'destructive' },
  empty: { ...fileProblems.empty, variant: 'destructive' },
  unreadable: { ...fileProblems.unreadable, variant: 'destructive' },
};

/** Why 'Compare My Swing' is refused (specification §5). */
export const COMPARE_PROBLEMS: Readonly<Record<CompareProblem, ToastText>> = {
  'no-swing': { ...compareProblems['no-swing'], variant: 'destructive' },
  'no-pro': { ...compareProblems['no-pro'], variant: 'destructive' },
};

/** Why the compare page sends a visitor back (specification §8). */
export type SessionProblem = 'no-comparison' | 'no-custom-pro' | 'no-golfer' | 'invalid';

/** A comparison that cannot be opened. */
export function sessionRefused(problem: SessionProblem): ToastText {
  return { title: sessionProblems[problem], description: texts.startFromAnalysis, variant: 'destructive' };
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
  return { title: texts.mergeFailed, description: sentence, variant: 'destructive' };
}

/** Drawings that were not rendered into the video. */
export function renderFailed(sentence: string): ToastText {
  return { title: texts.renderFailed, description: sentence, variant: 'destructive' };
}

/** A video that could not be prepared for the merge (specification §8). */
export function processingFailed(reason: string): ToastText {
  const { title, description } = texts.processingFailed;
  return { title, description: say(description, { reason }), variant: 'destructive' };
}

/** A chunk that did not arrive; chunks count from 1 for people (specification §8). */
export function chunkFailed(chunkNumber: number, statusText: string, sentence?: string): ToastText {
  return {
    title: say(texts.chunkFailed, { chunkNumber, statusText }),
    ...(sentence && { description: sentence }),
    variant: 'destructive',
  };
}

/** Every chunk arrived but the server gave no handle (specification §8). */
export const ASSEMBLY_FAILED: ToastText = { ...texts.assemblyFailed, variant: 'destructive' };

/** A toast's text as one sentence, for the note beside the control. */
export function inlineText({ title, description }: ToastText): string {
  return description ? say(words.toasts.named, { title, description }) : title;
}
