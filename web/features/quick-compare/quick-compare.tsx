// The layout of the quick comparison: sample swing, professional, alignment and button. The page passes the contents.
// The line of professionals, which shares its query with the golfer picker, is also on the range page.
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import type { GolferCard } from '#contract/golfers.ts';
import { ALIGNMENTS, type Alignment, eventOf } from '#domain/comparison/comparison-choices.ts';
import { isFilmedLike, rankedGolfers, type SwingTraits } from '#domain/library/suggest-golfers.ts';
import { NO_ANNOTATIONS } from '#domain/swing/swing.ts';
import { useGolfer, useGolfers } from '#web/api/query.tsx';
import { PositionShape } from '#web/swing/position-shape.tsx';
import { SampleSwing } from '#web/swing/sample-swing.tsx';
import { Button } from '#web/ui/button.tsx';
import { StillPicture } from '#web/ui/preview-clip.tsx';
import { LoadProblem, Problem } from '#web/ui/problem.tsx';
import { RadioTile } from '#web/ui/radio.tsx';
import { words } from '#web/words/words.ts';

interface QuickCompareProps {
  sampleUser: ReactNode;
  like: SwingTraits;
  golfer: GolferCard | null;
  onGolferChange: (golfer: GolferCard) => void;
  alignment: Alignment;
  onAlignmentChange: (alignment: Alignment) => void;
  isComparing: boolean;
  onCompare: () => void;
  progress: ReactNode;
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

const PLACEHOLDERS = ['first', 'second', 'third', 'fourth'];
const LINE = 'flex gap-2 overflow-hidden p-1';

/** The library as one row of thumbnails. */
interface ProLineProps {
  /** Golfers who suit this swing come first. */
  like: SwingTraits;
  chosenId: number | null;
  disabled: boolean;
  onChoose: (golfer: GolferCard) => void;
}

/** Radio buttons named after the golfers, in a line that scrolls sideways. */
export function ProLine({ like, chosenId, disabled, onChoose }: ProLineProps) {
  const name = useId();
  const line = useRef<HTMLFieldSetElement>(null);
  useChosenInSight(line, chosenId);
  const { data: golfers, isPending, isError, isFetching, refetch } = useGolfers();

  if (isPending) return <LoadingLine />;
  if (isError) {
    return (
      <LoadProblem isBusy={isFetching} onRetry={refetch} className="min-h-36 content-center">
        {words.golfers.loadFailed}
      </LoadProblem>
    );
  }
  if (golfers.length === 0) return <p className="min-h-36 text-ink-soft">{words.golfers.none}</p>;
  return (
    <fieldset
      ref={line}
      disabled={disabled}
      className="-mx-1 flex min-w-0 snap-x scroll-px-1 gap-2 overflow-x-auto overscroll-x-contain p-1"
    >
      <legend className="sr-only">{words.golfers.group}</legend>
      {rankedGolfers(golfers, like).map((golfer) => (
        <label
          key={golfer.id}
          className="relative grid w-44 shrink-0 snap-start content-start items-center gap-x-2 gap-y-1.5 rounded-md border-2 border-transparent bg-paper p-1 has-checked:border-ink max-sm:grid-cols-[3.25rem_minmax(0,1fr)] sm:w-28 sm:p-1.5 lg:w-32 has-disabled:opacity-60 has-focus-visible:outline-3 has-focus-visible:outline-focus hover:bg-sunken"
        >
          <input
            type="radio"
            name={name}
            checked={golfer.id === chosenId}
            aria-label={golfer.name}
            onChange={() => onChoose(golfer)}
            className="absolute inset-0 z-10 size-full cursor-pointer appearance-none outline-none disabled:cursor-not-allowed"
          />
          <span className="mown block aspect-square overflow-hidden lg:aspect-[4/5] rounded-sm bg-sunken">
            <StillPicture url={golfer.thumbnailUrl} />
          </span>
          <span className="grid">
            <span className="line-clamp-2 text-xs leading-snug font-semibold [overflow-wrap:anywhere] sm:line-clamp-3">
              {golfer.name}
            </span>
            {!isFilmedLike(golfer, like) && (
              <span className="text-xs text-ink-soft">{words.quickCompare.otherAngle}</span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function LoadingLine() {
  return (
    <div role="status" className={LINE}>
      <span className="sr-only">{words.golfers.loading}</span>
      {PLACEHOLDERS.map((place) => (
        <span
          key={place}
          className="h-42 w-28 shrink-0 lg:h-52 lg:w-32 animate-pulse rounded-md border-2 border-line bg-sunken"
        />
      ))}
    </div>
  );
}

/** Scrolls the chosen golfer fully into view. Scrolls the line only, never the page. */
function useChosenInSight(line: RefObject<HTMLElement | null>, chosenId: number | null): void {
  useEffect(() => {
    const scroller = line.current;
    const chosen = scroller?.querySelector('label:has(:checked)');
    if (chosenId === null || !scroller || !chosen) return;
    const [frame, tile] = [scroller.getBoundingClientRect(), chosen.getBoundingClientRect()];
    if (tile.left < frame.left) scroller.scrollBy({ left: tile.left - frame.left - 4, behavior: 'smooth' });
    if (tile.right > frame.right) scroller.scrollBy({ left: tile.right - frame.right + 4, behavior: 'smooth' });
  }, [line, chosenId]);
}
