// One step of the analysis page, and the scorecard: all four steps in one row, each with its state.
import { Check, ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type AnalysisState, missingSteps } from '#domain/comparison/readiness.ts';
import { PlainIconButton, SmallButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { say, words } from '#web/words/words.ts';

export type StepState = 'done' | 'now' | 'later';

interface StepProps {
  id: string;
  /** The step's number in the specification: 1, 2, 3, 3a, 3b, 4. */
  number: string;
  title: string;
  state: StepState;
  /** Whether an earlier step comes first: this one is without its number, and on a phone folded behind its headline. */
  waits?: boolean;
  children: ReactNode;
}

/** A section with the step's number in the margin. */
export function Step({ id, number, title, state, waits = false, children }: StepProps) {
  const headingId = useId();
  const contentId = useId();
  const [isOpen, setOpen] = useState(false);
  const isHidden = waits && !isOpen;
  const open = () => setOpen(true);
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className={classNames(
        'grid gap-x-6 gap-y-4 border-t border-line md:grid-cols-[4.5rem_minmax(0,1fr)]',
        // Scrolls to just below the scorecard, so that nothing of the step before sticks out under it.
        '-scroll-mt-6 sm:-scroll-mt-4 short:scroll-mt-0',
        waits ? 'py-0.5 md:py-8' : 'py-2 md:py-8',
      )}
    >
      <StepNumber number={number} state={state} isHidden={waits} />
      <div className="grid min-w-0 content-start gap-3 sm:gap-5">
        <div
          className={classNames(
            'flex justify-between gap-x-4 gap-y-1',
            waits ? 'items-center md:flex-wrap md:items-baseline' : 'flex-wrap items-baseline',
          )}
        >
          <h2 id={headingId} className="display min-w-0 text-lg max-sm:[font-stretch:100%] sm:text-2xl">
            {!waits && <span className="md:sr-only">{say(words.analysisPage.stepNumber, { number })} </span>}
            {title}
          </h2>
          {waits && (
            <PlainIconButton
              label={say(words.analysisPage.openStep, { title })}
              aria-expanded={isOpen}
              aria-controls={contentId}
              onClick={() => setOpen(!isOpen)}
              className="shrink-0 self-center md:hidden"
            >
              <ChevronDown className={classNames('size-6', isOpen && 'rotate-180')} />
            </PlainIconButton>
          )}
          <span
            className={classNames(
              'label',
              waits ? 'max-md:hidden' : 'max-sm:sr-only',
              state === 'now' ? 'text-flag-ink' : 'text-ink-soft',
            )}
          >
            {words.analysisPage.stepStates[state]}
          </span>
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button above does the same */}
        <div
          id={contentId}
          // Searching the page, or reaching the content by keyboard, opens it.
          onFocus={isHidden ? open : undefined}
          onScroll={isHidden ? open : undefined}
          className={classNames(
            'grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 sm:gap-5',
            isHidden && 'max-md:-mt-3 max-md:h-0 max-md:overflow-hidden sm:max-md:-mt-5',
          )}
        >
          {children}
        </div>
      </div>
    </section>
  );
}

interface StepNumberProps {
  number: string;
  state: StepState;
  /** Whether only its place is kept. */
  isHidden: boolean;
}

function StepNumber({ number, state, isHidden }: StepNumberProps) {
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'display figures hidden size-12 place-items-center rounded-full text-xl md:grid',
        isHidden && 'invisible',
        state === 'done' && 'bg-fairway text-raised',
        state === 'now' && 'bg-green text-raised',
        state === 'later' && 'bg-sunken text-ink-soft',
      )}
    >
      {state === 'done' ? <Check className="size-6" /> : number}
    </div>
  );
}

interface FoldableProps {
  /** Whether the choice is folded to one line until the visitor changes it. */
  isFolded: boolean;
  changeLabel: string;
  line: ReactNode;
  children: ReactNode;
}

/** The content of a step that folds when finished. It stays mounted below its line. */
export function Foldable({ isFolded, changeLabel, line, children }: FoldableProps) {
  const [isOpen, setOpen] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  // Move the focus: the pressed button has disappeared.
  useEffect(() => {
    if (isOpen) content.current?.focus({ preventScroll: true });
  }, [isOpen]);
  const isHidden = isFolded && !isOpen;
  return (
    <>
      {isHidden && (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <div className="min-w-0 grow basis-40">{line}</div>
          <SmallButton onClick={() => setOpen(true)} className="ml-auto">
            {changeLabel}
          </SmallButton>
        </div>
      )}
      <div
        ref={content}
        tabIndex={-1}
        hidden={isHidden}
        className="grid grid-cols-[minmax(0,1fr)] gap-3 outline-none sm:gap-5"
      >
        {children}
      </div>
    </>
  );
}

export function Scorecard({ states, isSticky }: { states: StepStates; isSticky: boolean }) {
  return (
    // Sticky until both swings play; a phone in landscape is not tall enough for it.
    <nav
      aria-label={words.analysisPage.steps}
      className={classNames('mb-4 bg-paper sm:mb-8', isSticky && 'sticky top-0 z-20 short:static')}
    >
      <ol className="grid grid-cols-4 overflow-hidden rounded-md bg-sunken">
        {scorecardCells(states).map((cell) => (
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

export type StepStates = Readonly<
  Record<'upload' | 'annotate' | 'pro' | 'proVideo' | 'proAnnotate' | 'align', StepState>
>;

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

export function scorecardCells(states: StepStates) {
  const { upload, annotate, pro, align } = words.analysisPage.stepNames;
  return [
    { number: '1', name: upload, stepId: 'step-1', state: states.upload },
    { number: '2', name: annotate, stepId: states.upload === 'done' ? 'step-2' : 'step-1', state: states.annotate },
    { number: '3', name: pro, stepId: 'step-3', state: states.pro },
    { number: '4', name: align, stepId: 'step-4', state: states.align },
  ];
}
