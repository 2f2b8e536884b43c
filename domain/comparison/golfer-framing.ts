// Frames both golfers at the same height with their feet on one line, in panes of the same size: finds the window of
// each picture that shows the swing, and the size at which both stay sharp. Lengths in body heights, measured from the
// point between the feet.
import { type EvenRect, type EvenSize, evenRect, type Rect, type Size } from '#domain/geometry.ts';
import type { SidePicture } from './golfer-room.ts';
import { evenDown, layOutPanes, samePanes } from './picture-place.ts';

/** The place of a picture on the canvas before rounding. */
export interface WishedPicture {
  readonly rect: EvenRect;
  readonly picture: Rect;
}

/** A canvas and the unrounded places of both pictures. */
export interface FramedPanes {
  readonly canvas: EvenSize;
  readonly user: WishedPicture;
  readonly pro: WishedPicture;
}

/** A side whose golfer was detected reliably. */
export type SureSide = SidePicture & { readonly [Key in 'body' | 'room']: NonNullable<SidePicture[Key]> };

/** Whether body and hands' path were detected reliably, and the golfer stands inside the picture. */
export function isSure(side: SidePicture): side is SureSide {
  const { body, room, widthPx } = side;
  return body !== null && room !== null && body.middlePx > 0 && body.middlePx < widthPx;
}

/** Aspect ratio of a pane beside another one, width by height: upright, like a golfer. */
const UPRIGHT = { narrowest: 0.5, widest: 0.72 } as const;
/** Maximum aspect ratio of a pane that also shows the club: a square. */
const WIDEST_WITH_CLUB = 1;
/** Maximum enlargement of a golfer, unless the full pictures beside each other are larger. */
const MOST_ENLARGED = 1.5;

interface Across {
  readonly left: number;
  readonly right: number;
}

/** The extent of a window around the point between the feet. */
interface Window extends Across {
  readonly up: number;
  readonly down: number;
}

/** The options for laying out two panes. */
export interface PaneOrder {
  readonly isStacked: boolean;
  readonly isSwapped: boolean;
  /** Whether the panes show the club and the whole follow-through. */
  readonly isWide: boolean;
  /** The maximum canvas. */
  readonly most: Size;
  /** Aspect ratio of the canvas, width by height; null for any. */
  readonly aspect: number | null;
}

/** The panes of two reliably detected golfers, beside or above each other: of one size, whatever their pictures. */
export function framePanes(user: SureSide, pro: SureSide, order: PaneOrder): FramedPanes {
  const { isStacked, isSwapped, most } = order;
  const [one, other] = neededOfBoth(user, pro, order);
  const needed = extentOf(one, other, isStacked);
  const { up, down, width } = shaped(needed, paneAspect(needed, order), user, pro);
  const bodyPx = Math.min(
    most.widthPx / (width * (isStacked ? 1 : 2)),
    most.heightPx / ((up + down) * (isStacked ? 2 : 1)),
    sharpBodyPx(user, pro),
  );
  const pane: EvenSize = { widthPx: evenDown(width * bodyPx), heightPx: evenDown((up + down) * bodyPx) };
  const { canvas, rectOf } = samePanes(pane, isStacked);
  const wished = (side: SureSide, rect: EvenRect, across: Across): WishedPicture => {
    const { left } = widened(across, width, side);
    const feet = { xPx: rect.xPx + left * bodyPx, yPx: rect.yPx + up * bodyPx };
    return { rect, picture: pictureAt(side, feet, bodyPx / heightOf(side)) };
  };
  const both = { left: Math.max(one.left, other.left), right: Math.max(one.right, other.right) };
  return {
    canvas,
    user: wished(user, rectOf(isSwapped), isStacked ? both : one),
    pro: wished(pro, rectOf(!isSwapped), isStacked ? both : other),
  };
}

/**
 * What both sides show. In the wide framing as much of what surrounds the swing as leaves neither picture narrower than its pane,
 * and never less than the swing itself.
 */
function neededOfBoth(user: SureSide, pro: SureSide, order: PaneOrder): readonly [Window, Window] {
  const close = [neededOf(user, false), neededOf(pro, false)] as const;
  if (!order.isWide) return close;
  const wide = [neededOf(user, true), neededOf(pro, true)] as const;
  const least = extentOf(...close, order.isStacked);
  const most = extentOf(...wide, order.isStacked);
  const pictureWidth = Math.min(widthOf(availableOf(user)), widthOf(availableOf(pro)));
  const perHeight = paneAspect(most, order);
  const share = Math.min(
    shareWithin(least.width, most.width, pictureWidth),
    shareWithin((least.up + least.down) * perHeight, (most.up + most.down) * perHeight, pictureWidth),
  );
  return [between(close[0], wide[0], share), between(close[1], wide[1], share)];
}

