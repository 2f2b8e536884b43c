// How a jog wheel turns a finger's way into frames, and how it runs on after a flick. Pure.

/** So many pixels of the finger's way are one frame: a thumb can place it, and a swipe across a phone is half a second. */
export const PX_PER_FRAME = 14;
/** After so long a wheel that runs on has lost all but a third of its speed, in milliseconds: as scrolling on phones does. */
const SLOWING_MS = 325;
/** The speed in pixels per millisecond below which a wheel stands still. */
const STILL = 0.06;
/** The highest speed in pixels per millisecond: no flick leaves the swing. */
const MAX_SPEED = 2.5;

/** Whole frames, and what is left of the way until the next one. */
export interface JogTurn {
  /** Below 0 is back. */
  readonly frames: number;
  /** In pixels, less than {@link PX_PER_FRAME} either way. */
  readonly leftPx: number;
}

/** A turn by some pixels, to the right is forward, from where the last one left off. */
export function turnedBy(byPx: number, leftPx: number): JogTurn {
  const wayPx = leftPx + byPx;
  const frames = Math.trunc(wayPx / PX_PER_FRAME);
  return { frames, leftPx: wayPx - frames * PX_PER_FRAME };
}

/** How fast the finger is after another part of its way, in pixels per millisecond: the newest parts count most. */
export function fingerSpeed(before: number, byPx: number, inMs: number): number {
  if (inMs <= 0) return before;
  const share = Math.min(1, inMs / 50);
  const speed = before + share * (byPx / inMs - before);
  return Math.max(-MAX_SPEED, Math.min(MAX_SPEED, speed));
}

/** How far a wheel runs on in a time, and its speed then: 0 once it stands still. */
export function runningOn(speed: number, inMs: number): { readonly byPx: number; readonly speed: number } {
  if (Math.abs(speed) < STILL) return { byPx: 0, speed: 0 };
  const slower = speed * Math.exp(-inMs / SLOWING_MS);
  return { byPx: (speed - slower) * SLOWING_MS, speed: slower };
}
