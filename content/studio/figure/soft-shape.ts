// A soft body part: cones and ellipsoids blended together, as a distance field. Pure.
// The figure is rebuilt for each pose, so joints stay smooth however far a limb bends.
import type { Vector3 } from 'three';

export interface Cone {
  kind: 'cone';
  a: Vector3;
  b: Vector3;
  ra: number;
  rb: number;
  /** Cut flat at `a` or `b` (a hem), instead of round. */
  cutA?: boolean;
  cutB?: boolean;
}

export interface Ellipsoid {
  kind: 'ellipsoid';
  middle: Vector3;
  /** Three axes at right angles, each of length one. */
  axes: readonly [Vector3, Vector3, Vector3];
  radii: readonly [number, number, number];
}

export type Part = Cone | Ellipsoid;

export interface SoftShape {
  parts: Part[];
  /** How far neighbouring parts blend into each other, in metres. */
  blendRadius: number;
}

export function partDistance(part: Part, x: number, y: number, z: number): number {
  if (part.kind === 'cone') {
    const { a, b } = part;
    const bx = b.x - a.x;
    const by = b.y - a.y;
    const bz = b.z - a.z;
    const px = x - a.x;
    const py = y - a.y;
    const pz = z - a.z;
    const length2 = bx * bx + by * by + bz * bz;
    const t = (px * bx + py * by + pz * bz) / length2;
    const s = t < 0 ? 0 : t > 1 ? 1 : t;
    const dx = px - bx * s;
    const dy = py - by * s;
    const dz = pz - bz * s;
    let distance = Math.sqrt(dx * dx + dy * dy + dz * dz) - (part.ra + (part.rb - part.ra) * s);
    if (part.cutB && t > 0.5) distance = Math.max(distance, (t - 1) * Math.sqrt(length2));
    if (part.cutA && t < 0.5) distance = Math.max(distance, -t * Math.sqrt(length2));
    return distance;
  }
  const { middle, axes, radii } = part;
  const px = x - middle.x;
  const py = y - middle.y;
  const pz = z - middle.z;
  const u = (px * axes[0].x + py * axes[0].y + pz * axes[0].z) / radii[0];
  const v = (px * axes[1].x + py * axes[1].y + pz * axes[1].z) / radii[1];
  const w = (px * axes[2].x + py * axes[2].y + pz * axes[2].z) / radii[2];
  const k0 = Math.sqrt(u * u + v * v + w * w);
  const uu = u / radii[0];
  const vv = v / radii[1];
  const ww = w / radii[2];
  const k1 = Math.sqrt(uu * uu + vv * vv + ww * ww);
  return k1 < 1e-9 ? -Math.min(...radii) : (k0 * (k0 - 1)) / k1;
}

/** Exponential smooth union: the order of the parts does not matter. */
export function shapeDistance(shape: SoftShape, x: number, y: number, z: number): number {
  let sum = 0;
  let nearest = Infinity;
  for (const part of shape.parts) {
    const distance = partDistance(part, x, y, z);
    if (distance < nearest) nearest = distance;
    sum += Math.exp(-distance / shape.blendRadius);
  }
  return sum > 1e-30 ? -shape.blendRadius * Math.log(sum) : nearest;
}

export function partBounds(
  part: Part,
  margin: number,
): { low: [number, number, number]; high: [number, number, number] } {
  if (part.kind === 'cone') {
    const { a, b, ra, rb } = part;
    return {
      low: [
        Math.min(a.x - ra, b.x - rb) - margin,
        Math.min(a.y - ra, b.y - rb) - margin,
        Math.min(a.z - ra, b.z - rb) - margin,
      ],
      high: [
        Math.max(a.x + ra, b.x + rb) + margin,
        Math.max(a.y + ra, b.y + rb) + margin,
        Math.max(a.z + ra, b.z + rb) + margin,
      ],
    };
  }
  const { middle, axes, radii } = part;
  const half = (axis: 'x' | 'y' | 'z') =>
    Math.hypot(axes[0][axis] * radii[0], axes[1][axis] * radii[1], axes[2][axis] * radii[2]) + margin;
  const [hx, hy, hz] = [half('x'), half('y'), half('z')];
  return { low: [middle.x - hx, middle.y - hy, middle.z - hz], high: [middle.x + hx, middle.y + hy, middle.z + hz] };
}
