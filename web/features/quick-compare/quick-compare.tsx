// The layout of the quick comparison: sample swing, professional, alignment and button. The page passes the contents.
import { type ReactNode, useId } from 'react';
import type { GolferCard } from '#contract/golfers.ts';
import { ALIGNMENTS, type Alignment, eventOf } from '#domain/comparison/comparison-choices.ts';
import type { SwingTraits } from '#domain/library/suggest-golfers.ts';
import { NO_ANNOTATIONS } from '#domain/swing/swing.ts';
import { useGolfer } from '#web/api/query.tsx';
import { PositionShape } from '#web/swing/position-shape.tsx';
import { SampleSwing } from '#web/swing/sample-swing.tsx';
import { Button } from '#web/ui/button.tsx';
import { Problem } from '#web/ui/problem.tsx';
import { RadioTile } from '#web/ui/radio.tsx';
import { words } from '#web/words/words.ts';
import { ProLine } from './pro-line.tsx';

interface QuickCompareProps {
  /** The visitor's side: the demo card. */
  sampleUser: ReactNode;
  like: SwingTraits;
  golfer: GolferCard | null;
  onGolferChange: (golfer: GolferCard) => void;
  alignment: Alignment;
  onAlignmentChange: (alignment: Alignment) => void;
  isComparing: boolean;
  onCompare: () => void;
  progress: ReactNode;
  /** Why the last comparison failed; null if it did not. */
  problem: string | null;
}

export function QuickCompare(props: QuickCompareProps) {
  const { sampleUser, golfer, onGolferChange, alignment, onAlignmentChange, isComparing, problem } = props;
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:grid-rows-[auto_auto_1fr]">
      {sampleUser}
      <div className="min-w-0 lg:col-start-2 lg:row-span-3 lg:row-start-1">
        <SampleProCard like={props.like} golfer={golfer} disabled={isComparing} onGolferChange={onGolferChange} />
      </div>
      <MeetingChoice value={alignment} disabled={isComparing} onChange={onAlignmentChange} />
      <div className="grid content-start gap-4 lg:content-end">
        <Button size="large" busy={isComparing} onClick={props.onCompare} className="w-full">
          {isComparing ? words.quickCompare.comparing : words.quickCompare.compare}
        </Button>
        <div className="sm:min-h-11">
          {isComparing && props.progress}
          {problem && !isComparing && <Problem>{problem}</Problem>}
        </div>
      </div>
    </div>
  );
}

interface MeetingChoiceProps {
  value: Alignment;
  disabled: boolean;
  onChange: (alignment: Alignment) => void;
}

function MeetingChoice({ value, disabled, onChange }: MeetingChoiceProps) {
  const name = useId();
  return (
    <fieldset disabled={disabled} className="grid content-start sm:gap-2">
      <legend className="label text-ink-soft max-sm:sr-only sm:mb-2">{words.quickCompare.meeting}</legend>
      <div className="grid grow grid-cols-3 gap-0.5 rounded-md bg-sunken p-0.5 sm:grid-cols-2 sm:gap-3 sm:bg-transparent sm:p-0">
        {ALIGNMENTS.map((alignment) => (
          <RadioTile
            key={alignment}
            name={name}
            value={alignment}
            checked={value === alignment}
            aria-label={words.quickCompare.meetings[alignment]}
            onChange={() => onChange(alignment)}
            className="flex min-h-11 items-center gap-2 rounded-md px-2 py-1 text-ink-soft sm:min-h-16 sm:gap-3 sm:not-has-checked:bg-raised sm:px-3 sm:last:col-span-full"
          >
            <span className="grow leading-tight">
              <span className="block font-bold max-sm:text-sm">{words.quickCompare.meetings[alignment]}</span>
              <span className="text-sm max-sm:hidden">{words.quickCompare.meetingExplanations[alignment]}</span>
            </span>
            <PositionShape position={eventOf(alignment)} className="size-5 shrink-0 max-sm:hidden" />
          </RadioTile>
        ))}
      </div>
    </fieldset>
  );
}

type SampleProCardProps = Pick<QuickCompareProps, 'like' | 'golfer' | 'onGolferChange'> & { disabled: boolean };

export function SampleProCard({ like, golfer, disabled, onGolferChange }: SampleProCardProps) {
  return (
    <section
      aria-label={words.quickCompare.proSide}
      className="grid h-full min-w-0 grid-cols-1 content-start gap-2 rounded-lg bg-raised p-3 sm:gap-4 sm:p-5"
    >
      <h3 className="display flex items-center text-base sm:min-h-11 sm:text-xl">
        {golfer ? words.quickCompare.selectedProfessional : words.quickCompare.selectProfessional}
      </h3>
      {golfer ? <ChosenGolfer key={golfer.id} golfer={golfer} /> : <NobodyChosen />}
      <ProLine like={like} chosenId={golfer?.id ?? null} disabled={disabled} onChoose={onGolferChange} />
    </section>
  );
}

function ChosenGolfer({ golfer }: { golfer: GolferCard }) {
  const { data: detail, isError } = useGolfer(golfer.id);
  const { name, level, club, tag, thumbnailUrl } = golfer;
  return (
    <SampleSwing
      facts={{ side: 'pro', name, level, club, tag }}
      annotations={detail ?? NO_ANNOTATIONS}
      videoUrl={detail?.videoUrl ?? null}
      thumbnailUrl={thumbnailUrl}
      againLabel={words.quickCompare.watchProAgain}
      timesProblem={isError ? words.demo.timesFailed : null}
    />
  );
}

/** A placeholder. On wide screens it reserves the golfer's space, so that the page does not jump after a choice. */
function NobodyChosen() {
  return (
    <div className="grid place-items-center max-sm:sr-only rounded-sm bg-sunken px-4 py-1.5 max-sm:text-sm sm:viewfinder text-center text-ink-soft sm:min-h-48 sm:py-0">
      <p>{words.quickCompare.nobodyChosen}</p>
    </div>
  );
}
