// The demo's state, and its merge call with progress and cancellation.
import { useEffect, useReducer, useRef, useState } from 'react';
import type { DemoMergeRequest } from '#contract/merges.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { callApi } from '#web/api/api-client.ts';
import { ApiError } from '#web/api/api-error.ts';
import { cancelNewestJob, useRunningJob } from '#web/api/use-running-job.ts';
import { DEMO_TOASTS, demoComparisonFailed } from '#web/lib/demo-messages.ts';
import { useToast } from '#web/ui/toast/toast.tsx';
import { words } from '#web/words/words.ts';
import { type DemoFlow, FRESH_DEMO, nextDemoFlow, readyDemo } from './demo-flow.ts';

export function useDemoComparison() {
  const [flow, dispatch] = useReducer(nextDemoFlow, FRESH_DEMO);
  const running = useRef<AbortController | null>(null);
  const toast = useToast();
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
      const body = { ...asked, ...(await demoLettering(flow, attempt.signal)) };
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
  return (
    ready && {
      ...timeTexts(flow.annotations),
      proGolferId: ready.golfer.id,
      demoVideoUrl: ready.demo.videoUrl,
      alignmentType: flow.alignment,
    }
  );
}

function timeTexts({ restTime, topTime, strikeTime }: SwingAnnotations) {
  return {
    userRestTime: String(restTime ?? ''),
    userTopTime: String(topTime ?? ''),
    userStrikeTime: String(strikeTime ?? ''),
  };
}

/** The server's sentence, or 'HTTP ' with status and text, or the text for an unknown error (specification §8). */
function failureMessage(error: unknown): string {
  if (error instanceof ApiError) return error.sentence ?? `HTTP ${error.status} ${error.statusText}`.trim();
  // Not isOnline(), because the specification calls a single lost request an unknown error.
  return navigator.onLine ? words.demo.unknown : words.demo.offline;
}
