// Leaves out the frames of a track in which the hands only seem to leap up: where they are blurred, the model takes something
// behind them for a hand. Pure.
import { type BodyTrack, makeBodyTrack } from '#domain/body/body-track.ts';
import { type HandsPlace, handsPath } from '#domain/body/hands-path.ts';

/** Minimum height of a leap above the hands before and after it, in body sizes. */
const LEAST_LEAP = 0.22;
/** Maximum time from the hands before a leap to those after it, in seconds: golfers need longer to raise and lower the club. */
const MOST_LEAP_TIME = 0.5;
/** Minimum height from which the hands came down before a leap, in body sizes: it is not a backswing. */
const LEAST_FALL = 0.28;

/** The track without the frames in which the hands leap up right after they came down, and are down again at once. */
export function withoutLeaps(track: BodyTrack): BodyTrack {
  const path = handsPath(track);
  const leaps = new Set(path.flatMap((_, low) => leapAfter(path, low)).map(({ frameIndex }) => frameIndex));
  if (leaps.size === 0) return track;
  return makeBodyTrack({ ...track, frames: track.frames.filter(({ frameIndex }) => !leaps.has(frameIndex)) });
}

/** The places of a leap that follows a low one. */
function leapAfter(path: readonly HandsPlace[], at: number): readonly HandsPlace[] {
  const low = path[at];
  if (!low || !hasFallenTo(path, at)) return [];
  const next = path.slice(at + 1).filter(({ time }) => time <= low.time + MOST_LEAP_TIME);
  const floor = (end: number) => Math.max(low.rise, next[end]?.rise ?? Number.POSITIVE_INFINITY);
  const end = next.findLastIndex((_, end) => next.slice(0, end).some(({ rise }) => rise >= floor(end) + LEAST_LEAP));
  if (!risesAgain(path, next[end])) return [];
  return next.slice(0, Math.max(0, end)).filter(({ rise }) => rise > floor(end));
}

/** Whether the hands rise again right after a place: those of a short follow-through stay down. */
function risesAgain(path: readonly HandsPlace[], low: HandsPlace | undefined): boolean {
  const after = (time: number) => low && time > low.time && time <= low.time + MOST_LEAP_TIME;
  return path.some(({ time, rise }) => after(time) && rise >= (low?.rise ?? 0) + LEAST_LEAP);
}

/** Whether the hands came down to a place from well above it, and not to a lower one since. */
function hasFallenTo(path: readonly HandsPlace[], at: number): boolean {
  const floor = path[at]?.rise ?? 0;
  for (let before = at - 1; before >= 0; before--) {
    const rise = path[before]?.rise ?? 0;
    if (rise < floor) return false;
    if (rise >= floor + LEAST_FALL) return true;
  }
  return false;
}