/** How much of the way from one length to a longer one stays within a limit, 0 to 1. */
function shareWithin(from: number, to: number, most: number): number {
  return to <= most ? 1 : Math.max(0, (most - from) / (to - from));
}

function between(from: Window, to: Window, share: number): Window {
  const at = (key: keyof Window) => from[key] + (to[key] - from[key]) * share;
  return { left: at('left'), right: at('right'), up: at('up'), down: at('down') };
}

/** The extent that holds both windows, in panes of one size. */
function extentOf(one: Window, other: Window, isStacked: boolean): Extent {
  return {
    up: Math.max(one.up, other.up),
    down: Math.max(one.down, other.down),
    width: isStacked
      ? Math.max(one.left, other.left) + Math.max(one.right, other.right)
      : Math.max(widthOf(one), widthOf(other)),
  };
}

/** A window's extent in body heights. */
interface Extent {
  readonly up: number;
  readonly down: number;
  readonly width: number;
}

/** Aspect ratio of each pane, width by height. */
function paneAspect({ up, down, width }: Extent, { isStacked, isWide, aspect }: PaneOrder): number {
  if (aspect !== null) return isStacked ? aspect * 2 : aspect / 2;
  const natural = width / (up + down);
  if (isStacked) return natural;
  return Math.min(Math.max(natural, UPRIGHT.narrowest), isWide ? WIDEST_WITH_CLUB : UPRIGHT.widest);
}

/** Enlarges a window to an aspect ratio. Added height covers picture before black, where both sides have picture. */
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

/** The share of added height above the golfers: the sky distracts less than the ground. */
const ABOVE = 0.6;

/** The part of the visitor's picture around both golfers, who overlap, with the pro's picture placed in it. */
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
  const rect = evenRect({ xPx: 0, yPx: 0, ...canvas });
  const feet = { xPx: window.left * bodyPx, yPx: window.up * bodyPx };
  return {
    canvas,
    user: { rect, picture: pictureAt(user, feet, bodyPx / heightOf(user)) },
    pro: { rect, picture: pictureAt(pro, feet, bodyPx / heightOf(pro)) },
  };
}

function shapedOver(needed: Window, aspect: number, user: SureSide): Window {
  const extent = shaped({ ...needed, width: widthOf(needed) }, aspect, user, user);
  return { up: extent.up, down: extent.down, ...widened(needed, extent.width, user) };
}

/** The place of a scaled picture whose golfer stands at `feet` on the canvas. */
export function pictureAt(
  { body, widthPx, heightPx }: Pick<SureSide, 'body' | keyof Size>,
  feet: Pick<Rect, 'xPx' | 'yPx'>,
  scale: number,
): Rect {
  return {
    xPx: feet.xPx - body.middlePx * scale,
    yPx: feet.yPx - body.solesPx * scale,
    widthPx: widthPx * scale,
    heightPx: heightPx * scale,
  };
}

function heightOf({ body }: SureSide): number {
  return body.solesPx - body.headTopPx;
}

function widthOf({ left, right }: Across): number {
  return left + right;
}

/** The extent that the swing needs. */
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

/** The extent of the picture. */
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

/** The part of the needed extent that lies inside the picture. The golfer is centered where that does not crop the swing. */
function neededOf(side: SureSide, isWide: boolean): Window {
  const [need, available] = [needOf(side, isWide), availableOf(side)];
  const within = (key: keyof Window) => Math.min(need[key], available[key]);
  const half = Math.max(within('left'), within('right'));
  const centered = Math.min(half, available.left, available.right);
  return {
    left: Math.max(within('left'), centered),
    right: Math.max(within('right'), centered),
    up: within('up'),
    down: within('down'),
  };
}

/** Widens a window to a width: first into the picture on both sides, then beyond its edges. */
function widened(across: Across, width: number, side: SureSide): Across {
  const available = availableOf(side);
  const missing = width - widthOf(across);
  if (missing <= 0) return { left: across.left + missing / 2, right: across.right + missing / 2 };
  const spare = { left: Math.max(0, available.left - across.left), right: Math.max(0, available.right - across.right) };
  const left = Math.min(spare.left, Math.max(missing / 2, missing - spare.right));
  const right = Math.min(spare.right, missing - left);
  const beyond = (missing - left - right) / 2;
  return { left: across.left + left + beyond, right: across.right + right + beyond };
}

/** The maximum body height at which neither golfer is blurred. */
function sharpBodyPx(user: SureSide, pro: SureSide): number {
  const plain = layOutPanes(user, pro).user.heightPx;
  const [one, other] = [heightOf(user), heightOf(pro)];
  const inFull = Math.min((one * plain) / user.heightPx, (other * plain) / pro.heightPx);
  return Math.max(MOST_ENLARGED * Math.min(one, other), inFull);
}
