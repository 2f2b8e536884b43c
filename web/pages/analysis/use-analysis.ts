// The analysis store in React: its state, its actions, and what the domain reports as missing.
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { Alignment } from '#domain/comparison/comparison-choices.ts';
import { type AnalysisState, compareProblem } from '#domain/comparison/readiness.ts';
import { NO_ANNOTATIONS } from '#domain/swing/swing.ts';
import { COMPARE_PROBLEMS } from '#web/lib/messages.ts';
import { writeSession } from '#web/swing/comparison-session.ts';
import { useToast } from '#web/ui/toast/toast.tsx';
import { type AnalysisValues, createAnalysisStore } from './analysis-store.ts';

export function useAnalysis(): Analysis {
  const [store] = useState(createAnalysisStore);
  const [values, setValues] = useState(store.getState);
  // Not useSyncExternalStore, which renders every change synchronously: a mark is rendered as a transition.
  useEffect(() => {
    setValues(store.getState());
    return store.subscribe((next) => setValues(next));
  }, [store]);
  useEffect(() => store.restore(), [store]);
  return { ...values, ...store, state: readinessOf(values) };
}

/** The page's state and its actions, as passed to its parts. */
export type Analysis = AnalysisValues & ReturnType<typeof createAnalysisStore> & { readonly state: AnalysisState };

function readinessOf(values: AnalysisValues): AnalysisState {
  return {
    hasUserVideo: values.user !== null,
    userAnnotations: values.user?.annotations ?? NO_ANNOTATIONS,
    userStartsAfterRest: values.user?.startsAfterRest === true,
    useCustomPro: values.useCustomPro,
    hasGolfer: values.golfer !== null,
    hasProVideo: values.pro !== null,
    proAnnotations: values.pro?.annotations ?? NO_ANNOTATIONS,
  };
}

export function useCompare({ state, alignment }: { state: AnalysisState; alignment: Alignment }): () => void {
  const [, navigate] = useLocation();
  const toast = useToast();
  return () => {
    const problem = compareProblem(state);
    if (problem) toast(COMPARE_PROBLEMS[problem]);
    else {
      // The session already contains every change; the alignment may still be the default.
      writeSession({ alignmentType: alignment });
      navigate('/compare');
    }
  };
}
