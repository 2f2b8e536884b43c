// When each side is at its positions, and the thin strip below both pictures that shows it, with how far the comparison is and both tempos.
import type { Lettering } from '#domain/lettering/lettering.ts';
import { onShownFrames, POSITIONS, type Position, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { type PlanTime, planTime, type SourceTime } from '#domain/time.ts';
import type { Clip } from '#domain/video/clip.ts';
import type { Rect, Size } from './pane-layout.ts';
import { planTimeAt, type TimeMap } from './time-map.ts';

/** A marked position of one side in the comparison: a tick on the strip and on every timeline. */
export interface PlannedPosition {
  readonly side: 'user' | 'pro';
  readonly position: Position;
  /** When it is reached, in seconds of plan time: within the comparison. */
  readonly at: PlanTime;
}

/** The strip. */
export interface PlannedStrip {
  /** The lower end of the canvas, in its whole width: even. */
  readonly rect: Rect;
  /** How both tempos are written; null for one that is not known. Without both there is one row less. */
  readonly tempos: Readonly<Record<'user' | 'pro', Lettering | null>>;
  /** Whether the pro's tempo stands left and the visitor's right. */
  readonly isSwapped: boolean;
}

/** A row's height, as a share of the canvas' width and within what can be read and what is thin. */
const ROW = { share: 1 / 30, leastPx: 16, mostPx: 36 } as const;

/** The canvas that is left for the pictures of a comparison with a strip, whatever its width. */
export function aboveStrip({ widthPx, heightPx }: Size): Size {
  return { widthPx, heightPx: heightPx - 2 * ROW.mostPx };
}

/** The part of the canvas with both pictures: all of it, or all above the strip. */
export function pictureArea({ canvas, strip }: { readonly canvas: Size; readonly strip: PlannedStrip | null }): Size {
  return { widthPx: canvas.widthPx, heightPx: strip ? strip.rect.yPx : canvas.heightPx };
}

/** One side's clip and marks, and how its source time follows plan time. */
export interface PositionedSide {
  readonly clip: Clip;
  readonly annotations: SwingAnnotations;
  readonly map: TimeMap;
}

/**
 * When each side's marked positions are reached: the visitor's first, each side's in the order of the swing. `lastFrameAt`: the plan
 * time of the last merged frame.
 */
export function planPositions(
  sides: Readonly<Record<'user' | 'pro', PositionedSide>>,
  lastFrameAt: number,
): readonly PlannedPosition[] {
  const positionsOf = (side: 'user' | 'pro'): PlannedPosition[] =>
    POSITIONS.flatMap((position) => {
      const { clip, annotations, map } = sides[side];
      const time = timeOf(onShownFrames(clip, annotations), position);
      if (time === null) return [];
      const at = planTimeAt(map, time as SourceTime);
      return [Object.freeze({ side, position, at: planTime(Math.min(Math.max(at, 0), lastFrameAt)) })];
    });
  return Object.freeze([...positionsOf('user'), ...positionsOf('pro')]);
}

/** The strip below pictures that take this much of the canvas. */
export function planStrip(pictures: Size, tempos: PlannedStrip['tempos'], isSwapped: boolean): PlannedStrip {
  const rows = tempos.user || tempos.pro ? 2 : 1;
  const rowPx = Math.min(Math.max(ROW.share * pictures.widthPx, ROW.leastPx), ROW.mostPx);
  const heightPx = rows * 2 * Math.floor(rowPx / 2);
  return Object.freeze({
    rect: Object.freeze({ xPx: 0, yPx: pictures.heightPx, widthPx: pictures.widthPx, heightPx }),
    tempos: Object.freeze(tempos),
    isSwapped,
  });
}
