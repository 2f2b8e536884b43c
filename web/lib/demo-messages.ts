// The toasts and error texts of the 'Try This' demo (SPEC §8). Part of the catalogue that messages.ts begins.
import type { ToastText } from '#web/ui/toast-store.ts';

/** Toasts of the demo that say one fixed thing. */
export const DEMO_TOASTS = {
  cannotCompare: {
    title: 'Cannot compare swing',
    description: 'Please select a demo video and professional golfer',
    variant: 'destructive',
  },
  compared: {
    title: 'Video comparison complete!',
    description: 'Your demo swing has been compared with the professional golfer',
  },
  downloadFailed: {
    title: 'Download failed',
    description: 'Failed to process video at custom speed',
    variant: 'destructive',
  },
} as const satisfies Record<string, ToastText>;

/** Plain sentences of the demo that stand beside a control. */
export const DEMO_SENTENCES = {
  loading: 'Loading demo...',
  unreachable: 'The demo could not be loaded. Please check your connection and try again.',
  none: 'There is no demo swing on this server.',
  stopped: 'You stopped this comparison.',
  offline: 'You are offline. Please try again when there is a connection.',
  unknown: 'Unknown error occurred',
  timesFailed: 'The marked times could not be loaded.',
} as const;

/** A demo comparison that came to nothing. */
export function demoComparisonFailed(message: string): ToastText & { description: string } {
  return {
    title: 'Comparison failed',
    description: `Failed to compare the videos: ${message}`,
    variant: 'destructive',
  };
}

/** A demo that was saved at another speed. */
export function demoDownloaded(speed: number): ToastText {
  return { title: 'Download successful!', description: `Demo video downloaded at ${speed}x speed` };
}

/** The demo list did not come (SPEC §7). */
export function demoListFailed(status: number): string {
  return `HTTP error! status: ${status}`;
}
