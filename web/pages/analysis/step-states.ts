// The state of each step, from what the domain reports as missing.
import { type AnalysisState, missingSteps } from '#domain/comparison/readiness.ts';
import { words } from '#web/words/words.ts';
import type { ScorecardCell } from './scorecard.tsx';
import type { StepState } from './step.tsx';

export interface StepStates {
  readonly upload: StepState;
  readonly annotate: StepState;
  readonly pro: StepState;
  readonly proVideo: StepState;
  readonly proAnnotate: StepState;
  readonly align: StepState;
}

/** Computes the state of each step. The first unfinished one is current. */
export function stepStates(state: AnalysisState): StepStates {
  const missing = missingSteps(state);
  const first = missing[0];
  const of = (step: (typeof missing)[number]): StepState =>
    !missing.includes(step) ? 'done' : step === first ? 'now' : 'later';
  return {
    upload: of('user-video'),
    annotate: of('user-positions'),
    pro: !state.useCustomPro ? of('pro') : missing.includes('pro-video') ? of('pro-video') : of('pro-positions'),
    proVideo: of('pro-video'),
    proAnnotate: of('pro-positions'),
    align: missing.length === 0 ? 'done' : 'later',
  };
}

export function scorecardCells(states: StepStates): ScorecardCell[] {
  const { upload, annotate, pro, align } = words.analysisPage.stepNames;
  return [
    { number: '1', name: upload, stepId: 'step-1', state: states.upload },
    { number: '2', name: annotate, stepId: states.upload === 'done' ? 'step-2' : 'step-1', state: states.annotate },
    { number: '3', name: pro, stepId: 'step-3', state: states.pro },
    { number: '4', name: align, stepId: 'step-4', state: states.align },
  ];
}
