// Both hands around the grip, in the club's frame. They always hold it, so they are modelled once. Pure.
import { Quaternion, Vector3 } from 'three';
import { LEAD_WRIST, TRAIL_WRIST } from '#studio/motion/club.ts';
import { ellipsoid } from './body-shape.ts';
import { cone } from './limb-shape.ts';
import type { Part, SoftShape } from './soft-shape.ts';

interface Hold {
  /** +1 the lead hand (its back on the face side of the grip), -1 the trail hand. */
  back: 1 | -1;
  /** Where along the shaft the hand's middle is. */
  middle: number;
  wrist: Vector3;
  size: number;
  /** How far each finger is from the shaft's middle, from the little finger to the index finger. */
  around: readonly [number, number, number, number];
  thumb: readonly Vector3[];
}

/** Half the thickness of each finger at its three joints and its tip: fingers around a grip touch each other. */
const THICK = [0.0102, 0.0103, 0.0101, 0.0096] as const;
/** Where the knuckles and joints are around the shaft, in degrees from the hand's back towards underneath. */
const BENDS = [28, -32, -92, -158] as const;
const FINGER_SIZE = [0.88, 0.98, 1.03, 1] as const;

function fingerParts(hold: Hold, finger: 0 | 1 | 2 | 3): Part[] {
  const { back, middle, size, around } = hold;
  const radius = around[finger];
  const thick = size * FINGER_SIZE[finger];
  // The fingers lie slightly diagonally: their tips are nearer to the butt than their knuckles.
  const y = middle - (finger - 1.5) * 0.0196 * size;
  const at = (i: 0 | 1 | 2 | 3) => {
    const angle = (BENDS[i] * Math.PI) / 180;
    const out = i === 0 ? radius + 0.004 : radius;
    return new Vector3(back * out * Math.cos(angle), y + 0.0035 * i - 0.004, out * Math.sin(angle));
  };
  return [
    cone(at(0), at(1), THICK[0] * thick, THICK[1] * thick),
    cone(at(1), at(2), THICK[1] * thick, THICK[2] * thick),
    cone(at(2), at(3), THICK[2] * thick, THICK[3] * thick),
    // The knuckle.
    ellipsoid(at(0), new Quaternion(), [0.0108 * thick, 0.0098 * thick, 0.0108 * thick]),
  ];
}

function handParts(hold: Hold): Part[] {
  const { back, middle, wrist, size, thumb } = hold;
  const at = (x: number, y: number, z: number) => new Vector3(x * back, middle + y, z);
  const parts: Part[] = [
    // The back of the hand from the knuckles to the wrist, the heel of the hand, and the ball of the thumb.
    ellipsoid(at(0.0245, 0.002, 0.018), new Quaternion(), [0.0115 * size, 0.04 * size, 0.021 * size]),
    cone(at(0.023, -0.018, 0.02), wrist, 0.0155 * size, 0.02 * size),
    cone(at(0.023, 0.012, 0.022), wrist, 0.0165 * size, 0.0225 * size),
    cone(at(0.012, 0.022, 0.028), wrist, 0.0155 * size, 0.021 * size),
    // The pad below the thumb, which the fingertips reach: without it the grip shows between them.
    ellipsoid(at(-0.0145, 0.006, 0.0125), new Quaternion(), [0.0105 * size, 0.037 * size, 0.0155 * size]),
  ];
  for (let i = 0; i + 1 < thumb.length; i++) {
    const [from, to] = [thumb[i], thumb[i + 1]];
    if (from && to) parts.push(cone(from, to, (0.0142 - 0.0022 * i) * size, (0.012 - 0.0018 * i) * size));
  }
  for (const finger of [0, 1, 2, 3] as const) parts.push(...fingerParts(hold, finger));
  return parts;
}

/** The gloved hand; its thumb lies on the grip, a little on the trail side. */
export function leadHand(size: number): SoftShape {
  const middle = -0.056;
  const hold: Hold = {
    back: 1,
    middle,
    wrist: LEAD_WRIST,
    size,
    around: [0.0235, 0.0228, 0.0222, 0.0218],
    thumb: [
      new Vector3(0.012, middle + 0.022, 0.033),
      new Vector3(0.0, middle - 0.012, 0.0275),
      new Vector3(-0.005, middle - 0.046, 0.0215),
    ],
  };
  return { parts: handParts(hold), blendRadius: 0.004 };
}

/** The trail hand covers the lead thumb; its little finger overlaps the lead index finger. */
export function trailHand(size: number): SoftShape {
  const middle = -0.1335;
  const hold: Hold = {
    back: -1,
    middle,
    wrist: TRAIL_WRIST,
    size,
    around: [0.0355, 0.0232, 0.0215, 0.0208],
    thumb: [
      new Vector3(-0.013, middle + 0.018, 0.034),
      new Vector3(0.0, middle - 0.014, 0.0275),
      new Vector3(0.0065, middle - 0.043, 0.019),
    ],
  };
  return { parts: handParts(hold), blendRadius: 0.004 };
}

/** The glove's cuff in its own frame: y along the forearm, x out of the back of the hand. Origin at the wrist. */
export function gloveCuff(size: number): { cuff: SoftShape; tab: SoftShape } {
  const at = (x: number, y: number, z: number) => new Vector3(x, y, z).multiplyScalar(size);
  const oval = (from: number, to: number, wide: number, thick: number): Part => ({
    kind: 'tube',
    a: at(0, from, 0),
    b: at(0, to, 0),
    side: new Vector3(1, 0, 0),
    ra: [thick * size, wide * size],
    rb: [thick * 1.03 * size, wide * 1.03 * size],
    cutB: true,
  });
  return {
    cuff: { parts: [oval(-0.012, 0.022, 0.0285, 0.0225)], blendRadius: 0.002 },
    tab: {
      parts: [ellipsoid(at(0.0225, 0.006, 0.002), new Quaternion(), [0.0022 * size, 0.0085 * size, 0.017 * size])],
      blendRadius: 0.002,
    },
  };
}
