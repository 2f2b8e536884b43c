// What the compare page compares: loaded from the session, with the golfer's marks from the library.
// Without a comparison it says so in a toast and goes back to the analysis page (SPEC §4).
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { GolferDetail } from '#contract/golfers.ts';
import { NO_ANNOTATIONS, type SwingAnnotations } from '#domain/swing.ts';
import { SESSION_PROBLEMS } from '#web/lib/messages.ts';
import { useToast } from '#web/ui/toast.tsx';
import { type Comparison, loadComparison } from './load-comparison.ts';

/** A comparison with everything that is needed to merge and to analyse it. */
export interface ReadyComparison extends Comparison {
  /** The golfer's name, or null for the visitor's own pro video. */
  readonly golferName: string | null;
  readonly proAnnotations: SwingAnnotations;
}

/** The comparison once it is there, and whether its golfer could not be loaded. */
export function useComparison() {
  const comparison = useLoadedComparison();
  const golferId = comparison?.pro.golferId ?? null;
  const golfer = useQuery<GolferDetail>({ queryKey: ['/api', 'pro', golferId], enabled: golferId !== null });
  const [ready, setReady] = useState<ReadyComparison | null>(null);

  useEffect(() => {
    if (!comparison) return;
    if (comparison.pro.golferId === null) {
      setReady({ ...comparison, golferName: null, proAnnotations: comparison.pro.video.annotations });
    } else if (golfer.data) {
      setReady({ ...comparison, golferName: golfer.data.name, proAnnotations: marksOf(golfer.data) });
    }
  }, [comparison, golfer.data]);

  return { ready, golferFailed: golfer.isError, golferError: golfer.error, loadGolfer: golfer.refetch };
}

function useLoadedComparison(): Comparison | null {
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const [, navigate] = useLocation();
  const toast = useToast();
  useEffect(() => {
    let abandoned = false;
    void loadComparison().then((loaded) => {
      if (abandoned) return;
      if (loaded.ok) setComparison(loaded.comparison);
      else {
        toast(SESSION_PROBLEMS[loaded.problem]);
        navigate('/', { replace: true });
      }
    });
    return () => {
      abandoned = true;
    };
  }, [navigate, toast]);
  return comparison;
}

function marksOf({ restTime, topTime, strikeTime }: GolferDetail): SwingAnnotations {
  return { ...NO_ANNOTATIONS, restTime, topTime, strikeTime };
}
