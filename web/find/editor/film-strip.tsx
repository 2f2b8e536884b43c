// The frame of one position, large, above a scrubber of thumbnails. Dragging moves through the frames, letting go picks
// one. The pictures are decoded from the video itself, so the frame picked is exactly the frame shown.
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { PicturePart } from '#domain/body/close-up.ts';
import type { Clip } from '#domain/video/clip.ts';
import { frameIndexAt, frameTimeAt } from '#domain/video/frame-times.ts';
import { OWN_ARROWS } from '#web/player/controls/use-player-keys.ts';
import { classNames } from '#web/ui/class-names.ts';
import { formatMark } from '#web/words/swing-words.ts';
import { say, words } from '#web/words/words.ts';
import { stopsAfter, stopsAround, thumbnailsOf } from './strip-frames.ts';

interface PositionStripProps {
  readonly source: Blob | string;
  readonly clip: Clip;
  /** The time in the middle of the scrubber where none is chosen. */
  readonly around: number;
  readonly chosen: number | null;
  /** The times between which a doubtful position lies; null for a certain one. */
  readonly doubt: { readonly from: number; readonly to: number } | null;
  /** The part of the picture to show; null for all of it. Pass the same object on every render of a strip. */
  readonly part: PicturePart | null;
  readonly label: string;
  readonly onChoose: (time: number) => void;
  /** What stands beside the frame's number. */
  readonly children?: ReactNode;
}

export function PositionStrip(props: PositionStripProps) {
  const { source, clip, around, chosen, doubt, part, label, onChoose, children } = props;
  const { frameTimes, frameRate } = clip;
  const middle = frameIndexAt(frameTimes, chosen ?? around);
  const [stops, setStops] = useState(() => stopsAround(frameTimes, middle, doubt));
  // The frame under the finger, or picked until the marks, which can lag behind, have it too.
  const [held, setHeld] = useState<{ readonly frame: number; readonly isPicked: boolean } | null>(null);
  if (held?.isPicked && held.frame === middle) setHeld(null);
  const shown = held?.frame ?? middle;
  const isDragging = held?.isPicked === false;
  const [first = 0, last = 0] = [stops[0], stops.at(-1)];
  // A mark set elsewhere, such as on the player, moves the scrubber to its neighbors.
  if (shown < first || shown > last) setStops(stopsAround(frameTimes, shown));
  const { addresses, isRefused } = useStrip(source, stops, { first: shown, part });
  const text = say(words.annotate.frameAt, {
    frame: shown + 1,
    seconds: formatMark(frameTimeAt(frameTimes, shown), frameRate),
  });

  function pick(frame: number) {
    setHeld({ frame, isPicked: true });
    setStops(stopsAfter(frameTimes, stops, frame));
    onChoose(frameTimeAt(frameTimes, frame));
  }

  function drag({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    const at = Math.floor(((clientX - left) / width) * stops.length);
    setHeld({ frame: stops[Math.max(0, Math.min(stops.length - 1, at))] ?? shown, isPicked: false });
  }

  function onKeyDown(event: KeyboardEvent) {
    const frame = frameOfKey(event.key, shown, first, last);
    if (frame === null) return;
    event.preventDefault();
    pick(Math.max(0, Math.min(frameTimes.length - 1, frame)));
  }

  return (
    <div className="flex grow flex-col gap-1.5">
      {!isRefused && (
        <div className="stage relative min-h-[clamp(10rem,100svh-40rem,26rem)] grow overflow-hidden rounded-md sm:min-h-[clamp(10rem,100svh-42rem,26rem)] lg:min-h-[clamp(16rem,100svh-20rem,30rem)]">
          <FramePicture address={addresses.get(shown)} className="absolute inset-0 object-contain" />
        </div>
      )}
      <div
        {...OWN_ARROWS}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={first + 1}
        aria-valuemax={last + 1}
        aria-valuenow={shown + 1}
        aria-valuetext={text}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture?.(event.pointerId);
          drag(event);
        }}
        onPointerMove={(event) => isDragging && drag(event)}
        onPointerUp={() => isDragging && pick(shown)}
        onPointerCancel={() => setHeld(null)}
        onBlur={() => setHeld(null)}
        className="stage relative flex h-15 shrink-0 cursor-ew-resize touch-pan-y overflow-hidden rounded-md select-none"
      >
        {thumbnailsOf(stops).map((frame) => (
          <FramePicture key={frame} address={addresses.get(frame)} className="min-w-0 flex-1 object-cover" />
        ))}
        <span
          className="absolute inset-y-0 w-1.5 -translate-x-1/2 rounded-full border border-paper bg-flag"
          style={{ left: `${((shown - first + 0.5) / (last - first + 1)) * 100}%` }}
        />
      </div>
      <div className="flex min-h-11 items-center gap-2">
        <p className="figures grow text-sm">{text}</p>
        {children}
      </div>
      {isRefused && <p className="text-sm">{words.annotate.stripRefused}</p>}
    </div>
  );
}

