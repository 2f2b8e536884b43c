// Head and hair as soft shapes in the head's frame (x to the golfer's left, y up, z forwards). Pure.
import { Quaternion, Vector3 } from 'three';
import { ellipsoid } from './body-shape.ts';
import { cone } from './limb-shape.ts';
import type { Part, SoftShape } from './soft-shape.ts';

const NO_TURN = new Quaternion();
const v = (x: number, y: number, z: number) => new Vector3(x, y, z);
const tip = (degrees: number) => new Quaternion().setFromAxisAngle(v(1, 0, 0), (degrees * Math.PI) / 180);

function both(part: (side: 1 | -1) => Part[]): Part[] {
  return [...part(1), ...part(-1)];
}

/** The middle of the left eye; the right one is its mirror image. */
export const EYE = { x: 0.031, y: 0.0965, z: 0.0725, radius: 0.0118 } as const;

/** Origin where the neck meets the skull. A woman's brow and jaw are finer. */
export function headShape(woman: boolean): SoftShape {
  const fine = woman ? 0.88 : 1;
  return {
    blendRadius: 0.0068,
    parts: [
      ellipsoid(v(0, 0.12, -0.008), NO_TURN, [0.072, 0.092, 0.094]),
      ellipsoid(v(0, 0.126, 0.036), NO_TURN, [0.056, 0.05, 0.046]),
      ellipsoid(v(0, 0.06, 0.04), NO_TURN, [0.045, 0.054, 0.047]),
      ellipsoid(v(0, 0.022, 0.045), NO_TURN, [0.038 * fine, 0.036, 0.036]),
      // Chin, and the jaw from under the ears.
      ellipsoid(v(0, -0.008, 0.074), NO_TURN, [0.021 * fine, 0.014, 0.015]),
      ...both((side) => [
        cone(v(side * 0.058 * fine, 0.05, 0.002), v(side * 0.052 * fine, 0.018, 0.016), 0.013, 0.014 * fine),
        cone(v(side * 0.052 * fine, 0.018, 0.016), v(side * 0.016, -0.008, 0.066), 0.014 * fine, 0.012),
        // Brow ridge, cheek bone, wing of the nose, ear.
        cone(v(side * 0.014, 0.112, 0.083), v(side * 0.05, 0.112, 0.062), 0.0075 * fine, 0.007 * fine),
        ellipsoid(v(side * 0.042, 0.073, 0.053), NO_TURN, [0.016, 0.017, 0.019]),
        // From the cheek bone to the ear, and the flesh between it and the jaw.
        cone(v(side * 0.05, 0.076, 0.044), v(side * 0.066, 0.082, 0.01), 0.011, 0.008),
        ellipsoid(v(side * 0.042, 0.042, 0.03), NO_TURN, [0.0175 * fine, 0.036, 0.034]),
        ellipsoid(v(side * 0.0115, 0.0615, 0.0975), NO_TURN, [0.0065, 0.006, 0.008]),
        ellipsoid(v(side * 0.0725, 0.084, -0.006), tip(-12), [0.0065, 0.0255, 0.0155]),
        ellipsoid(v(side * 0.0715, 0.063, 0.0), NO_TURN, [0.0055, 0.0085, 0.0075]),
      ]),
      cone(v(0, 0.106, 0.0845), v(0, 0.072, 0.1045), 0.0062, 0.0078 * fine),
      ellipsoid(v(0, 0.0675, 0.1055), NO_TURN, [0.0095, 0.008, 0.0095]),
      cone(v(0, 0.066, 0.1), v(0, 0.056, 0.093), 0.005, 0.006),
      ellipsoid(v(0, 0.0375, 0.086), NO_TURN, [0.021, 0.005, 0.0065]),
      ellipsoid(v(0, 0.0265, 0.085), NO_TURN, [0.0175, 0.0056, 0.0065]),
    ],
    hollows: both((side) => [
      ellipsoid(v(side * EYE.x, EYE.y, 0.092), NO_TURN, [0.0155, 0.0095, 0.0145]),
      ellipsoid(v(side * 0.0815, 0.086, -0.002), tip(-12), [0.0065, 0.0155, 0.0075]),
    ]),
  };
}

