// The strip of one position. For a doubtful position it first spreads frames over a wide range, then shows every frame
// around the frame that was picked.
import { type ReactNode, useState } from 'react';
import type { PicturePart } from '#domain/body/close-up.ts';
import { type FrameTimes, frameIndexAt } from '#domain/video/frame-times.ts';
import { Button } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';
import { FilmStrip } from './film-strip.tsx';
import { framesAround, framesFarAround, framesInDoubt, type StripFrames } from './strip-frames.ts';

interface PositionStripProps {
  readonly source: Blob | string;
  readonly frameTimes: FrameTimes;
  /** The time in the middle of a strip of neighbours. */
  readonly around: number;
  /** The time of the chosen frame; null for none. */
  readonly chosen: number | null;
  /** The times between which a doubtful position lies; null for a certain one. */
  readonly doubt: { readonly from: number; readonly to: number } | null;
  readonly part: PicturePart | null;
  readonly label: string;
  readonly hasNumbers: boolean;
  readonly onChoose: (time: number) => void;
  /** Further buttons beside the one that widens the strip. */
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
        <Button size="small" variant="secondary" onClick={toggle}>
          {isSpread ? words.annotate.frameByFrame : words.annotate.widerStrip}
        </Button>
        {children}
      </div>
    </div>
  );
}
