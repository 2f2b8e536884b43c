// A golf shoe with sole, tongue, laces and sock, in the foot's frame.
import { Group, Quaternion, Vector3 } from 'three';
import { ellipsoid } from './body-shape.ts';
import { clothMaterial } from './cloth.ts';
import { cone } from './limb-shape.ts';
import { meshOf } from './soft-mesh.ts';
import type { Part, SoftShape } from './soft-shape.ts';

const NO_TURN = new Quaternion();
const v = (x: number, y: number, z: number) => new Vector3(x, y, z);
const tip = (degrees: number) => new Quaternion().setFromAxisAngle(v(1, 0, 0), (degrees * Math.PI) / 180);

/** The foot's length that the shoe is drawn for, in meters. */
const FOOT = 0.27;

/** Origin on the ground under the ankle. */
function upper(): SoftShape {
  return {
    blendRadius: 0.009,
    parts: [
      // Heel, instep, toes: the instep rises to the opening.
      ellipsoid(v(0, 0.044, -0.04), NO_TURN, [0.034, 0.038, 0.036]),
      cone(v(0, 0.04, -0.03), v(0, 0.036, 0.06), 0.031, 0.035),
      cone(v(0, 0.056, 0.02), v(0, 0.04, 0.1), 0.026, 0.024),
      ellipsoid(v(0.004, 0.029, 0.105), tip(4), [0.043, 0.027, 0.055]),
      ellipsoid(v(0, 0.026, 0.135), NO_TURN, [0.037, 0.02, 0.036]),
      cone(v(0, 0.055, -0.022), v(0, 0.084, -0.018), 0.032, 0.033, 'b'),
    ],
  };
}

function sole(): SoftShape {
  return {
    blendRadius: 0.004,
    parts: [
      ellipsoid(v(0, 0.0115, -0.035), NO_TURN, [0.04, 0.0115, 0.045]),
      ellipsoid(v(0, 0.0115, 0.03), NO_TURN, [0.035, 0.011, 0.07]),
      ellipsoid(v(0.003, 0.0115, 0.1), NO_TURN, [0.047, 0.0115, 0.072]),
    ],
  };
}

/** Tongue and laces across the instep. */
function laces(): SoftShape {
  const parts: Part[] = [];
  for (let i = 0; i < 5; i++) {
    const [y, z] = [0.0855 - 0.0072 * i, 0.028 + 0.0145 * i];
    parts.push(cone(v(-0.017, y - 0.006, z + 0.002), v(0, y + 0.0005, z - 0.002), 0.0025, 0.0025));
    parts.push(cone(v(0.017, y - 0.006, z + 0.002), v(0, y + 0.0005, z - 0.002), 0.0025, 0.0025));
  }
  parts.push(cone(v(0, 0.088, 0.024), v(0.016, 0.09, 0.03), 0.0028, 0.002));
  parts.push(cone(v(0, 0.088, 0.024), v(-0.016, 0.09, 0.03), 0.0028, 0.002));
  return { parts, blendRadius: 0.0012 };
}

/** A darker counter around the heel, and a saddle over the instep. */
function saddle(): SoftShape {
  return {
    blendRadius: 0.009,
    parts: [
      ellipsoid(v(0, 0.039, -0.041), NO_TURN, [0.0352, 0.027, 0.0365]),
      cone(v(0, 0.0378, 0.028), v(0, 0.0366, 0.05), 0.0352, 0.0358),
    ],
  };
}

function sock(): SoftShape {
  return { blendRadius: 0.004, parts: [cone(v(0, 0.06, -0.01), v(0, 0.096, -0.006), 0.034, 0.0385, 'b')] };
}

export interface ShoeLooks {
  shoe: string;
  trim: string;
  sock: string;
}

export function createShoe({ shoe, trim, sock: sockColor }: ShoeLooks): Group {
  const group = new Group();
  const details = [
    meshOf(saddle(), 0.006, clothMaterial(trim, 0.5)),
    meshOf(sole(), 0.006, clothMaterial('#d9d7d0', 0.7)),
    meshOf(laces(), 0.0026, clothMaterial('#b4b6b3', 0.8)),
    meshOf(sock(), 0.006, clothMaterial(sockColor, 0.95)),
  ];
  // The upper's shadow is enough.
  for (const detail of details) detail.castShadow = false;
  group.add(meshOf(upper(), 0.0052, clothMaterial(shoe, 0.5)), ...details);
  return group;
}

/** Scale of the shoe relative to its model. */
export const shoeScale = (footLength: number) => footLength / FOOT;
