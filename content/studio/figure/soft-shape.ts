// A soft body part: cones, tubes and ellipsoids blended together, as a distance field. Pure.
// The figure is rebuilt for each pose, so joints stay smooth however far a limb bends.
import type { Vector3 } from 'three';

/** A round limb whose radius runs from `ra` to `rb`. */
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

/** A limb with an oval section: half as wide as `ra[0]` along `side` and `ra[1]` across it at `a`, `rb` at `b`. */
export interface Tube {
  kind: 'tube';
  a: Vector3;
  b: Vector3;
  /** A unit vector perpendicular to the line from `a` to `b`. */
  side: Vector3;
  ra: readonly [number, number];
  rb: readonly [number, number];
  cutA?: boolean;
  cutB?: boolean;
}

export interface Ellipsoid {
  kind: 'ellipsoid';
  middle: Vector3;
  /** Three perpendicular unit vectors. */
  axes: readonly [Vector3, Vector3, Vector3];
  radii: readonly [number, number, number];
}

export type Part = Cone | Tube | Ellipsoid;

export interface SoftShape {
  parts: Part[];
  /** How far neighboring parts blend into each other, in meters. */
  blendRadius: number;
  /** Subtracted from the parts, with the same softness. */
  hollows?: Part[];
}

/** The outward direction at the point of the last call of `partDistance`, of length about one. */
const slope = { x: 0, y: 0, z: 0 };

function cutFlat(part: Cone | Tube, distance: number, t: number, ux: number, uy: number, uz: number, length: number) {
  const beyond = part.cutB && t > 0.5 ? (t - 1) * length : part.cutA && t < 0.5 ? -t * length : -Infinity;
  if (beyond <= distance) return distance;
  const sign = t > 0.5 ? 1 : -1;
  slope.x = ux * sign;
  slope.y = uy * sign;
  slope.z = uz * sign;
  return beyond;
}

function coneDistance(part: Cone, x: number, y: number, z: number): number {
  const { a, b, ra, rb } = part;
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
  const away = Math.sqrt(dx * dx + dy * dy + dz * dz) || 1e-9;
  const taper = s === t ? (rb - ra) / length2 : 0;
  slope.x = dx / away - bx * taper;
  slope.y = dy / away - by * taper;
  slope.z = dz / away - bz * taper;
  const distance = away - (ra + (rb - ra) * s);
  if (!part.cutA && !part.cutB) return distance;
  const length = Math.sqrt(length2);
  return cutFlat(part, distance, t, bx / length, by / length, bz / length, length);
}

function tubeDistance(part: Tube, x: number, y: number, z: number): number {
  const { a, b, side, ra, rb } = part;
  const length = Math.sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2 + (b.z - a.z) ** 2);
  const ax = (b.x - a.x) / length;
  const ay = (b.y - a.y) / length;
  const az = (b.z - a.z) / length;
  const px = x - a.x;
  const py = y - a.y;
  const pz = z - a.z;
  const along = px * ax + py * ay + pz * az;
  const t = along / length;
  const s = t < 0 ? 0 : t > 1 ? 1 : t;
  const fx = ay * side.z - az * side.y;
  const fy = az * side.x - ax * side.z;
  const fz = ax * side.y - ay * side.x;
  const ru = ra[0] + (rb[0] - ra[0]) * s;
  const rv = ra[1] + (rb[1] - ra[1]) * s;
  const rw = ru < rv ? ru : rv;
  const u = (px * side.x + py * side.y + pz * side.z) / ru;
  const v = (px * fx + py * fy + pz * fz) / rv;
  const w = (along - s * length) / rw;
  const k0 = Math.sqrt(u * u + v * v + w * w);
  const uu = u / ru;
  const vv = v / rv;
  const ww = w / rw;
  const k1 = Math.sqrt(uu * uu + vv * vv + ww * ww) || 1e-9;
  const taper = s === t ? (u * u * (rb[0] - ra[0]) + v * v * (rb[1] - ra[1])) / (length * (k0 * k0 || 1)) : 0;
  const [gu, gv, gw] = [uu / k1, vv / k1, ww / k1 - taper];
  slope.x = side.x * gu + fx * gv + ax * gw;
  slope.y = side.y * gu + fy * gv + ay * gw;
  slope.z = side.z * gu + fz * gv + az * gw;
  const distance = k0 < 1e-6 ? -rw : (k0 * (k0 - 1)) / k1;
  return part.cutA || part.cutB ? cutFlat(part, distance, t, ax, ay, az, length) : distance;
}

