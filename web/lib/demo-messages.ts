// Toasts of the 'Try This' demo (specification §8).
import type { ToastText } from '#web/ui/toast/toast-store.ts';
import { say, words } from '#web/words/words.ts';

/** Toasts of the demo with a fixed text. */
export const DEMO_TOASTS = {
  cannotCompare: { ...words.toasts.compareProblems['no-demo'], variant: 'destructive' },
  compared: words.toasts.demoCompared,
  downloadFailed: { ...words.toasts.downloadFailed, variant: 'destructive' },
} as const satisfies Record<string, ToastText>;

export function demoComparisonFailed(reason: string): ToastText & { description: string } {
  const { title, description } = words.toasts.demoComparisonFailed;
  return { title, description: say(description, { reason }), variant: 'destructive' };
}

/** A demo that was saved at another speed. */
export function demoDownloaded(speed: number): ToastText {
  return { title: words.toasts.downloaded, description: say(words.toasts.demoDownloaded, { speed }) };
}

/** A demo list that failed to load (specification §7). */
export function demoListFailed(status: number): string {
  return say(words.demo.listFailed, { status: String(status) });
}
