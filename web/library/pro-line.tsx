// The library as one row of thumbnails, for the sample comparison and the range. Shares its query with the golfer picker.
import { type RefObject, useEffect, useId, useRef } from 'react';
import type { GolferCard } from '#contract/golfers.ts';
import { isFilmedLike, rankedGolfers, type SwingTraits } from '#domain/library/suggest-golfers.ts';
import { useGolfers } from '#web/api/query.tsx';
import { StillPicture } from '#web/ui/preview-clip.tsx';
import { LoadProblem } from '#web/ui/status.tsx';
import { words } from '#web/words/words.ts';

const PLACEHOLDERS = ['first', 'second', 'third', 'fourth'];
const LINE = 'flex gap-2 overflow-hidden p-1';

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
            {like.view !== null && !isFilmedLike(golfer, like) && (
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
