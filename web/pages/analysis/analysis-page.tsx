// /: from a file to a comparison in four steps. Joins the features; decides nothing that the domain decides.
import { useLocation } from 'wouter';
import { compareProblem, missingSteps } from '#domain/readiness.ts';
import { COMPARE_PROBLEMS } from '#web/lib/messages.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { useToast } from '#web/ui/toast.tsx';
import { AlignStep, AnnotateStep, CompareStep, UploadStep } from './analysis-steps.tsx';
import { Hero } from './hero.tsx';
import { ProSteps } from './pro-steps.tsx';
import { Scorecard, type ScorecardCell } from './scorecard.tsx';
import type { StepState } from './step.tsx';
import { TryThis } from './try-this.tsx';
import { useAnalysis } from './use-analysis.ts';
import { useVideoIntake } from './use-video-intake.ts';

/** The analysis page. */
export function AnalysisPage() {
  useDocumentTitle('Analyze Your Golf Swing');
  const analysis = useAnalysis();
  const intake = useVideoIntake(analysis);
  const states = stepStates(analysis);
  const compare = useCompare(analysis);

  return (
    <>
      <Hero />
      <TryThis />
      <div className="page-width">
        <div className="grid gap-6 pt-14 pb-10">
          <h2 className="display text-center text-2xl sm:text-3xl">Have your footage ready?</h2>
          <Scorecard cells={scorecardCells(states)} />
        </div>
        <UploadStep analysis={analysis} intake={intake} state={states.upload} />
        {analysis.user && <AnnotateStep analysis={analysis} video={analysis.user} state={states.annotate} />}
        <ProSteps analysis={analysis} intake={intake} states={states} />
        <AlignStep analysis={analysis} state={states.align} />
        <CompareStep isReady={states.align !== 'later'} missing={missingSteps(analysis.state)} onCompare={compare} />
      </div>
    </>
  );
}

/** How far each step of the page is. */
export interface StepStates {
  readonly upload: StepState;
  readonly annotate: StepState;
  readonly pro: StepState;
  readonly proVideo: StepState;
  readonly proAnnotate: StepState;
  readonly align: StepState;
}

function stepStates({ state }: ReturnType<typeof useAnalysis>): StepStates {
  const missing = missingSteps(state);
  const first = missing[0];
  const of = (step: (typeof missing)[number]): StepState =>
    !missing.includes(step) ? 'done' : step === first ? 'now' : 'later';
  return {
    upload: of('user-video'),
    annotate: of('user-positions'),
    pro: state.useCustomPro ? of('pro-positions') : of('pro'),
    proVideo: of('pro-video'),
    proAnnotate: of('pro-positions'),
    align: missing.length === 0 ? 'done' : 'later',
  };
}

function scorecardCells(states: StepStates): ScorecardCell[] {
  return [
    { number: '1', name: 'Upload', stepId: 'step-1', state: states.upload },
    { number: '2', name: 'Annotate', stepId: states.upload === 'done' ? 'step-2' : 'step-1', state: states.annotate },
    { number: '3', name: 'Pro', stepId: 'step-3', state: states.pro },
    { number: '4', name: 'Align', stepId: 'step-4', state: states.align },
  ];
}

function useCompare(analysis: ReturnType<typeof useAnalysis>): () => void {
  const [, navigate] = useLocation();
  const toast = useToast();
  return () => {
    const problem = compareProblem(analysis.state);
    if (problem) toast(COMPARE_PROBLEMS[problem]);
    else {
      // Everything else was written when it changed; the alignment may still be the default.
      analysis.update({ alignment: analysis.alignment });
      navigate('/compare');
    }
  };
}
