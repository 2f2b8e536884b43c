// The state of each step, from what the domain reports as missing, and the four steps in one row; each cell links to its
// step.
import { Check } from 'lucide-react';
import { type AnalysisState, missingSteps } from '#domain/comparison/readiness.ts';
import { classNames } from '#web/ui/class-names.ts';
import { words } from '#web/words/words.ts';
import type { StepState } from './step.tsx';

interface ScorecardCell {
  readonly number: string;
  readonly name: string;
  readonly stepId: string;
  readonly state: StepState;
}

export function Scorecard({ cells, isSticky }: { cells: readonly ScorecardCell[]; isSticky: boolean }) {
  return (
    // Sticky until both swings play; a phone in landscape is not tall enough for it.
    <nav
      aria-label={words.analysisPage.steps}
      className={classNames('mb-4 bg-paper sm:mb-8', isSticky && 'sticky top-0 z-20 short:static')}
    >
      <ol className="grid grid-cols-4 overflow-hidden rounded-md bg-sunken">
        {cells.map((cell) => (
          <li key={cell.number} className="border-paper not-last:border-r-2">
            <a
              href={`#${cell.stepId}`}
              aria-current={cell.state === 'now' ? 'step' : undefined}
              className={classNames(
                'flex min-h-12 items-center justify-center gap-x-1.5 px-1 py-1 text-center sm:min-h-14',
                cell.state === 'done' && 'bg-fairway text-raised',
                cell.state === 'now' && 'shadow-[inset_0_-5px_0_var(--color-flag)]',
                cell.state === 'later' && 'text-ink-soft',
              )}
            >
              <span className="display figures grid place-items-center text-base sm:text-xl">
                {cell.state === 'done' ? <Check className="size-4 sm:size-6" /> : cell.number}
              </span>
              <span className="label text-[0.6875rem] leading-tight sm:text-[0.8125rem]">{cell.name}</span>
              <span className="sr-only">{words.analysisPage.stepStatesInText[cell.state]}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

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
