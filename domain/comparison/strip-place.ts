// When each side reaches its positions, and the place of the thin strip below both pictures, which shows them with the
// progress and both tempos.
import { type EvenRect, type EvenSize, evenRect, evenSize, type Size } from '#domain/geometry.ts';
import type { Lettering } from '#domain/lettering/lettering.ts';
import type { Side } from '#domain/side.ts';
import { onShownFrames, POSITIONS, type Position, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { type PlanTime, planTime, type SourceTime } from '#domain/time.ts';
import type { Clip } from '#domain/video/clip.ts';
import { planTimeAt, type TimeMap } from './timeline.ts';

/** A marked position of one side in the comparison: a tick on the strip and on every timeline. */
export interface PlannedPosition {
  readonly side: Side;
  readonly position: Position;
  /** The plan time at which it is reached, in seconds: within the comparison. */
  readonly at: PlanTime;
}

/** The strip. */
export interface PlannedStrip {
  /** The bottom of the canvas over its whole width. */
  readonly rect: EvenRect;
  /** The lettering of both tempos; null where a tempo is unknown. Without both tempos the strip has one row less. */
  readonly tempos: Readonly<Record<Side, Lettering | null>>;
  /** Whether the pro's tempo is on the left and the visitor's on the right. */
  readonly isSwapped: boolean;
}

/**
 * Height of a row: a share of the pictures, so that tempos are as legible as the page's labels where a phone held upright shows the
 * video as wide as its screen, or as high as its place. Clamped, so that the strip stays thin.
 */
const ROW = { ofWidth: 1 / 21, ofHeight: 1 / 28, leastPx: 16, mostPx: 60 } as const;

/**
 * The part of the canvas that remains for the pictures of a comparison with a strip, for any width.
 * @example
 * aboveStrip(MAX_CANVAS) // { widthPx: 1920, heightPx: 960 }
 */
export function aboveStrip({ widthPx, heightPx }: EvenSize): EvenSize {
  return evenSize({ widthPx, heightPx: heightPx - 2 * ROW.mostPx });
}

/** The part of the canvas with both pictures: all of it, or everything above the strip. */
export function pictureArea({ canvas, strip }: { readonly canvas: Size; readonly strip: PlannedStrip | null }): Size {
  return { widthPx: canvas.widthPx, heightPx: strip ? strip.rect.yPx : canvas.heightPx };
}

interface PositionedSide {
  readonly clip: Clip;
  readonly annotations: SwingAnnotations;
  readonly map: TimeMap;
}

/**
 * When the shown sides reach their marked positions, in the order of the swing. `lastFrameAt`: the plan time of the last
 * merged frame.
 */
export function planPositions(
  shown: readonly Side[],
  sides: Readonly<Record<Side, PositionedSide>>,
  lastFrameAt: number,
): readonly PlannedPosition[] {
  const positionsOf = (side: Side): PlannedPosition[] =>
    POSITIONS.flatMap((position) => {
      const { clip, annotations, map } = sides[side];
      const time = timeOf(onShownFrames(clip, annotations), position);
      if (time === null) return [];
      const at = planTimeAt(map, time as SourceTime);
      return [Object.freeze({ side, position, at: planTime(Math.min(Math.max(at, 0), lastFrameAt)) })];
    });
  return Object.freeze(shown.flatMap(positionsOf));
}

/** The strip below pictures that occupy this much of the canvas. */
export function planStrip(pictures: Size, tempos: PlannedStrip['tempos'], isSwapped: boolean): PlannedStrip {
  const rows = tempos.user || tempos.pro ? 2 : 1;
  const wishedPx = Math.max(ROW.ofWidth * pictures.widthPx, ROW.ofHeight * pictures.heightPx, ROW.leastPx);
  const rowPx = Math.min(wishedPx, ROW.mostPx);
  const heightPx = rows * 2 * Math.floor(rowPx / 2);
  return Object.freeze({
    rect: Object.freeze(evenRect({ xPx: 0, yPx: pictures.heightPx, widthPx: pictures.widthPx, heightPx })),
    tempos: Object.freeze(tempos),
    isSwapped,
  });
}
