// What flies up at the strike: bits of turf under an iron, the tee under a driver. Pure: places over time.
import { Vector3 } from 'three';

export interface Bit {
  start: Vector3;
  speed: Vector3;
  size: number;
  /** Soil is brown, the rest is grass. */
  soil: boolean;
}

/** `force`: 1 for a full swing. */
export function turfBits(ball: Vector3, count: number, force: number, next: () => number): Bit[] {
  return Array.from({ length: count }, () => ({
    start: new Vector3(ball.x + 0.02 + next() * 0.06, 0.004, ball.z + (next() - 0.5) * 0.05),
    speed: new Vector3(1.2 + next() * 3.4, 1.3 + next() * 2.6, (next() - 0.5) * 1.3).multiplyScalar(force),
    size: 0.004 + next() * 0.008,
    soil: next() < 0.4,
  }));
}

/** Thrown at the strike, slowed by the air, lying once it is down again; null before the strike. */
export function bitPlace(bit: Bit, sinceStrike: number): Vector3 | null {
  if (sinceStrike <= 1e-6) return null;
  const drag = 2.2;
  const flown = (t: number) =>
    bit.start
      .clone()
      .addScaledVector(bit.speed, (1 - Math.exp(-drag * t)) / drag)
      .add(new Vector3(0, -4.2 * t * t, 0));
  const place = flown(sinceStrike);
  if (place.y > 0.003) return place;
  let low = 0;
  let high = sinceStrike;
  for (let i = 0; i < 24; i++) {
    const middle = (low + high) / 2;
    if (flown(middle).y > 0.003) low = middle;
    else high = middle;
  }
  return flown(low);
}
