// The action of 'Compare My Swing': opens the comparison, or shows in a toast what is missing.
import { useLocation } from 'wouter';
import type { Alignment } from '#domain/comparison/comparison-choices.ts';
import { type AnalysisState, compareProblem } from '#domain/comparison/readiness.ts';
import { COMPARE_PROBLEMS } from '#web/lib/messages.ts';
import { writeSession } from '#web/swing/comparison-session.ts';
import { useToast } from '#web/ui/toast/toast.tsx';

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
