// Where both pictures lie on the canvas, in each layout. In the ghost the pro's picture is fitted: body over body, feet on
// feet, where both bodies are known.
import type { ComparisonChoices, GhostFit } from './comparison-choices.ts';
import { evenDown, layOutPanes, MAX_CANVAS, type Rect, type Size, stackPanes } from './pane-layout.ts';

/** Where a golfer stands at rest in the upright picture of a clip, as it is shown: a mirrored one is mirrored here too. */
export interface StandingBody {
  readonly headTopPx: number;
  /** Greater than the head's top. */
  readonly solesPx: number;
  readonly middlePx: number;
}

/** One side's upright picture, and the body in it, null where that is not known. */
export interface SidePicture extends Size {
  readonly body: StandingBody | null;
}

/** One side's place on the canvas. */
export interface SidePlace {
  /** The part of the canvas that is the side's own. */
  readonly rect: Rect;
  /** Where its whole upright picture would lie; what is outside of `rect` is not shown. Even, places may be negative. */
  readonly picture: Rect;
}

/** The canvas and both sides' places. */
export interface CanvasLayout {
  readonly canvas: Size;
  readonly user: SidePlace;
  readonly pro: SidePlace;
  /** Whether the pro lies body over body on the visitor; else both pictures have one height and one middle. */
  readonly isFitted: boolean;
}

type LayoutChoices = Pick<ComparisonChoices, 'layout' | 'ghost' | 'isSwapped'>;

/** Lays both pictures out. Never throws: pictures of any size have a place on an even canvas of at most 1920×1080. */
export function layOutCanvas(user: SidePicture, pro: SidePicture, choices: LayoutChoices): CanvasLayout {
  if (choices.layout === 'ghost') return layOutGhost(user, pro, choices.ghost.fit);
  const { canvas, ...rects } = (choices.layout === 'stacked' ? stackPanes : layOutPanes)(user, pro, choices.isSwapped);
  const filled = (rect: Rect): SidePlace => ({ rect, picture: rect });
  return { canvas, user: filled(rects.user), pro: filled(rects.pro), isFitted: false };
}

/** How much larger or smaller than the visitor's picture the pro's may become, so that bodies are of one height. */
const MOST_ENLARGED = 4;

function layOutGhost(user: SidePicture, pro: SidePicture, fit: GhostFit): CanvasLayout {
  const { user: left, pro: right } = layOutPanes(user, pro);
  const bodies = user.body && pro.body && { user: user.body, pro: pro.body };
  // Unfitted, both pictures are seen whole; fitted, the visitor's is what the pro is laid over.
  const frame = bodies
    ? layOutAlone(user)
    : { widthPx: Math.max(left.widthPx, right.widthPx), heightPx: left.heightPx };
  const canvas: Size = { widthPx: frame.widthPx, heightPx: frame.heightPx };
  const userPicture = bodies ? { xPx: 0, yPx: 0, ...canvas } : inMiddleOf(canvas, left);
  const placed = bodies ? bodyOverBody(userPicture, user, bodies, pro) : inMiddleOf(canvas, right);
  const anchor = bodies ? feetOf(placed, pro, bodies.pro) : middleOf(placed);
  const whole: Rect = { xPx: 0, yPx: 0, ...canvas };
  return {
    canvas,
    user: { rect: whole, picture: userPicture },
    pro: { rect: whole, picture: evenRect(moved(placed, anchor, fit, canvas)) },
    isFitted: bodies !== null,
  };
}

/** The visitor's picture by itself, as large as it was filmed or as the canvas may be. */
function layOutAlone(user: Size): Size {
  const scale = Math.min(1, MAX_CANVAS.widthPx / user.widthPx, MAX_CANVAS.heightPx / user.heightPx);
  return { widthPx: evenDown(user.widthPx * scale), heightPx: evenDown(user.heightPx * scale) };
}

function bodyOverBody(
  userPicture: Rect,
  user: Size,
  bodies: Readonly<Record<'user' | 'pro', StandingBody>>,
  pro: Size,
): Rect {
  const userScale = userPicture.heightPx / user.heightPx;
  const heightPx = (bodies.user.solesPx - bodies.user.headTopPx) * userScale;
  const wished = heightPx / (bodies.pro.solesPx - bodies.pro.headTopPx);
  const usual = userPicture.heightPx / pro.heightPx;
  const scale = Math.min(Math.max(wished, usual / MOST_ENLARGED), usual * MOST_ENLARGED);
  const feet = feetOf(userPicture, user, bodies.user);
  return {
    xPx: feet.xPx - bodies.pro.middlePx * scale,
    yPx: feet.yPx - bodies.pro.solesPx * scale,
    widthPx: pro.widthPx * scale,
    heightPx: pro.heightPx * scale,
  };
}

interface CanvasPoint {
  readonly xPx: number;
  readonly yPx: number;
}

function feetOf(picture: Rect, source: Size, body: StandingBody): CanvasPoint {
  return {
    xPx: picture.xPx + (body.middlePx * picture.widthPx) / source.widthPx,
    yPx: picture.yPx + (body.solesPx * picture.heightPx) / source.heightPx,
  };
}

function middleOf({ xPx, yPx, widthPx, heightPx }: Rect): CanvasPoint {
  return { xPx: xPx + widthPx / 2, yPx: yPx + heightPx / 2 };
}

/** Enlarged about a point that stays, then moved. */
function moved(picture: Rect, anchor: CanvasPoint, fit: GhostFit, canvas: Size): Rect {
  const scale = fit.sizePercent / 100;
  return {
    xPx: anchor.xPx + (picture.xPx - anchor.xPx) * scale + (fit.rightPercent / 100) * canvas.widthPx,
    yPx: anchor.yPx + (picture.yPx - anchor.yPx) * scale - (fit.upPercent / 100) * canvas.heightPx,
    widthPx: picture.widthPx * scale,
    heightPx: picture.heightPx * scale,
  };
}

function inMiddleOf(canvas: Size, { widthPx, heightPx }: Size): Rect {
  return evenRect({ xPx: (canvas.widthPx - widthPx) / 2, yPx: (canvas.heightPx - heightPx) / 2, widthPx, heightPx });
}

function evenRect({ xPx, yPx, widthPx, heightPx }: Rect): Rect {
  const even = (px: number) => Math.round(px / 2) * 2;
  return { xPx: even(xPx), yPx: even(yPx), widthPx: Math.max(2, even(widthPx)), heightPx: Math.max(2, even(heightPx)) };
}
