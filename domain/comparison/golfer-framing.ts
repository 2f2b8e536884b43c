// Both golfers at one height with their feet on one line, in panes of one size: the window of each side's picture that shows the
// swing, and the size at which both stay sharp. In body heights, measured from the point between the feet.
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

/** The shape of a pane beside another one, width by height: upright, as a golfer is. */
const UPRIGHT = { narrowest: 0.5, widest: 0.72 } as const;
/** A pane that shows the club too may be as wide as a square. */
const WIDEST_WITH_CLUB = 1;
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
  /** Whether the panes show the club and the whole follow-through. */
  readonly isWide: boolean;
  /** The largest canvas. */
  readonly most: Size;
  /** Width by height that the canvas fills; null where it may be any. */
  readonly aspect: number | null;
}

/** The panes of two golfers who are known for sure, beside or above each other: of one size, whatever the pictures. */
export function framePanes(user: SureSide, pro: SureSide, order: PaneOrder): FramedPanes {
  const { isStacked, isSwapped, isWide, most } = order;
  const [one, other] = [neededOf(user, isWide), neededOf(pro, isWide)];
  // A little less ground on both sides is better than none below one of them.
  const ground = Math.min(Math.max(one.down, other.down), Math.max(Math.min(one.down, other.down), LEAST_GROUND));
  const needed = {
    up: Math.max(one.up, other.up),
    down: ground,
    width: isStacked
      ? Math.max(one.left, other.left) + Math.max(one.right, other.right)
      : Math.max(widthOf(one), widthOf(other)),
  };
  const { up, down, width } = shaped(needed, paneAspect(needed, order), user, pro);
  const bodyPx = Math.min(
    most.widthPx / (width * (isStacked ? 1 : 2)),
    most.heightPx / ((up + down) * (isStacked ? 2 : 1)),
    sharpBodyPx(user, pro),
  );
  const pane: Size = { widthPx: evenDown(width * bodyPx), heightPx: evenDown((up + down) * bodyPx) };
  const rectOf = (isSecond: boolean): Rect => ({
    xPx: !isStacked && isSecond ? pane.widthPx : 0,
    yPx: isStacked && isSecond ? pane.heightPx : 0,
    ...pane,
  });
  const wished = (side: SureSide, rect: Rect, across: Across): WishedPicture => {
    const { left } = widened(across, width, side);
    return { rect, picture: pictureAt(side, { xPx: rect.xPx + left * bodyPx, yPx: rect.yPx + up * bodyPx }, bodyPx) };
  };
  const both = { left: Math.max(one.left, other.left), right: Math.max(one.right, other.right) };
  return {
    canvas: isStacked
      ? { widthPx: pane.widthPx, heightPx: 2 * pane.heightPx }
      : { widthPx: 2 * pane.widthPx, heightPx: pane.heightPx },
    user: wished(user, rectOf(isSwapped), isStacked ? both : one),
    pro: wished(pro, rectOf(!isSwapped), isStacked ? both : other),
  };
}

/** A window's extent in body heights. */
interface Extent {
  readonly up: number;
  readonly down: number;
  readonly width: number;
}

/** The shape of each pane, width by height. */
function paneAspect({ up, down, width }: Extent, { isStacked, isWide, aspect }: PaneOrder): number {
  if (aspect !== null) return isStacked ? aspect * 2 : aspect / 2;
  const natural = width / (up + down);
  if (isStacked) return natural;
  return Math.min(Math.max(natural, UPRIGHT.narrowest), isWide ? WIDEST_WITH_CLUB : UPRIGHT.widest);
}

/** The window enlarged to a shape. What it gains above and below is picture first, as far as both have some there. */
function shaped({ up, down, width }: Extent, aspect: number, user: SureSide, pro: SureSide): Extent {
  const missing = width / aspect - (up + down);
  if (missing <= 0) return { up, down, width: (up + down) * aspect };
  const [one, other] = [availableOf(user), availableOf(pro)];
  const spareUp = Math.max(0, Math.min(one.up, other.up) - up);
  const spareDown = Math.max(0, Math.min(one.down, other.down) - down);
  const more = {
    up: Math.min(spareUp, Math.max(missing * ABOVE, missing - spareDown)),
    down: Math.min(spareDown, Math.max(missing * (1 - ABOVE), missing - spareUp)),
  };
  const beyond = missing - more.up - more.down;
  return { up: up + more.up + beyond * ABOVE, down: down + more.down + beyond * (1 - ABOVE), width };
}

/** The share of added height above the golfers: the sky is quieter than the ground. */
const ABOVE = 0.6;

/** The visitor's picture around both golfers, who are laid over each other, and the pro's in it. */
export function frameOver(
  user: SureSide,
  pro: SureSide,
  { isWide, most, aspect }: Pick<PaneOrder, 'isWide' | 'most' | 'aspect'>,
): FramedPanes {
  const [own, others, available] = [neededOf(user, isWide), needOf(pro, isWide), availableOf(user)];
  const edge = (key: keyof Window) => Math.max(own[key], Math.min(others[key], available[key]));
  const needed: Window = { left: edge('left'), right: edge('right'), up: edge('up'), down: edge('down') };
  const window = aspect === null ? needed : shapedOver(needed, aspect, user);
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

function shapedOver(needed: Window, aspect: number, user: SureSide): Window {
  const extent = shaped({ ...needed, width: widthOf(needed) }, aspect, user, user);
  return { up: extent.up, down: extent.down, ...widened(needed, extent.width, user) };
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
function needOf(side: SureSide, isWide: boolean): Window {
  const { body } = side;
  const room = isWide ? side.room : (side.closeRoom ?? side.room);
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
function neededOf(side: SureSide, isWide: boolean): Window {
  const [need, available] = [needOf(side, isWide), availableOf(side)];
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

/** As wide as asked: wider to the side on which the picture goes on, at last beyond it. */
function widened(across: Across, width: number, side: SureSide): Across {
  const available = availableOf(side);
  const missing = width - widthOf(across);
  if (missing <= 0) return { left: across.left + missing / 2, right: across.right + missing / 2 };
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
