// The place of the ball after the strike. Pure. A right-handed golfer's target is at +x.
import { Vector3 } from 'three';
import type { ClubName } from './club.ts';

/** Ball speed per meter per second of the club head, from TrackMan's tour averages, and launch angle in degrees. */
const LAUNCH: Record<ClubName, { smash: number; angle: number }> = {
  Driver: { smash: 1.48, angle: 12 },
  '7 iron': { smash: 1.33, angle: 18 },
  'Pitching wedge': { smash: 1.23, angle: 26 },
};

/** Backspin holds a fast ball up; a slow one falls freely. Half of the acceleration, in meters per second squared. */
const FALL = { fast: 2.6, slow: 4.9 };
const SLOW = 20;
const DRAG = 0.35;
/** The share of a ball's speed that remains after it touches the grass. */
const ROLL = 0.35;

/** The ball's center; null when it is out of view. It does not move until after the strike. */
export function ballFlight(
  { club, headSpeed }: { club: ClubName; headSpeed: number },
  start: Vector3,
  sinceStrike: number,
): Vector3 | null {
  if (sinceStrike <= 1e-6) return start.clone();
  if (sinceStrike > 4) return null;
  const { smash, angle } = LAUNCH[club];
  const speed = smash * headSpeed;
  const radians = (angle * Math.PI) / 180;
  const fall = speed < SLOW ? FALL.slow : FALL.fast;
  const flown = (time: number) => (speed * (1 - Math.exp(-DRAG * time))) / DRAG;
  const rise = flown(sinceStrike) * Math.sin(radians) - fall * sinceStrike ** 2;
  if (speed >= SLOW || rise > 0) {
    return start.clone().add(new Vector3(flown(sinceStrike) * Math.cos(radians), rise, 0));
  }
  const landed = (speed * Math.sin(radians)) / fall;
  const rolled = Math.max(flown(landed), flown(landed) + (flown(sinceStrike) - flown(landed)) * ROLL);
  return start.clone().add(new Vector3(rolled * Math.cos(radians), 0, 0));
}
