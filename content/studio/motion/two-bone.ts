// Inverse kinematics of a limb with one joint between root and end (arm, leg). Pure.
import { Vector3 } from 'three';

/**
 * Where the middle joint lies. `hint` says which way it bends; the part of it across the limb counts.
 * A target out of reach gives a straight limb towards it.
 */
export function middleJoint(root: Vector3, end: Vector3, first: number, second: number, hint: Vector3): Vector3 {
  const along = new Vector3().subVectors(end, root);
  const distance = Math.min(Math.max(along.length(), Math.abs(first - second) + 1e-4), first + second - 1e-5);
  along.normalize();
  const across = hint.clone().addScaledVector(along, -hint.dot(along)).normalize();
  const forward = (first * first - second * second + distance * distance) / (2 * distance);
  const aside = Math.sqrt(Math.max(0, first * first - forward * forward));
  return root.clone().addScaledVector(along, forward).addScaledVector(across, aside);
}
