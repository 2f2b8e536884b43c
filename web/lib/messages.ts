// Every toast and error text of the product in one catalogue. Wording from SPEC where SPEC has one; no logic, no markup.
import type { CompareProblem } from '#domain/readiness.ts';
import type { VideoFileProblem } from '#domain/video-file.ts';
import type { ToastText } from '#web/ui/toast-store.ts';

const INVALID_TYPE = {
  title: 'Invalid file type',
  description: 'Please select a video file (MP4, MOV, AVI, MKV, WebM, M4V, 3GP, FLV, WMV)',
};

/** Why a chosen file is refused, before a byte of it is sent (SPEC §5). */
export const FILE_PROBLEMS: Readonly<Record<VideoFileProblem, ToastText & { description: string }>> = {
  'invalid-type': { ...INVALID_TYPE, variant: 'destructive' },
  'too-large': {
    title: 'File too large',
    description: 'Please select a video file smaller than 500MB',
    variant: 'destructive',
  },
  empty: {
    title: 'Empty file',
    description: 'This file is empty. Please select another video file',
    variant: 'destructive',
  },
};

/** Why 'Compare My Swing' is refused (SPEC §5). */
export const COMPARE_PROBLEMS: Readonly<Record<CompareProblem, ToastText>> = {
  'no-swing': {
    title: 'Cannot compare swing',
    description: 'Please upload a video and mark all positions',
    variant: 'destructive',
  },
  'no-pro': {
    title: 'Cannot compare swing',
    description: 'Please select a pro golfer or upload a custom pro video',
    variant: 'destructive',
  },
};

/** Why the compare page sends a visitor back (SPEC §8). */
export type SessionProblem = 'no-comparison' | 'no-custom-pro' | 'no-golfer' | 'invalid';

const START_AGAIN = { description: 'Please start from the analysis page', variant: 'destructive' } as const;

/** The toasts of a comparison that cannot be taken up. */
export const SESSION_PROBLEMS: Readonly<Record<SessionProblem, ToastText>> = {
  'no-comparison': { title: 'No comparison data found', ...START_AGAIN },
  'no-custom-pro': { title: 'No custom pro video data found', ...START_AGAIN },
  'no-golfer': { title: 'No pro golfer selected', ...START_AGAIN },
  invalid: { title: 'Invalid comparison data', ...START_AGAIN },
};

/** Toasts of the main job that say one fixed thing. */
export const TOASTS = {
  videoUploaded: { title: 'Video uploaded successfully' },
  proVideoUploaded: { title: 'Pro video uploaded successfully' },
  merged: { title: 'Videos merged successfully!' },
  videoRendered: { title: 'Video rendered successfully!' },
  downloaded: { title: 'Download successful!' },
  downloadFailed: {
    title: 'Download failed',
    description: 'Failed to process video at custom speed',
    variant: 'destructive',
  },
  videosDeleted: { title: 'Your videos were deleted', description: 'Nothing of yours is left here or on the server.' },
} as const satisfies Record<string, ToastText>;

/** Plain sentences that stand beside a control. */
export const SENTENCES = {
  golfersFailed: 'Failed to load professional golfers. Please try again.',
  noGolfers: 'No professional golfers available. Please add some in the admin panel.',
  compareHint: 'Complete all steps above to compare your swing',
  cannotKeepClip: 'Your browser has no room to keep this video. You can go on, but reloading the page will lose it.',
  clipLost: 'Your browser no longer has this video. Please choose it again.',
  mergeFailed: 'Failed to merge videos',
  mergeCanceled: 'You stopped this comparison.',
  offline: 'You are offline. This goes on by itself as soon as there is a connection.',
  reconnecting: 'The connection was lost. Trying again…',
  golferFailed: 'The golfer could not be loaded. Please try again.',
  deleteFailed: 'Your videos could not be deleted. Please check your connection and try again.',
  crashed: 'Something went wrong on this page. Your video and marks are kept. Please load the page again.',
} as const;

/** A failed merge: the server's sentence or 'Failed to merge videos' (SPEC §8). */
export function mergeFailed(sentence: string): ToastText {
  return { title: 'Video merging failed', description: sentence, variant: 'destructive' };
}

/** Why drawings were not rendered (SPEC §8). */
export const RENDER_SENTENCES = {
  nothing: 'No video or drawings to render',
  failed: 'Failed to render video with drawings',
} as const;

/** Drawings that were not rendered into the video. */
export function renderFailed(sentence: string): ToastText {
  return { title: 'Video rendering failed', description: sentence, variant: 'destructive' };
}

/** A video that could not be made ready for the merge (SPEC §8). */
export function processingFailed(reason: string): ToastText {
  return {
    title: 'Error processing video',
    description: `Could not prepare video for merging: ${reason}`,
    variant: 'destructive',
  };
}

/** A chunk that did not arrive; chunks count from 1 for people (SPEC §8). */
export function chunkFailed(chunkNumber: number, statusText: string, sentence?: string): ToastText {
  return {
    title: `Failed to upload chunk ${chunkNumber}: ${statusText}`,
    ...(sentence && { description: sentence }),
    variant: 'destructive',
  };
}

/** Every chunk arrived but the server gave no handle (SPEC §8). */
export const ASSEMBLY_FAILED: ToastText = {
  title: 'File assembly failed',
  description: 'no file path returned',
  variant: 'destructive',
};

/** What a toast says, as one sentence for beside the control. */
export function inlineText(toast: ToastText): string {
  return toast.description ? `${toast.title}: ${toast.description}` : toast.title;
}
