// Both hands around the grip, in the club's frame: they hold it all the time, so they are modelled once. Pure.
import { Quaternion, Vector3 } from 'three';
import { LEAD_WRIST, TRAIL_WRIST } from '#studio/motion/club.ts';
import { cone, ellipsoid } from './body-shape.ts';
import type { Part, SoftShape } from './soft-shape.ts';

const NO_TURN = new Quaternion();

/** `palmSide`: +1 the lead hand (its palm on the face side of the grip), -1 the trail hand. */
function handParts(palmSide: 1 | -1, middle: number, wrist: Vector3, size: number): Part[] {
  const at = (x: number, y: number, z: number) => new Vector3(x * palmSide, middle + y, z);
  const parts: Part[] = [
    ellipsoid(at(0.021, 0.004, 0.008), NO_TURN, [0.015 * size, 0.042 * size, 0.03 * size]),
    cone(at(0.017, 0.012, 0.022), wrist, 0.023 * size, 0.026 * size),
    // Thumb along the grip.
    cone(at(0.012, 0.016, 0.026), at(-0.003, -0.02, 0.0265), 0.0125 * size, 0.0105 * size),
    cone(at(-0.003, -0.02, 0.0265), at(-0.006, -0.042, 0.021), 0.0105 * size, 0.0085 * size),
  ];
  for (let finger = 0; finger < 4; finger++) {
    const y = (finger - 1.5) * 0.0205 * size;
    const round = (degrees: number) =>
      at(0.0235 * Math.cos((degrees * Math.PI) / 180), y - 0.004, 0.0235 * Math.sin((degrees * Math.PI) / 180));
    for (const angle of [15, -40, -95, -150]) {
      parts.push(cone(round(angle), round(angle - 55), 0.0108 * size, 0.0102 * size));
    }
  }
  return parts;
}

export function leadHand(size: number): SoftShape {
  return { parts: handParts(1, -0.058, LEAD_WRIST, size), blendRadius: 0.0035 };
}

export function trailHand(size: number): SoftShape {
  return { parts: handParts(-1, -0.137, TRAIL_WRIST, size), blendRadius: 0.0035 };
}