function ellipsoidDistance(part: Ellipsoid, x: number, y: number, z: number): number {
  const { middle, axes, radii } = part;
  const px = x - middle.x;
  const py = y - middle.y;
  const pz = z - middle.z;
  const [ax, ay, az] = axes;
  const u = (px * ax.x + py * ax.y + pz * ax.z) / radii[0];
  const v = (px * ay.x + py * ay.y + pz * ay.z) / radii[1];
  const w = (px * az.x + py * az.y + pz * az.z) / radii[2];
  const k0 = Math.sqrt(u * u + v * v + w * w);
  const uu = u / radii[0];
  const vv = v / radii[1];
  const ww = w / radii[2];
  const k1 = Math.sqrt(uu * uu + vv * vv + ww * ww) || 1e-9;
  slope.x = (ax.x * uu + ay.x * vv + az.x * ww) / k1;
  slope.y = (ax.y * uu + ay.y * vv + az.y * ww) / k1;
  slope.z = (ax.z * uu + ay.z * vv + az.z * ww) / k1;
  return k0 < 1e-6 ? -Math.min(...radii) : (k0 * (k0 - 1)) / k1;
}

export function partDistance(part: Part, x: number, y: number, z: number): number {
  if (part.kind === 'cone') return coneDistance(part, x, y, z);
  return part.kind === 'tube' ? tubeDistance(part, x, y, z) : ellipsoidDistance(part, x, y, z);
}

/** Exponential smooth union: the order of the parts does not matter. Writes the outward direction into `outwards`. */
function unionDistance(
  parts: readonly Part[],
  blendRadius: number,
  x: number,
  y: number,
  z: number,
  outwards: { x: number; y: number; z: number },
): number {
  let sum = 0;
  let nearest = Infinity;
  let sx = 0;
  let sy = 0;
  let sz = 0;
  for (const part of parts) {
    const distance = partDistance(part, x, y, z);
    if (distance < nearest) {
      nearest = distance;
      if (sum < 1e-30) {
        outwards.x = slope.x;
        outwards.y = slope.y;
        outwards.z = slope.z;
      }
    }
    if (distance > blendRadius * 20) continue;
    const weight = Math.exp(Math.min(60, -distance / blendRadius));
    sum += weight;
    sx += weight * slope.x;
    sy += weight * slope.y;
    sz += weight * slope.z;
  }
  if (sum < 1e-30) return nearest;
  outwards.x = sx / sum;
  outwards.y = sy / sum;
  outwards.z = sz / sum;
  return -blendRadius * Math.log(sum);
}

const inner = { x: 0, y: 0, z: 0 };

/** Distance to a shape, negative inside. Writes the outward direction, of length about one, into `outwards`. */
export function shapeSlope(
  shape: SoftShape,
  x: number,
  y: number,
  z: number,
  outwards: { x: number; y: number; z: number },
): number {
  const distance = unionDistance(shape.parts, shape.blendRadius, x, y, z, outwards);
  if (!shape.hollows?.length) return distance;
  const hollow = -unionDistance(shape.hollows, shape.blendRadius, x, y, z, inner);
  const blend = shape.blendRadius * 0.5;
  const share = 1 / (1 + Math.exp(Math.max(-40, Math.min(40, (distance - hollow) / blend))));
  outwards.x += (-inner.x - outwards.x) * share;
  outwards.y += (-inner.y - outwards.y) * share;
  outwards.z += (-inner.z - outwards.z) * share;
  const larger = Math.max(distance, hollow);
  return larger + blend * Math.log(1 + Math.exp(-Math.abs(distance - hollow) / blend));
}

const unused = { x: 0, y: 0, z: 0 };

export function shapeDistance(shape: SoftShape, x: number, y: number, z: number): number {
  return shapeSlope(shape, x, y, z, unused);
}

export interface Box {
  low: [number, number, number];
  high: [number, number, number];
}

export function partBounds(part: Part, margin: number): Box {
  if (part.kind !== 'ellipsoid') {
    const { a, b } = part;
    const ra = part.kind === 'cone' ? part.ra : Math.max(...part.ra);
    const rb = part.kind === 'cone' ? part.rb : Math.max(...part.rb);
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

const CELL = 0.05;

/** Finds the parts within `margin` of a point. Space is divided into cells, each computed once. */
export function partsNear(parts: readonly Part[], margin: number): (x: number, y: number, z: number) => Part[] {
  const cells = new Map<number, Part[]>();
  // The distance to a flat ellipsoid is an estimate: allow for it.
  const reach = (margin + CELL * 0.87) * 1.15;
  return (x, y, z) => {
    const i = Math.floor(x / CELL);
    const j = Math.floor(y / CELL);
    const k = Math.floor(z / CELL);
    const key = ((i + 512) * 1024 + (j + 512)) * 1024 + (k + 512);
    const known = cells.get(key);
    if (known) return known;
    const [mx, my, mz] = [(i + 0.5) * CELL, (j + 0.5) * CELL, (k + 0.5) * CELL];
    const near = parts.filter((part) => partDistance(part, mx, my, mz) < reach);
    cells.set(key, near);
    return near;
  };
}
