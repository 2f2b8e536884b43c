// The strip of one position, from which a frame is picked by click, touch or arrow keys. For a doubtful position it
// first spreads frames over a wide range, then shows every frame around the picked one. The pictures are decoded from
// the video itself, so the frame picked is exactly the frame shown.
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { PicturePart } from '#domain/body/close-up.ts';
import { type FrameTimes, frameIndexAt, frameTimeAt } from '#domain/video/frame-times.ts';
import { SmallButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { formatDecimals } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';
import { framesAround, framesFarAround, framesInDoubt, nearestOf, type StripFrames } from './strip-frames.ts';

interface PositionStripProps extends Omit<FilmStripProps, 'strip' | 'middle'> {
  /** The time in the middle of a strip of neighbours. */
  readonly around: number;
  /** The times between which a doubtful position lies; null for a certain one. */
  readonly doubt: { readonly from: number; readonly to: number } | null;
  readonly children?: ReactNode;
}

export function PositionStrip(props: PositionStripProps) {
  const { frameTimes, around, chosen, doubt, onChoose, children, ...strip } = props;
  // The strip does not move while the visitor chooses among its frames.
  const [middle, setMiddle] = useState(() => frameIndexAt(frameTimes, around));
  const [shown, setShown] = useState<StripFrames>(() =>
    doubt ? framesInDoubt(frameTimes, doubt, chosen) : framesAround(frameTimes, middle),
  );
  const isSpread = shown.spacing === 'spread';
  const aroundFrame = frameIndexAt(frameTimes, around);
  // A mark set elsewhere, such as on the player, moves the strip to its neighbours.
  if (!shown.frames.includes(aroundFrame) && !isSpread) {
    setMiddle(aroundFrame);
    setShown(framesAround(frameTimes, aroundFrame));
  }

  function choose(time: number) {
    if (isSpread) {
      const frame = frameIndexAt(frameTimes, time);
      setMiddle(frame);
      setShown(framesAround(frameTimes, frame, shown.gap));
    }
    onChoose(time);
  }

  function toggle() {
    setMiddle(aroundFrame);
    setShown(isSpread ? framesAround(frameTimes, aroundFrame) : framesFarAround(frameTimes, aroundFrame));
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <FilmStrip {...strip} frameTimes={frameTimes} strip={shown} middle={middle} chosen={chosen} onChoose={choose} />
      <div className="flex flex-wrap gap-2">
        <SmallButton onClick={toggle}>{isSpread ? words.annotate.frameByFrame : words.annotate.widerStrip}</SmallButton>
        {children}
      </div>
    </div>
  );
}

interface FilmStripProps {
  readonly source: Blob | string;
  readonly frameTimes: FrameTimes;
  readonly strip: StripFrames;
  /** The frame from which the other frames are numbered. */
  readonly middle: number;
  readonly chosen: number | null;
  readonly label: string;
  /** The part of the picture to show; null for all of it. Pass the same object on every render of a strip. */
  readonly part: PicturePart | null;
  readonly hasNumbers: boolean;
  readonly onChoose: (time: number) => void;
}

/** The strip; frames without pictures, and a note, where the browser cannot decode the video. */
function FilmStrip(props: FilmStripProps) {
  const { source, frameTimes, strip, middle, chosen, label, part, hasNumbers, onChoose } = props;
  const { frames, spacing } = strip;
  const listRef = useRef<HTMLDivElement>(null);
  const chosenFrame = chosen === null ? null : frameIndexAt(frameTimes, chosen);
  const { addresses, isRefused } = useStrip(source, frames, part);
  const focusable = nearestOf(frames, chosenFrame ?? middle) ?? 0;
  useScrolledTo(listRef, focusable, addresses.size);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const next = frameOfKey(event.key, frames, focusable);
    if (next === null) return;
    event.preventDefault();
    onChoose(frameTimeAt(frameTimes, next));
    listRef.current?.querySelector<HTMLElement>(`[data-frame="${next}"]`)?.focus();
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <div
        ref={listRef}
        // The players ignore key presses in a list box, so the arrow keys choose a frame here and do not step a player.
        role="listbox"
        tabIndex={-1}
        aria-orientation="horizontal"
        aria-label={label}
        onKeyDown={onKeyDown}
        className={classNames(
          'stage relative gap-1 rounded-md p-1.5',
          spacing === 'spread' ? 'grid grid-cols-4 sm:grid-cols-8' : 'flex overflow-x-auto',
        )}
      >
        {frames.map((frame) => (
          <StripFrame
            key={frame}
            frame={frame}
            offset={frame - middle}
            address={addresses.get(frame)}
            isChosen={frame === chosenFrame}
            isFocusable={frame === focusable}
            shape={spacing === 'spread' ? 'cell' : part === null ? 'narrow' : 'square'}
            hasNumber={hasNumbers}
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
  /** Empty if the frame cannot be decoded, undefined while it is being read. */
  readonly address: string | undefined;
  readonly isChosen: boolean;
  readonly isFocusable: boolean;
  /** The space reserved for the picture: a grid cell, a square, or a picture as narrow as a phone's. */
  readonly shape: 'cell' | 'square' | 'narrow';
  readonly hasNumber: boolean;
  readonly onChoose: () => void;
}

const PICTURE_CLASSES = {
  cell: 'aspect-square w-full object-cover sm:aspect-3/4',
  square: 'h-32 w-auto max-w-none sm:h-40',
  narrow: 'h-32 w-auto max-w-none sm:h-40',
} as const;

const ROOM_CLASSES = {
  cell: 'aspect-square w-full sm:aspect-3/4',
  square: 'h-32 w-32 sm:h-40 sm:w-40',
  narrow: 'h-32 w-18 sm:h-40 sm:w-22.5',
} as const;

function StripFrame(props: StripFrameProps) {
  const { frame, offset, address, isChosen, isFocusable, shape, hasNumber, onChoose } = props;
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
        <img src={address} alt="" draggable={false} className={classNames('rounded-sm', PICTURE_CLASSES[shape])} />
      ) : (
        <span
          className={classNames('rounded-sm bg-sunken', ROOM_CLASSES[shape], address === undefined && 'animate-pulse')}
        />
      )}
      {hasNumber && (
        <span className="figures text-xs leading-tight">
          {formatDecimals(frame + 1, 0)} <span className="text-ink-soft">{offset !== 0 && shortOffset(offset)}</span>
        </span>
      )}
    </button>
  );
}

function frameOfKey(key: string, frames: readonly number[], frame: number): number | null {
  const at = frames.indexOf(frame);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return frames[Math.max(0, at - 1)] ?? null;
  if (key === 'ArrowRight' || key === 'ArrowDown') return frames[Math.min(frames.length - 1, at + 1)] ?? null;
  if (key === 'Home') return frames[0] ?? null;
  if (key === 'End') return frames.at(-1) ?? null;
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

/** Scrolls a frame to the middle of the strip without moving the page. Repeats when new pictures widen the strip. */
function useScrolledTo(listRef: RefObject<HTMLDivElement | null>, frame: number, pictures: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count of pictures stands for how wide they make the strip.
  useEffect(() => {
    const list = listRef.current;
    const picture = list?.querySelector<HTMLElement>(`[data-frame="${frame}"]`);
    if (list && picture) list.scrollLeft = picture.offsetLeft - (list.clientWidth - picture.offsetWidth) / 2;
  }, [listRef, frame, pictures]);
}

/** The pictures read so far, by frame. `isRefused` is true if this browser cannot decode the video. */
interface StripPictures {
  readonly addresses: ReadonlyMap<number, string>;
  readonly isRefused: boolean;
}

const NONE: StripPictures = { addresses: new Map(), isRefused: false };
/** Reading starts this many milliseconds after the cursor stops moving. */
const REST_MS = 150;

interface ReadPictures {
  readonly source: Blob | string;
  readonly part: PicturePart | null;
  readonly pictures: StripPictures;
}

/** Reads the pictures of frames, by ascending index: the given part of each, or all of it if `part` is null. */
function useStrip(source: Blob | string, frames: readonly number[], part: PicturePart | null): StripPictures {
  const [read, setRead] = useState<ReadPictures>({ source, part, pictures: NONE });
  const pictures = read.source === source && read.part === part ? read.pictures : NONE;
  const { addresses, isRefused } = pictures;
  const missing = isRefused ? '' : frames.filter((frame) => !addresses.has(frame)).join();

  useEffect(() => {
    if (missing === '') return;
    const asked = new AbortController();
    const frames = missing.split(',').map(Number);
    async function read() {
      const { readStrip } = await import('./read-strip.ts');
      const came = new Map<number, string>();
      const isRead = await readStrip(source, {
        ...{ frames, part },
        signal: asked.signal,
        onPicture: (frame, address) => came.set(frame, address),
      });
      if (asked.signal.aborted) return;
      // Remember frames that cannot be decoded, so that they are not requested again.
      for (const frame of frames) if (!came.has(frame)) came.set(frame, '');
      setRead((before) => ({
        ...{ source, part },
        pictures: {
          addresses: new Map([
            ...(before.source === source && before.part === part ? before.pictures.addresses : []),
            ...came,
          ]),
          isRefused: !isRead,
        },
      }));
    }
    const timer = setTimeout(() => void read(), REST_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [source, part, missing]);
  return pictures;
}
