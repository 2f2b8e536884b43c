// The analysis store in React: its state, its actions, and what the domain reports as missing.
import { useEffect, useState } from 'react';
import type { AnalysisState } from '#domain/comparison/readiness.ts';
import { NO_ANNOTATIONS } from '#domain/swing/swing.ts';
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
