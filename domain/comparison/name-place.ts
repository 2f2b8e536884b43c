// Places each name in the corner of its pane that covers the least of the golfer.
import { type EvenRect, evenRect, type Rect, type Size } from '#domain/geometry.ts';
import type { Lettering } from '#domain/lettering/lettering.ts';
import type { Side } from '#domain/side.ts';
import type { CanvasLayout } from './canvas-layout.ts';
import { type ComparisonChoices, laysOver } from './comparison-choices.ts';
import type { SidePicture } from './golfer-room.ts';
import { type SidePlace, shownPart } from './picture-place.ts';

/** A name on the canvas. */
export interface PlannedName {
  readonly lettering: Lettering;
  /** The rectangle of the dark plate that the name fills: inside the canvas. */
  readonly rect: EvenRect;
}

/**
 * Height of the plate: a share of the picture's width (the scarcest dimension on a screen) or of its height, clamped so
 * that it is legible but unobtrusive.
 */
const HEIGHT = { ofWidth: 0.05, ofHeight: 0.05, leastPx: 14, mostPx: 72 } as const;
/** Maximum share of the available width, so that two names that share it do not overlap. */
const MOST_WIDTH = { alone: 0.85, shared: 0.48 } as const;
/** Maximum share of the available height. */
const MOST_HEIGHT = 0.15;
const MARGIN = 0.01;

/** The corners that a name may use: all four, or those on one side where both sides share the canvas. */
type Corners = 'all' | 'left' | 'right';

/** Places a side's name on the laid-out pictures; null without room for it. */
export function planName(
  lettering: Lettering,
  side: Side,
  { layout, isSwapped }: ComparisonChoices,
  laidOut: CanvasLayout,
  picture: SidePicture,
): PlannedName | null {
  const { canvas, [side]: place } = laidOut;
  const isOver = laysOver(layout);
  const within = isOver ? { xPx: 0, yPx: 0, ...canvas } : shownPart(place);
  const corners = isOver ? ((side === 'user') === isSwapped ? 'right' : 'left') : 'all';
  const planned = placeName(lettering, within, corners, canvas, picture, place);
  return planned && Object.freeze({ ...planned, rect: Object.freeze(planned.rect) });
}

/** The place of a side's name inside `within`; null if that is too small. At the top if the body is unknown. */
export function placeName(
  lettering: Lettering,
  within: Rect,
  corners: Corners,
  canvas: Size,
  side: SidePicture,
  place: SidePlace,
): PlannedName | null {
  const share = Math.max(HEIGHT.ofWidth * canvas.widthPx, HEIGHT.ofHeight * canvas.heightPx);
  const wished = Math.min(Math.max(share, HEIGHT.leastPx), HEIGHT.mostPx, MOST_HEIGHT * within.heightPx);
  const mostWidth = corners === 'all' ? MOST_WIDTH.alone : MOST_WIDTH.shared;
  const aspect = lettering.widthPx / lettering.heightPx;
  const heightPx = even(Math.min(wished, (mostWidth * within.widthPx) / aspect));
  const widthPx = Math.max(LEAST_WIDTH_PX, even(heightPx * aspect));
  const marginPx = Math.max(2, even(MARGIN * canvas.heightPx));
  const [left, top] = [within.xPx + marginPx, within.yPx + marginPx];
  const right = within.xPx + within.widthPx - marginPx - widthPx;
  const bottom = within.yPx + within.heightPx - marginPx - heightPx;
  if (heightPx < LEAST_PX || right < left || bottom < top) return null;
  const places = [
    ...(corners === 'right' ? [] : [[left, top] as const]),
    ...(corners === 'left' ? [] : [[right, top] as const]),
    ...(corners === 'right' ? [] : [[left, bottom] as const]),
    ...(corners === 'left' ? [] : [[right, bottom] as const]),
  ].map(([xPx, yPx]) => evenRect({ xPx, yPx, widthPx, heightPx }));
  const golfer = golferOn(side, place);
  const covered = (rect: Rect) => golfer.reduce((sum, { box, weight }) => sum + weight * overlapPx(rect, box), 0);
  const [best] = places.map((rect) => ({ rect, px: covered(rect) })).toSorted((a, b) => a.px - b.px);
  return best ? { lettering, rect: best.rect } : null;
}

/** Minimum legible height of a name. */
const LEAST_PX = 8;
/** Minimum width of a name: ffmpeg cannot scale a picture to width 0, and lettering can be one column wide. */
const LEAST_WIDTH_PX = 2;
/** Penalty for covering the head or the body, relative to the rest of the golfer's part. */
const BODY_WEIGHT = 10;
/** Half of a body's width, in body heights. */
const BODY_HALF = 0.25;

/** The parts of the canvas that a name should not cover. */
function golferOn({ widthPx, heightPx, body, room }: SidePicture, place: SidePlace) {
  if (!body) return [];
  const { picture } = place;
  const shown = shownPart(place);
  const [scaleX, scaleY] = [picture.widthPx / widthPx, picture.heightPx / heightPx];
  const onCanvas = (left: number, top: number, right: number, bottom: number): Rect => {
    const x = Math.max(shown.xPx, picture.xPx + left * scaleX);
    const y = Math.max(shown.yPx, picture.yPx + top * scaleY);
    return { xPx: x, yPx: y, widthPx: picture.xPx + right * scaleX - x, heightPx: picture.yPx + bottom * scaleY - y };
  };
  const halfPx = BODY_HALF * (body.solesPx - body.headTopPx);
  const standing = onCanvas(body.middlePx - halfPx, body.headTopPx, body.middlePx + halfPx, body.solesPx);
  return [
    { box: standing, weight: BODY_WEIGHT },
    ...(room ? [{ box: onCanvas(room.leftPx, room.topPx, room.rightPx, room.bottomPx), weight: 1 }] : []),
  ];
}

function overlapPx(a: Rect, b: Rect): number {
  const across = Math.min(a.xPx + a.widthPx, b.xPx + b.widthPx) - Math.max(a.xPx, b.xPx);
  const down = Math.min(a.yPx + a.heightPx, b.yPx + b.heightPx) - Math.max(a.yPx, b.yPx);
  return Math.max(0, across) * Math.max(0, down);
}

function even(px: number): number {
  return Math.floor(px / 2) * 2;
}