interface FramePictureProps {
  /** Empty if the frame cannot be decoded, undefined while it is being read. */
  readonly address: string | undefined;
  readonly className: string;
}

function FramePicture({ address, className }: FramePictureProps) {
  if (!address) {
    return <span className={classNames('bg-sunken', className, address === undefined && 'animate-pulse')} />;
  }
  return <img src={address} alt="" draggable={false} className={classNames('size-full', className)} />;
}

/** One frame, small. */
export function SmallFrame({ source, frame, part, className }: SmallFrameProps) {
  const { addresses } = useStrip(source, [frame], { first: frame, part });
  return <FramePicture address={addresses.get(frame)} className={className} />;
}

interface SmallFrameProps {
  readonly source: Blob | string;
  readonly frame: number;
  readonly part: PicturePart | null;
  readonly className: string;
}

function frameOfKey(key: string, frame: number, first: number, last: number): number | null {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return frame - 1;
  if (key === 'ArrowRight' || key === 'ArrowUp') return frame + 1;
  if (key === 'Home') return first;
  if (key === 'End') return last;
  return null;
}

/** The pictures read so far, by frame. `isRefused` is true if this browser cannot decode the video. */
interface StripPictures {
  readonly addresses: ReadonlyMap<number, string>;
  readonly isRefused: boolean;
}

const NONE: StripPictures = { addresses: new Map(), isRefused: false };
/** Reading starts this many milliseconds after the scrubber stops moving. */
const REST_MS = 150;

interface ReadPictures {
  readonly source: Blob | string;
  readonly part: PicturePart | null;
  readonly pictures: StripPictures;
}

interface StripOrder {
  /** The frame that is read before the others. */
  readonly first: number;
  readonly part: PicturePart | null;
}

/** Reads the pictures of ascending frames: the given part of each, or all of it if `part` is null. */
function useStrip(source: Blob | string, frames: readonly number[], { first, part }: StripOrder): StripPictures {
  const [read, setRead] = useState<ReadPictures>({ source, part, pictures: NONE });
  const pictures = read.source === source && read.part === part ? read.pictures : NONE;
  const wanted = frames.join();
  const missingOf = useEffectEvent((wanted: string) => {
    // What the browser could not decode once, it is not asked for again.
    if (pictures.isRefused) return [];
    const missing = wanted
      .split(',')
      .map(Number)
      .filter((frame) => !pictures.addresses.has(frame));
    return missing.includes(first) ? [first, ...missing.filter((frame) => frame !== first)] : missing;
  });

  useEffect(() => {
    const asked = new AbortController();
    const frames = missingOf(wanted);
    function add(came: readonly (readonly [number, string])[], isRefused = false) {
      setRead((before) => {
        const kept = before.source === source && before.part === part ? before.pictures.addresses : [];
        return { source, part, pictures: { addresses: new Map([...kept, ...came]), isRefused } };
      });
    }
    async function read() {
      const unread = new Set(frames);
      const { readStrip } = await import('./read-strip.ts');
      const isRead = await readStrip(source, {
        frames,
        part,
        signal: asked.signal,
        onPicture(frame, address) {
          unread.delete(frame);
          add([[frame, address]]);
        },
      });
      if (asked.signal.aborted) return;
      // Remember frames that cannot be decoded, so that they are not requested again.
      add(
        [...unread].map((frame) => [frame, '']),
        !isRead,
      );
    }
    const timer = setTimeout(() => frames.length > 0 && void read(), REST_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [source, part, wanted]);
  return pictures;
}
