// The demo's states and transitions (specification §4 "Demo flow") as a pure reducer, its toasts (§8), and its merge
// call with progress and cancellation.
import { useEffect, useReducer, useRef, useState } from 'react';
import type { DemoVideo, GolferCard } from '#contract/golfers.ts';
import type { DemoMergeRequest } from '#contract/merges.ts';
import { type Alignment, DEFAULT_ALIGNMENT } from '#domain/comparison/comparison-choices.ts';
import { type SwingTraits, suggestedGolfers, TRAITS_UNKNOWN } from '#domain/library/suggest-golfers.ts';
import { NO_ANNOTATIONS, type SwingAnnotations } from '#domain/swing/swing.ts';
import { ApiError, callApi } from '#web/api/api-client.ts';
import { cancelNewestJob, useRunningJob } from '#web/api/use-running-job.ts';
import { type ToastText, toast } from '#web/ui/toast/toast-store.ts';
import { say, words } from '#web/words/words.ts';

export const DEMO_TOASTS = {
  cannotCompare: { ...words.toasts.compareProblems['no-demo'], variant: 'destructive' },
  compared: words.toasts.demoCompared,
  downloadFailed: { ...words.toasts.downloadFailed, variant: 'destructive' },
} as const satisfies Record<string, ToastText>;

function demoComparisonFailed(reason: string): ToastText & { description: string } {
  const { title, description } = words.toasts.demoComparisonFailed;
  return { title, description: say(description, { reason }), variant: 'destructive' };
}

/** A demo that was saved at another speed. */
export function demoDownloaded(speed: number): ToastText {
  return { title: words.toasts.downloaded, description: say(words.toasts.demoDownloaded, { speed }) };
}

/** The moments of the demo swing, set when it is selected (specification §9). */
export const DEMO_ANNOTATIONS: SwingAnnotations = Object.freeze({ restTime: 0, topTime: 1.2, strikeTime: 1.6 });

export interface DemoFlow {
  /** The selected demo video; while it is null the picker is shown. */
  readonly demo: DemoVideo | null;
  readonly annotations: SwingAnnotations;
  readonly golfer: GolferCard | null;
  readonly alignment: Alignment;
  readonly isComparing: boolean;
  /** The finished comparison; while it is not null the result view is shown. */
  readonly mergedVideoUrl: string | null;
  /** Why the last comparison failed, shown beside the button; null if there was none or it succeeded. */
  readonly problem: string | null;
}

export type DemoEvent =
  | { readonly type: 'demo-selected'; readonly demo: DemoVideo }
  | { readonly type: 'change-video' }
  | { readonly type: 'golfer-chosen'; readonly golfer: GolferCard }
  /** A golfer is displayed beside the sample because none was chosen. */
  | { readonly type: 'golfer-shown'; readonly golfer: GolferCard }
  | { readonly type: 'alignment-chosen'; readonly alignment: Alignment }
  | { readonly type: 'refused'; readonly problem: string }
  | { readonly type: 'compare-started' }
  | { readonly type: 'compared'; readonly mergedVideoUrl: string }
  | { readonly type: 'compare-failed'; readonly problem: string | null }
  | { readonly type: 'try-another' };

export const FRESH_DEMO: DemoFlow = Object.freeze({
  demo: null,
  annotations: NO_ANNOTATIONS,
  golfer: null,
  alignment: DEFAULT_ALIGNMENT,
  isComparing: false,
  mergedVideoUrl: null,
  problem: null,
});

export function nextDemoFlow(flow: DemoFlow, event: DemoEvent): DemoFlow {
  switch (event.type) {
    case 'demo-selected':
      return { ...flow, demo: event.demo, annotations: DEMO_ANNOTATIONS, problem: null };
    case 'change-video':
      return { ...flow, demo: null, annotations: NO_ANNOTATIONS, problem: null };
    case 'golfer-chosen':
      return { ...flow, golfer: event.golfer, problem: null };
    case 'golfer-shown':
      // The displayed golfer becomes the selected one, unless the visitor has chosen another.
      return flow.demo && !flow.golfer ? { ...flow, golfer: event.golfer, problem: null } : flow;
    case 'alignment-chosen':
      return { ...flow, alignment: event.alignment, problem: null };
    case 'refused':
      return { ...flow, problem: event.problem };
    case 'compare-started':
      return { ...flow, isComparing: true, problem: null };
    case 'compared':
      return { ...flow, isComparing: false, mergedVideoUrl: event.mergedVideoUrl };
    case 'compare-failed':
      return { ...flow, isComparing: false, problem: event.problem };
    case 'try-another':
      return { ...FRESH_DEMO, alignment: flow.alignment };
  }
}

