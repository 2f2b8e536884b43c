// A strip of the frames around a time, from which one is picked by click, touch or arrow keys. The pictures are decoded
// from the video itself, so the frame shown is exactly the frame picked.
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { PicturePart } from '#domain/body/close-up.ts';
import { type FrameTimes, frameIndexAt, frameTimeAt } from '#domain/video/frame-times.ts';
import { classNames } from '#web/ui/class-names.ts';
import { formatDecimals } from '#web/words/numbers.ts';
import { say, words } from '#web/words/words.ts';
import { useStrip } from './use-strip.ts';

interface FilmStripProps {
  readonly source: Blob | string;
  readonly frameTimes: FrameTimes;
  /** The time that the strip is drawn around. */
  readonly around: number;
  /** The time of the chosen frame. */
  readonly chosen: number;
  /** Names the group for a screen reader. */
  readonly label: string;
  /** The part of the picture that is shown; null for all of it. The same one must be given again for the same strip. */
  readonly part?: PicturePart | null;
  readonly onChoose: (time: number) => void;
}

/** How many frames are on either side of the strip's middle. */
export const STRIP_REACH_FRAMES = 6;

/** The strip; where the browser cannot decode it, the frames without pictures and a note. */
export function FilmStrip({ source, frameTimes, around, chosen, label, part = null, onChoose }: FilmStripProps) {
  const listRef = useRef<HTMLDivElement>(null);
  const middle = frameIndexAt(frameTimes, around);
  const chosenFrame = frameIndexAt(frameTimes, chosen);
  const from = Math.max(0, middle - STRIP_REACH_FRAMES);
  const to = Math.min(frameTimes.length - 1, middle + STRIP_REACH_FRAMES);
  const { addresses, isRefused } = useStrip(source, from, to, part);
  const frames = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const focusable = chosenFrame >= from && chosenFrame <= to ? chosenFrame : middle;
  useScrolledTo(listRef, focusable, addresses.size);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const next = frameOfKey(event.key, focusable, from, to);
    if (next === null) return;
    event.preventDefault();
    onChoose(frameTimeAt(frameTimes, next));
    listRef.current?.querySelector<HTMLElement>(`[data-frame="${next}"]`)?.focus();
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <div
        ref={listRef}
        // The players leave the keys of a list alone, so arrows choose here and do not step there.
        role="listbox"
        tabIndex={-1}
        aria-orientation="horizontal"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="stage relative flex gap-1 overflow-x-auto rounded-md p-1.5"
      >
        {frames.map((frame) => (
          <StripFrame
            key={frame}
            frame={frame}
            offset={frame - middle}
            address={addresses.get(frame)}
            isChosen={frame === chosenFrame}
            isFocusable={frame === focusable}
            isSquare={part !== null}
            onChoose={() => onChoose(frameTimeAt(frameTimes, frame))}
          />
        ))}
      </div>
      {isRefused && <p className="text-sm">{words.annotate.stripRefused}</p>}
    </div>
  );
}

interface StripFrameProps {
  readonly frame: number;
  readonly offset: number;
  /** Empty where the frame does not come, undefined while it is read. */
  readonly address: string | undefined;
  readonly isChosen: boolean;
  readonly isFocusable: boolean;
  /** Whether room for a square picture is kept free until it comes; otherwise for one as narrow as a phone's. */
  readonly isSquare: boolean;
  readonly onChoose: () => void;
}

function StripFrame({ frame, offset, address, isChosen, isFocusable, isSquare, onChoose }: StripFrameProps) {
  return (
    <button
      type="button"
      role="option"
      aria-selected={isChosen}
      aria-label={frameName(frame, offset)}
      tabIndex={isFocusable ? 0 : -1}
      data-frame={frame}
      onClick={onChoose}
      className={classNames(
        'grid min-w-16 shrink-0 justify-items-center gap-0.5 rounded-sm border-3 p-0.5',
        isChosen ? 'border-flag' : 'border-transparent hover:border-edge',
      )}
    >
      {address ? (
        <img src={address} alt="" draggable={false} className="h-32 w-auto max-w-none rounded-sm sm:h-40" />
      ) : (
        <span
          className={classNames(
            'h-32 rounded-sm bg-sunken sm:h-40',
            isSquare ? 'w-32 sm:w-40' : 'w-18 sm:w-22.5',
            address === undefined && 'animate-pulse',
          )}
        />
      )}
      <span className="figures text-xs leading-tight">
        {formatDecimals(frame + 1, 0)} <span className="text-ink-soft">{offset !== 0 && shortOffset(offset)}</span>
      </span>
    </button>
  );
}

function frameOfKey(key: string, frame: number, from: number, to: number): number | null {
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(from, frame - 1);
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(to, frame + 1);
  if (key === 'Home') return from;
  if (key === 'End') return to;
  return null;
}

function shortOffset(offset: number): string {
  return say(offset > 0 ? words.annotate.framesLater : words.annotate.framesEarlier, { count: Math.abs(offset) });
}

function frameName(frame: number, offset: number): string {
  if (offset === 0) return say(words.annotate.middleFrame, { frame: frame + 1 });
  const text = offset > 0 ? words.annotate.laterFrame : words.annotate.earlierFrame;
  return say(text, { frame: frame + 1, count: Math.abs(offset) });
}

/** Scrolls a frame to the middle of the strip without moving the page; again as pictures widen the strip. */
function useScrolledTo(listRef: RefObject<HTMLDivElement | null>, frame: number, pictures: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count of pictures stands for how wide they make the strip.
  useEffect(() => {
    const list = listRef.current;
    const picture = list?.querySelector<HTMLElement>(`[data-frame="${frame}"]`);
    if (list && picture) list.scrollLeft = picture.offsetLeft - (list.clientWidth - picture.offsetWidth) / 2;
  }, [listRef, frame, pictures]);
}