/** Painted over the face: shades of the skin as factors for red, green and blue. */
export function faceTint(x: number, y: number, z: number, woman: boolean): [number, number, number] {
  const spot = (mx: number, my: number, mz: number, rx: number, ry: number, rz: number) =>
    Math.exp(-(((Math.abs(x) - mx) / rx) ** 2) - ((y - my) / ry) ** 2 - ((z - mz) / rz) ** 2);
  const cheek = 0.5 * spot(0.043, 0.062, 0.08, 0.018, 0.016, 0.03) + 0.35 * spot(0, 0.067, 0.114, 0.012, 0.01, 0.012);
  const ear = 0.4 * spot(0.082, 0.08, -0.004, 0.012, 0.03, 0.02);
  const lips = Math.min(1, 1.5 * spot(0, 0.032, 0.096, 0.019, 0.0085, 0.012));
  const mouth = 0.75 * spot(0, 0.032, 0.094, 0.021, 0.0022, 0.012);
  const socket = 0.32 * spot(0.03, 0.101, 0.08, 0.016, 0.008, 0.02);
  const nostril = 0.55 * spot(0.007, 0.0565, 0.1, 0.004, 0.003, 0.008);
  const beard = woman ? 0 : 0.16 * (spot(0, 0.0, 0.07, 0.06, 0.03, 0.05) + spot(0, 0.045, 0.095, 0.025, 0.006, 0.02));
  const dark = (1 - mouth) * (1 - socket) * (1 - nostril) * (1 - beard);
  const rose = cheek + ear;
  const [lipGreen, lipBlue] = woman ? [0.62, 0.66] : [0.76, 0.78];
  return [
    dark * (1 - 0.06 * lips),
    dark * (1 - 0.12 * rose) * (1 - (1 - lipGreen) * lips),
    dark * (1 - 0.1 * rose + 0.02 * beard) * (1 - (1 - lipBlue) * lips),
  ];
}

export function hairShape(long: boolean): SoftShape {
  const parts: Part[] = [
    ellipsoid(v(0, 0.11, -0.019), NO_TURN, [0.078, 0.086, 0.0845]),
    // The nape, and the hair before the ears.
    ellipsoid(v(0, 0.058, -0.06), NO_TURN, [0.052, 0.036, 0.032]),
    ...both((side) => [
      cone(v(side * 0.0685, 0.112, 0.026), v(side * 0.0685, long ? 0.092 : 0.078, 0.014), 0.008, 0.005),
    ]),
  ];
  if (!long) return { parts, blendRadius: 0.006 };
  return {
    blendRadius: 0.008,
    parts: [
      ...parts,
      ellipsoid(v(0, 0.085, -0.03), NO_TURN, [0.0765, 0.05, 0.066]),
      // Gathered at the back.
      cone(v(0, 0.11, -0.09), v(0, 0.118, -0.118), 0.03, 0.018),
    ],
  };
}

/** Where the pony tail hangs from, in the head's frame. */
export const TAIL_ROOT = v(0, 0.118, -0.12);

/** The pony tail, hanging down from its own origin. */
export function tailShape(): SoftShape {
  const strand = (x: number, z: number, length: number): Part[] => [
    cone(v(0, 0.004, 0), v(x * 0.7, -0.05, z - 0.016), 0.013, 0.02),
    cone(v(x * 0.7, -0.05, z - 0.016), v(x * 1.1, -0.5 * length - 0.02, z - 0.012), 0.02, 0.017),
    cone(v(x * 1.1, -0.5 * length - 0.02, z - 0.012), v(x * 0.5, -length, z * 0.5 + 0.004), 0.017, 0.003),
  ];
  return {
    blendRadius: 0.006,
    parts: [
      ...strand(0, 0, 0.24),
      ...strand(0.014, 0.004, 0.215),
      ...strand(-0.014, 0.004, 0.222),
      ...strand(0.002, -0.013, 0.2),
    ],
  };
}