/** What a comparison needs (specification §5): a demo video, a golfer and a strike time. Null if one is missing. */
export function readyDemo(flow: DemoFlow): { readonly demo: DemoVideo; readonly golfer: GolferCard } | null {
  const { demo, golfer, annotations } = flow;
  return demo && golfer && annotations.strikeTime !== null ? { demo, golfer } : null;
}

/** The club on the sample's card. */
export const SAMPLE_CLUB = 'driver';

export const SAMPLE_TRAITS: SwingTraits = Object.freeze({
  ...TRAITS_UNKNOWN,
  ...({ view: 'face-on', hand: 'right', club: SAMPLE_CLUB } as const),
});

export function demoGolfer(golfers: readonly GolferCard[]): GolferCard | null {
  return suggestedGolfers(golfers, SAMPLE_TRAITS)[0]?.golfer ?? null;
}

export function useDemoComparison() {
  const [flow, dispatch] = useReducer(nextDemoFlow, FRESH_DEMO);
  const running = useRef<AbortController | null>(null);
  const [isAsked, setAsked] = useState(false);
  const job = useRunningJob('merge', flow.isComparing && isAsked);
  useEffect(() => () => running.current?.abort(), []);

  async function compare() {
    const asked = requestOf(flow);
    if (!asked) {
      dispatch({ type: 'refused', problem: DEMO_TOASTS.cannotCompare.description });
      toast(DEMO_TOASTS.cannotCompare);
      return;
    }
    const attempt = new AbortController();
    running.current = attempt;
    dispatch({ type: 'compare-started' });
    setAsked(false);
    try {
      await beginSession(attempt.signal);
      // Loads what the first page does without.
      const { demoLettering } = await import('./demo-lettering.ts');
      const body = { ...asked, ...(await demoLettering(flow.annotations, flow.golfer, attempt.signal)) };
      attempt.signal.throwIfAborted();
      setAsked(true);
      const { mergedVideoUrl } = await callApi('mergeDemo', { body, signal: attempt.signal });
      dispatch({ type: 'compared', mergedVideoUrl });
      toast(DEMO_TOASTS.compared);
    } catch (error) {
      if (attempt.signal.aborted) return;
      const failed = demoComparisonFailed(failureMessage(error));
      dispatch({ type: 'compare-failed', problem: failed.description });
      toast(failed);
    }
  }

  function cancel() {
    running.current?.abort();
    dispatch({ type: 'compare-failed', problem: words.merge.canceled });
    void cancelNewestJob('merge');
  }

  return { flow, dispatch, job, compare: () => void compare(), cancel };
}

/**
 * Starts a session before the merge. A new visitor gets a session with the first response, and the response of the
 * merge would come too late to watch or stop it. No other request may run meanwhile, or it would start a second
 * session.
 */
async function beginSession(signal: AbortSignal): Promise<void> {
  await callApi('listJobs', { signal }).catch(() => undefined);
  signal.throwIfAborted();
}

function requestOf(flow: DemoFlow): DemoMergeRequest | null {
  const ready = readyDemo(flow);
  const { restTime, topTime, strikeTime } = flow.annotations;
  return (
    ready && {
      userRestTime: String(restTime ?? ''),
      userTopTime: String(topTime ?? ''),
      userStrikeTime: String(strikeTime ?? ''),
      proGolferId: ready.golfer.id,
      demoVideoUrl: ready.demo.videoUrl,
      alignmentType: flow.alignment,
    }
  );
}

/** The server's sentence, or 'HTTP ' with status and text, or the text for an unknown error (specification §8). */
function failureMessage(error: unknown): string {
  if (error instanceof ApiError) return error.sentence ?? `HTTP ${error.status} ${error.statusText}`.trim();
  // Not isOnline(), because the specification calls a single lost request an unknown error.
  return navigator.onLine ? words.demo.unknown : words.demo.offline;
}
