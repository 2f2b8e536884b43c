// Converts a finger's movement on a jog wheel to frames, and computes how the wheel runs on after a flick. Pure.

/** Drag distance for one frame: precise enough for a thumb, and a swipe across a phone moves by half a second. */
export const PX_PER_FRAME = 14;
/** Time constant of the slowdown, in milliseconds: the speed falls to about a third, as in scrolling on phones. */
const SLOWING_MS = 325;
/** The speed below which the wheel stops, in pixels per millisecond. */
const STILL = 0.06;
/** The maximum speed, in pixels per millisecond, so that no flick leaves the swing. */
const MAX_SPEED = 2.5;

/**
 * The whole frames of a turn by `byPx` (to the right is forward) and the remaining distance of the previous turn, and the
 * distance that remains: less than {@link PX_PER_FRAME} either way.
 */
export function turnedBy(byPx: number, leftPx: number): { readonly frames: number; readonly leftPx: number } {
  const wayPx = leftPx + byPx;
  const frames = Math.trunc(wayPx / PX_PER_FRAME);
  return { frames, leftPx: wayPx - frames * PX_PER_FRAME };
}

/** The finger's smoothed speed after another movement, in pixels per millisecond. The newest movements count most. */
export function fingerSpeed(before: number, byPx: number, inMs: number): number {
  if (inMs <= 0) return before;
  const share = Math.min(1, inMs / 50);
  const speed = before + share * (byPx / inMs - before);
  return Math.max(-MAX_SPEED, Math.min(MAX_SPEED, speed));
}

/** The distance that the wheel runs on in `inMs`, and its speed afterwards: 0 once it stops. */
export function runningOn(speed: number, inMs: number): { readonly byPx: number; readonly speed: number } {
  if (Math.abs(speed) < STILL) return { byPx: 0, speed: 0 };
  const slower = speed * Math.exp(-inMs / SLOWING_MS);
  return { byPx: (speed - slower) * SLOWING_MS, speed: slower };
}
