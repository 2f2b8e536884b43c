// Places both pictures on the canvas, for each layout and framing. In ghost and wipe the pro is fitted onto the
// visitor, with the feet aligned, where both bodies are known.
import { type EvenRect, type EvenSize, evenPx, evenRect, evenSize, type Rect, type Size } from '#domain/geometry.ts';
import { bySide, type Side } from '#domain/side.ts';
import { type ComparisonChoices, laysOver, type PictureFit, sideAlone } from './comparison-choices.ts';
import {
  type FramedPanes,
  frameOver,
  framePanes,
  isSure,
  type PaneOrder,
  pictureAt,
  type WishedPicture,
} from './golfer-framing.ts';
import type { SidePicture, StandingBody } from './golfer-room.ts';
import { evenDown, layOutPanes, MAX_CANVAS, placeIn, type SidePlace, samePanes, stackPanes } from './picture-place.ts';
import { isUnmoved } from './same-choices.ts';

/** The canvas and both sides' places. */
export interface CanvasLayout {
  readonly canvas: EvenSize;
  readonly user: SidePlace;
  readonly pro: SidePlace;
  /** Whether the pro is fitted onto the visitor's body; otherwise both pictures have the same height and center. */
  readonly isFitted: boolean;
  /** Whether the framing shows both golfers at the same height with their feet on one line. */
  readonly isFramed: boolean;
}

/**
 * Lays out both pictures. Never throws: pictures of any size get a place on an even canvas of at most `most`. Framed
 * golfers fill a canvas with the aspect ratio `aspect` (width by height), where it is given.
 */
export function layOutCanvas(
  user: SidePicture,
  pro: SidePicture,
  choices: ComparisonChoices,
  most: EvenSize = MAX_CANVAS,
  aspect: number | null = null,
): CanvasLayout {
  const room = { most, aspect };
  const alone = sideAlone(choices);
  if (alone) return layOutAlone(alone, { user, pro }, choices, room);
  const layOut = laysOver(choices.layout) ? layOutOver : layOutBeside;
  return layOut(user, pro, choices, room);
}

/** The maximum size of the canvas, and the aspect ratio that framed golfers fill; null for any ratio. */
interface Room {
  readonly most: EvenSize;
  readonly aspect: number | null;
}

/**
 * One side fills the canvas, as it would beside a swing of the same size. The other side is hidden in the same place.
 */
function layOutAlone(
  alone: Side,
  pictures: Readonly<Record<Side, SidePicture>>,
  choices: ComparisonChoices,
  { most, aspect }: Room,
): CanvasLayout {
  const picture = pictures[alone];
  // Where no shape is given, nothing is cut off while the golfer's place is uncertain.
  const isWhole = choices.framing === 'golfers' && aspect === null && !isSure(picture);
  const twice = {
    ...choices,
    layout: 'side-by-side',
    framing: isWhole ? 'wide' : choices.framing,
    isSwapped: false,
    user: choices[alone],
    pro: choices[alone],
  } as const;
  const shown = layOutBeside(picture, picture, twice, {
    most: evenSize({ ...most, widthPx: 2 * most.widthPx }),
    aspect: aspect && 2 * aspect,
  });
  const { rect } = shown.user;
  const unseen: SidePlace = { rect, picture: rect, crop: null };
  const canvas = evenSize(rect);
  return { ...shown, canvas, ...bySide((side) => (side === alone ? shown.user : unseen)) };
}

function layOutBeside(user: SidePicture, pro: SidePicture, choices: ComparisonChoices, room: Room): CanvasLayout {
  const { isSwapped } = choices;
  const { most } = room;
  const isStacked = choices.layout === 'stacked';
  const isWide = choices.framing === 'wide';
  const isFramed = choices.framing !== 'full' && isSure(user) && isSure(pro);
  // Where the golfer's place is uncertain, the middle of the picture or the approximate place of the golfer fills the
  // given shape, or an upright one.
  const isFilled = !isFramed && choices.framing !== 'full';
  const wished = isFramed
    ? framePanes(user, pro, { isStacked, isSwapped, isWide, ...room })
    : isFilled
      ? fillPanes(user, pro, { isStacked, isSwapped, isWide, ...room })
      : fullPanes((isStacked ? stackPanes : layOutPanes)(user, pro, isSwapped, most));
  const placeOf = (side: Side, source: SidePicture): SidePlace => {
    const { fit, isMirrored } = choices[side];
    const { rect, picture } = wished[side];
    const isMoved = choices.framing !== 'full' && !isUnmoved(fit);
    if (!isFramed && !isFilled && !isMoved) return { rect, picture, crop: null };
    const anchor = isFramed && source.body ? feetOf(picture, source, source.body) : middleOf(rect);
    const at = isMoved ? inView(moved(picture, anchor, fit, rect), rect) : picture;
    return placeIn(rect, at, source, isMirrored);
  };
  return { canvas: wished.canvas, user: placeOf('user', user), pro: placeOf('pro', pro), isFitted: false, isFramed };
}

function fullPanes({ canvas, user, pro }: ReturnType<typeof layOutPanes>): FramedPanes {
  return { canvas, user: { rect: user, picture: user }, pro: { rect: pro, picture: pro } };
}

