// Both golfers at one height with their feet on one line: the window of each side's picture that shows all of the swing, and
// the size at which both stay sharp. In body heights, measured from the point between the feet.
import type { SidePicture } from './golfer-room.ts';
import { evenDown, layOutPanes, type Rect, type Size } from './pane-layout.ts';

/** Where a picture would lie on the canvas, in any numbers. */
export interface WishedPicture {
  readonly rect: Rect;
  readonly picture: Rect;
}

/** A canvas and both sides' wished pictures. */
export interface FramedPanes {
  readonly canvas: Size;
  readonly user: WishedPicture;
  readonly pro: WishedPicture;
}

/** A side whose golfer is known for sure. */
export type SureSide = SidePicture & { readonly [Key in 'body' | 'room']: NonNullable<SidePicture[Key]> };

/** Whether body and hands' path are known for sure, and the golfer stands in the picture. */
export function isSure(side: SidePicture): side is SureSide {
  const { body, room, widthPx } = side;
  return body !== null && room !== null && body.middlePx > 0 && body.middlePx < widthPx;
}

/** No side is narrower than this share of the canvas. */
const LEAST_SHARE = 1 / 3;
/** Below the soles, where a club and a ball may be nearer to the camera than the feet. */
const LEAST_GROUND = 0.08;
/** A golfer is not enlarged beyond this, or beyond what the full pictures beside each other do. */
const MOST_ENLARGED = 1.5;

interface Across {
  readonly left: number;
  readonly right: number;
}

/** What is shown around the point between the feet. */
interface Window extends Across {
  readonly up: number;
  readonly down: number;
}

/** How two panes are laid out. */
export interface PaneOrder {
  readonly isStacked: boolean;
  readonly isSwapped: boolean;
  /** The largest canvas. */
  readonly most: Size;
}

/** The panes of two golfers who are known for sure, beside or above each other. */
export function framePanes(user: SureSide, pro: SureSide, { isStacked, isSwapped, most }: PaneOrder): FramedPanes {
  const [one, other] = [neededOf(user), neededOf(pro)];
  const up = Math.max(one.up, other.up);
  // A little less ground on both sides is better than black below one of them.
  const down = Math.min(Math.max(one.down, other.down), Math.max(Math.min(one.down, other.down), LEAST_GROUND));
  const both = { left: Math.max(one.left, other.left), right: Math.max(one.right, other.right) };
  const [userAcross, proAcross] = isStacked
    ? [both, both]
    : [widened(one, widthOf(other), user), widened(other, widthOf(one), pro)];
  const wide = isStacked ? widthOf(both) : widthOf(userAcross) + widthOf(proAcross);
  const high = (up + down) * (isStacked ? 2 : 1);
  const bodyPx = Math.min(most.widthPx / wide, most.heightPx / high, sharpBodyPx(user, pro));
  const heightPx = evenDown((up + down) * bodyPx);
  const [userWidthPx, proWidthPx] = [userAcross, proAcross].map((across) => evenDown(widthOf(across) * bodyPx)) as [
    number,
    number,
  ];
  const rectOf = (widthPx: number, isSecond: boolean, beforePx: number): Rect => ({
    xPx: !isStacked && isSecond ? beforePx : 0,
    yPx: isStacked && isSecond ? heightPx : 0,
    widthPx,
    heightPx,
  });
  const wished = (side: SureSide, rect: Rect, { left }: Across): WishedPicture => ({
    rect,
    picture: pictureAt(side, { xPx: rect.xPx + left * bodyPx, yPx: rect.yPx + up * bodyPx }, bodyPx),
  });
  return {
    canvas: isStacked
      ? { widthPx: userWidthPx, heightPx: 2 * heightPx }
      : { widthPx: userWidthPx + proWidthPx, heightPx },
    user: wished(user, rectOf(userWidthPx, isSwapped, proWidthPx), userAcross),
    pro: wished(pro, rectOf(proWidthPx, !isSwapped, userWidthPx), proAcross),
  };
}

