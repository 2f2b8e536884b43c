// What 'Compare My Swing' does: goes to the comparison, or says in a toast what is missing for it.
import { useLocation } from 'wouter';
import type { Alignment } from '#domain/comparison/comparison-choices.ts';
import { type AnalysisState, compareProblem } from '#domain/comparison/readiness.ts';
import { COMPARE_PROBLEMS } from '#web/lib/messages.ts';
import { writeSession } from '#web/swing/comparison-session.ts';
import { useToast } from '#web/ui/toast/toast.tsx';

/** What the button does with the page's state. */
export function useCompare({ state, alignment }: { state: AnalysisState; alignment: Alignment }): () => void {
  const [, navigate] = useLocation();
  const toast = useToast();
  return () => {
    const problem = compareProblem(state);
    if (problem) toast(COMPARE_PROBLEMS[problem]);
    else {
      // The session holds every change already; the alignment may still be the default.
      writeSession({ alignmentType: alignment });
      navigate('/compare');
    }
  };
}