/** Maximum share of a picture that is cropped: of an upright one's width, of a wide one's width, and of any one's height. */
const MOST_CUT = { upright: 0.12, across: 0.5, height: 0.12 } as const;
/** The share of a cropped height that is taken from the top: feet are closer to the lower edge than heads to the upper one. */
const CUT_ABOVE = 0.8;

/**
 * Two panes of the same size that fill a shape. Each shows as much of its picture as the shape allows; the wide framing
 * shows all of it.
 */
function fillPanes(user: SidePicture, pro: SidePicture, order: PaneOrder): FramedPanes {
  const { isStacked, isSwapped, isWide, most, aspect } = order;
  const shape = aspect ?? naturalShape(user, pro, order);
  // Without a given shape no picture is enlarged beyond the larger one.
  const sharpPx =
    aspect === null ? Math.max(user.heightPx, pro.heightPx) * (isStacked ? 2 : 1) : Number.POSITIVE_INFINITY;
  const heightPx = Math.min(most.heightPx, most.widthPx / shape, sharpPx);
  const pane: EvenSize = {
    widthPx: evenDown((heightPx * shape) / (isStacked ? 1 : 2)),
    heightPx: evenDown(heightPx / (isStacked ? 2 : 1)),
  };
  const { canvas, rectOf } = samePanes(pane, isStacked);
  const wished = (side: SidePicture, rect: EvenRect): WishedPicture => {
    const [across, down] = [rect.widthPx / side.widthPx, rect.heightPx / side.heightPx];
    const ofWidth = side.widthPx > side.heightPx ? MOST_CUT.across : MOST_CUT.upright;
    const mostCut = isWide ? 0 : across > down ? MOST_CUT.height : ofWidth;
    const scale = Math.min(Math.max(across, down), Math.min(across, down) / (1 - mostCut));
    const picture = { widthPx: side.widthPx * scale, heightPx: side.heightPx * scale };
    const middle = side.body ? side.body.middlePx * scale : picture.widthPx / 2;
    const left = Math.min(Math.max(middle - rect.widthPx / 2, 0), Math.max(0, picture.widthPx - rect.widthPx));
    const xPx = picture.widthPx > rect.widthPx ? rect.xPx - left : rect.xPx + (rect.widthPx - picture.widthPx) / 2;
    const missing = rect.heightPx - picture.heightPx;
    const yPx = rect.yPx + missing * (missing < 0 ? CUT_ABOVE : 0.5);
    return { rect, picture: { xPx, yPx, ...picture } };
  };
  return { canvas, user: wished(user, rectOf(isSwapped)), pro: wished(pro, rectOf(!isSwapped)) };
}

/** Limits of a pane's aspect ratio where no shape is given: beside another pane, and above one. */
const NATURAL = { beside: [0.5, 0.72], stacked: [1, 16 / 9] } as const;

/** The aspect ratio of a canvas whose panes are as wide as the wider picture, within limits; the wide framing cuts nothing. */
function naturalShape(user: Size, pro: Size, { isStacked, isWide }: PaneOrder): number {
  const [narrowest, widest] = NATURAL[isStacked ? 'stacked' : 'beside'];
  const wider = Math.max(user.widthPx / user.heightPx, pro.widthPx / pro.heightPx);
  const pane = Math.max(narrowest, Math.min(wider, isWide ? NATURAL.stacked[1] : widest));
  return isStacked ? pane / 2 : pane * 2;
}

/** Minimum share of a panel that shows the picture, or of the picture where that is smaller. */
const LEAST_IN_VIEW = 0.25;

function inView(picture: Rect, rect: Rect): Rect {
  const bounded = (at: number, length: number, rectAt: number, rectLength: number) => {
    const least = Math.min(length, rectLength) * LEAST_IN_VIEW;
    return Math.min(Math.max(at, rectAt - length + least), rectAt + rectLength - least);
  };
  return {
    ...picture,
    xPx: bounded(picture.xPx, picture.widthPx, rect.xPx, rect.widthPx),
    yPx: bounded(picture.yPx, picture.heightPx, rect.yPx, rect.heightPx),
  };
}

/** Bounds for scaling the pro's picture relative to the visitor's to match the body heights. */
const MOST_ENLARGED = 4;

/** Lays the pro over the visitor. */
function layOutOver(user: SidePicture, pro: SidePicture, choices: ComparisonChoices, room: Room): CanvasLayout {
  const { most } = room;
  const isFramed = choices.framing !== 'full' && isSure(user) && isSure(pro);
  const isFitted = user.body !== null && pro.body !== null;
  const over = isFramed
    ? frameOver(user, pro, { isWide: choices.framing === 'wide', ...room })
    : wholeOver(user, pro, most);
  const { canvas } = over;
  const anchor = pro.body && isFitted ? feetOf(over.pro.picture, pro, pro.body) : middleOf(over.pro.picture);
  const proPicture = moved(over.pro.picture, anchor, choices.ghost.fit, canvas);
  const whole = evenRect({ xPx: 0, yPx: 0, ...canvas });
  if (choices.layout === 'ghost' && !isFramed) {
    return {
      canvas,
      user: { rect: whole, picture: over.user.picture, crop: null },
      pro: { rect: whole, picture: nearestEven(proPicture), crop: null },
      isFitted,
      isFramed,
    };
  }
  const rects = choices.layout === 'wipe' ? wipeRects(canvas, choices) : { user: whole, pro: whole };
  return {
    canvas,
    user: placeIn(rects.user, over.user.picture, user, choices.user.isMirrored),
    pro: placeIn(rects.pro, proPicture, pro, choices.pro.isMirrored),
    isFitted,
    isFramed,
  };
}