/** The visitor's picture around both golfers, who are laid over each other, and the pro's in it. */
export function frameOver(user: SureSide, pro: SureSide, most: Size): FramedPanes {
  const [own, others, available] = [neededOf(user), needOf(pro), availableOf(user)];
  const edge = (key: keyof Window) => Math.max(own[key], Math.min(others[key], available[key]));
  const window: Window = { left: edge('left'), right: edge('right'), up: edge('up'), down: edge('down') };
  const bodyPx = Math.min(
    most.widthPx / widthOf(window),
    most.heightPx / (window.up + window.down),
    sharpBodyPx(user, pro),
  );
  const canvas = {
    widthPx: evenDown(widthOf(window) * bodyPx),
    heightPx: evenDown((window.up + window.down) * bodyPx),
  };
  const rect = { xPx: 0, yPx: 0, ...canvas };
  const feet = { xPx: window.left * bodyPx, yPx: window.up * bodyPx };
  return {
    canvas,
    user: { rect, picture: pictureAt(user, feet, bodyPx) },
    pro: { rect, picture: pictureAt(pro, feet, bodyPx) },
  };
}

/** The picture whose golfer has a height on the canvas and the point between the feet at `feet`. */
function pictureAt(side: SureSide, feet: { readonly xPx: number; readonly yPx: number }, bodyPx: number): Rect {
  const scale = bodyPx / heightOf(side);
  return {
    xPx: feet.xPx - side.body.middlePx * scale,
    yPx: feet.yPx - side.body.solesPx * scale,
    widthPx: side.widthPx * scale,
    heightPx: side.heightPx * scale,
  };
}

function heightOf({ body }: SureSide): number {
  return body.solesPx - body.headTopPx;
}

function widthOf({ left, right }: Across): number {
  return left + right;
}

/** All that the swing needs. */
function needOf(side: SureSide): Window {
  const { body, room } = side;
  const heightPx = heightOf(side);
  return {
    left: (body.middlePx - room.leftPx) / heightPx,
    right: (room.rightPx - body.middlePx) / heightPx,
    up: (body.solesPx - room.topPx) / heightPx,
    down: (room.bottomPx - body.solesPx) / heightPx,
  };
}

/** As far as the picture reaches. */
function availableOf(side: SureSide): Window {
  const { body, widthPx, heightPx } = side;
  const unit = heightOf(side);
  return {
    left: body.middlePx / unit,
    right: (widthPx - body.middlePx) / unit,
    up: body.solesPx / unit,
    down: Math.max(0, heightPx - body.solesPx) / unit,
  };
}

/** What the swing needs, as far as the picture reaches; the golfer in the middle as far as that costs nothing of it. */
function neededOf(side: SureSide): Window {
  const [need, available] = [needOf(side), availableOf(side)];
  const within = (key: keyof Window) => Math.min(need[key], available[key]);
  const half = Math.max(within('left'), within('right'));
  const centred = Math.min(half, available.left, available.right);
  return {
    left: Math.max(within('left'), centred),
    right: Math.max(within('right'), centred),
    up: within('up'),
    down: within('down'),
  };
}

/** At least as wide as a third of both: wider to the side on which the picture goes on, at last beyond it. */
function widened(across: Across, otherWidth: number, side: SureSide): Across {
  const available = availableOf(side);
  const missing = (otherWidth * LEAST_SHARE) / (1 - LEAST_SHARE) - widthOf(across);
  if (missing <= 0) return across;
  const spare = {
    left: Math.max(0, available.left - across.left),
    right: Math.max(0, available.right - across.right),
  };
  const left = Math.min(spare.left, Math.max(missing / 2, missing - spare.right));
  const right = Math.min(spare.right, missing - left);
  const beyond = (missing - left - right) / 2;
  return { left: across.left + left + beyond, right: across.right + right + beyond };
}

/** The greatest height of both golfers at which neither is blurred. */
function sharpBodyPx(user: SureSide, pro: SureSide): number {
  const plain = layOutPanes(user, pro).user.heightPx;
  const [one, other] = [heightOf(user), heightOf(pro)];
  const inFull = Math.min((one * plain) / user.heightPx, (other * plain) / pro.heightPx);
  return Math.max(MOST_ENLARGED * Math.min(one, other), inFull);
}
