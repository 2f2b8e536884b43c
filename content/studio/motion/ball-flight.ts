// Where the ball is after the strike. Pure. A right-handed golfer's target is at +x.
import { Vector3 } from 'three';
import type { ClubName } from './club.ts';

const LAUNCH: Record<ClubName, { speed: number; angle: number }> = {
  Driver: { speed: 68, angle: 12 },
  '7 iron': { speed: 50, angle: 18 },
  'Pitching wedge': { speed: 42, angle: 26 },
};

/** The ball's middle; null when it is out of sight. Up to and at the strike itself it lies still. */
export function ballFlight(club: ClubName, start: Vector3, sinceStrike: number): Vector3 | null {
  if (sinceStrike <= 1e-6) return start.clone();
  if (sinceStrike > 4) return null;
  const { speed, angle } = LAUNCH[club];
  const drag = 0.35;
  const way = (speed * (1 - Math.exp(-drag * sinceStrike))) / drag;
  const radians = (angle * Math.PI) / 180;
  const rise = way * Math.sin(radians) - 2.6 * sinceStrike * sinceStrike;
  return start.clone().add(new Vector3(way * Math.cos(radians), rise, 0));
}
