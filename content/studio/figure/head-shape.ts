// Head, hair, cap and shoes as soft shapes in their own frames (x to the golfer's left, y up, z forwards). Pure.
import { Quaternion, Vector3 } from 'three';
import { cone, ellipsoid } from './body-shape.ts';
import type { SoftShape } from './soft-shape.ts';

const NO_TURN = new Quaternion();
const v = (x: number, y: number, z: number) => new Vector3(x, y, z);
const tip = (degrees: number) => new Quaternion().setFromAxisAngle(v(1, 0, 0), (degrees * Math.PI) / 180);

/** Origin where the neck meets the skull. */
export function headShape(): SoftShape {
  return {
    blendRadius: 0.009,
    parts: [
      ellipsoid(v(0, 0.105, 0.0), NO_TURN, [0.074, 0.098, 0.092]),
      ellipsoid(v(0, 0.055, 0.03), tip(12), [0.056, 0.068, 0.062]),
      ellipsoid(v(0, 0.008, 0.062), NO_TURN, [0.028, 0.018, 0.024]),
      cone(v(0, 0.095, 0.088), v(0, 0.066, 0.106), 0.009, 0.0135),
      ellipsoid(v(0.074, 0.082, -0.004), tip(10), [0.01, 0.03, 0.018]),
      ellipsoid(v(-0.074, 0.082, -0.004), tip(10), [0.01, 0.03, 0.018]),
      ellipsoid(v(0, 0.03, 0.088), NO_TURN, [0.024, 0.008, 0.008]),
    ],
  };
}

export function hairShape(long: boolean): SoftShape {
  const parts = [
    ellipsoid(v(0, 0.112, -0.016), NO_TURN, [0.08, 0.1, 0.09]),
    ellipsoid(v(0, 0.07, -0.045), NO_TURN, [0.066, 0.06, 0.05]),
  ];
  if (!long) return { parts, blendRadius: 0.008 };
  return {
    blendRadius: 0.01,
    parts: [
      ...parts,
      cone(v(0, 0.12, -0.1), v(0, 0.09, -0.135), 0.026, 0.034),
      cone(v(0, 0.09, -0.135), v(0, -0.01, -0.15), 0.034, 0.024),
      cone(v(0, -0.01, -0.15), v(0, -0.085, -0.135), 0.024, 0.008),
    ],
  };
}

export function capShape(): SoftShape {
  return {
    blendRadius: 0.005,
    parts: [ellipsoid(v(0, 0.136, -0.004), tip(-6), [0.086, 0.082, 0.101])],
  };
}

export function brimShape(): SoftShape {
  return { blendRadius: 0.004, parts: [ellipsoid(v(0, 0.133, 0.106), tip(12), [0.074, 0.008, 0.07])] };
}

/** Origin at the ankle's foot on the ground under the ankle, before scaling to the foot's length 0.27. */
export function shoeShape(): SoftShape {
  return {
    blendRadius: 0.012,
    parts: [
      cone(v(0, 0.042, -0.045), v(0, 0.036, 0.06), 0.04, 0.041),
      cone(v(0, 0.036, 0.06), v(0, 0.03, 0.15), 0.041, 0.034),
      cone(v(0, 0.05, -0.02), v(0, 0.078, -0.012), 0.04, 0.038, 'b'),
    ],
  };
}

export function shoeSole(): SoftShape {
  return {
    blendRadius: 0.006,
    parts: [
      ellipsoid(v(0, 0.012, -0.03), NO_TURN, [0.042, 0.013, 0.062]),
      ellipsoid(v(0, 0.012, 0.09), NO_TURN, [0.048, 0.013, 0.1]),
      cone(v(0, 0.012, -0.04), v(0, 0.012, 0.12), 0.012, 0.012),
    ],
  };
}