/** Shows one side on each side of the edge: the visitor on the left, or on the right when swapped. */
function wipeRects(canvas: EvenSize, { wipePercent, isSwapped }: ComparisonChoices) {
  const edgePx = Math.min(Math.max(2, Math.round((canvas.widthPx * wipePercent) / 200) * 2), canvas.widthPx - 2);
  const left = evenRect({ xPx: 0, yPx: 0, widthPx: edgePx, heightPx: canvas.heightPx });
  const right = evenRect({ ...left, xPx: edgePx, widthPx: canvas.widthPx - edgePx });
  return isSwapped ? { user: right, pro: left } : { user: left, pro: right };
}

/** Shows both pictures in full: fitted onto the visitor's if both bodies are known, else at one height and center. */
function wholeOver(user: SidePicture, pro: SidePicture, most: EvenSize): FramedPanes {
  const { user: left, pro: right } = layOutPanes(user, pro, false, most);
  const bodies = user.body && pro.body && { user: user.body, pro: pro.body };
  // Without a fit both pictures are shown whole. With a fit, the visitor's picture is the background of the pro's.
  const frame = bodies
    ? sizeWithin(user, most)
    : { widthPx: Math.max(left.widthPx, right.widthPx), heightPx: left.heightPx };
  const canvas = evenSize(frame);
  const rect = evenRect({ xPx: 0, yPx: 0, ...canvas });
  const userPicture = bodies ? rect : inMiddleOf(canvas, left);
  const proPicture = bodies ? bodyOverBody(userPicture, user, bodies, pro) : inMiddleOf(canvas, right);
  return { canvas, user: { rect, picture: userPicture }, pro: { rect, picture: proPicture } };
}

/** The visitor's picture alone, at its filmed size or scaled down to the canvas. */
function sizeWithin(user: Size, most: Size): EvenSize {
  const scale = Math.min(1, most.widthPx / user.widthPx, most.heightPx / user.heightPx);
  return { widthPx: evenDown(user.widthPx * scale), heightPx: evenDown(user.heightPx * scale) };
}

function bodyOverBody(userPicture: Rect, user: Size, bodies: Readonly<Record<Side, StandingBody>>, pro: Size): Rect {
  const userScale = userPicture.heightPx / user.heightPx;
  const heightPx = (bodies.user.solesPx - bodies.user.headTopPx) * userScale;
  const wished = heightPx / (bodies.pro.solesPx - bodies.pro.headTopPx);
  const usual = userPicture.heightPx / pro.heightPx;
  const scale = Math.min(Math.max(wished, usual / MOST_ENLARGED), usual * MOST_ENLARGED);
  return pictureAt({ ...pro, body: bodies.pro }, feetOf(userPicture, user, bodies.user), scale);
}

type CanvasPoint = Pick<Rect, 'xPx' | 'yPx'>;

function feetOf(picture: Rect, source: Size, body: StandingBody): CanvasPoint {
  return {
    xPx: picture.xPx + (body.middlePx * picture.widthPx) / source.widthPx,
    yPx: picture.yPx + (body.solesPx * picture.heightPx) / source.heightPx,
  };
}

function middleOf({ xPx, yPx, widthPx, heightPx }: Rect): CanvasPoint {
  return { xPx: xPx + widthPx / 2, yPx: yPx + heightPx / 2 };
}

/** Scales around a fixed point, then moves. */
function moved(picture: Rect, anchor: CanvasPoint, fit: PictureFit, canvas: Size): Rect {
  const scale = fit.sizePercent / 100;
  return {
    xPx: anchor.xPx + (picture.xPx - anchor.xPx) * scale + (fit.rightPercent / 100) * canvas.widthPx,
    yPx: anchor.yPx + (picture.yPx - anchor.yPx) * scale - (fit.upPercent / 100) * canvas.heightPx,
    widthPx: picture.widthPx * scale,
    heightPx: picture.heightPx * scale,
  };
}

function inMiddleOf(canvas: Size, { widthPx, heightPx }: Size): EvenRect {
  return nearestEven({ xPx: (canvas.widthPx - widthPx) / 2, yPx: (canvas.heightPx - heightPx) / 2, widthPx, heightPx });
}

function nearestEven({ xPx, yPx, widthPx, heightPx }: Rect): EvenRect {
  const length = (px: number) => evenPx(Math.max(2, px));
  return { xPx: evenPx(xPx), yPx: evenPx(yPx), widthPx: length(widthPx), heightPx: length(heightPx) };
}
