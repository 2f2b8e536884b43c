// The cap: six panels with seams, a button, and a curved brim, in the head's frame.
import { BufferGeometry, Float32BufferAttribute, Group, type Material, Mesh, SphereGeometry } from 'three';

const WIDE = 0.0845;
const LONG = 0.1045;
const TALL = 0.105;
const MIDDLE_Z = -0.006;
const AROUND = 120;
const UP = 22;

/** The lower edge: low at the back, higher over the brow, so that the brim leaves the eyes free when the head is bent. */
function edgeY(angle: number): number {
  return 0.1255 + 0.0215 * Math.cos(angle);
}

/** `angle` from the front, `v` from the edge (0) to the button (1). */
function crownPoint(angle: number, v: number): [x: number, y: number, z: number] {
  const round = Math.sqrt(Math.max(0, 1 - v ** 2.5));
  // The front panels rise straight before they bend over.
  const front = 1 + 0.035 * Math.max(0, Math.cos(angle)) * Math.sin(Math.PI * Math.min(1, v * 1.3)) ** 2;
  const rise = edgeY(angle) * (1 - v) + 0.118 * v + TALL * v;
  return [Math.sin(angle) * WIDE * round * front, rise, MIDDLE_Z + Math.cos(angle) * LONG * round * front];
}

function seam(angle: number, v: number): number {
  const step = Math.PI / 3;
  const off = Math.abs(((angle % step) + step * 1.5) % step) - step / 2;
  const meters = off * WIDE * Math.sqrt(Math.max(0.01, 1 - v * v));
  return Math.exp(-((meters / 0.0022) ** 2));
}

function grid(columns: number, rows: number, closed: boolean, flip = false): number[] {
  const index: number[] = [];
  const stride = closed ? columns : columns + 1;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const a = row * stride + column;
      const b = row * stride + ((column + 1) % stride);
      const quad = [a, b, a + stride, b, b + stride, a + stride];
      index.push(...(flip ? quad.reverse() : quad));
    }
  }
  return index;
}

function geometryOf(positions: number[], colors: number[], index: number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('color', new Float32BufferAttribute(colors, 3));
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  return geometry;
}

function crown(): BufferGeometry {
  const positions: number[] = [];
  const colors: number[] = [];
  for (let row = 0; row <= UP; row++) {
    const v = (row / UP) ** 0.8 * 0.9997;
    for (let column = 0; column < AROUND; column++) {
      const angle = (column / AROUND) * Math.PI * 2;
      const [x, y, z] = crownPoint(angle, v);
      const dent = seam(angle, v);
      const inwards = 1 - 0.014 * dent;
      positions.push(x * inwards, y, MIDDLE_Z + (z - MIDDLE_Z) * inwards);
      // The band at the edge, and the seams.
      const shade = (1 - 0.2 * dent) * (row === 0 ? 0.75 : row === 2 ? 0.86 : 1);
      colors.push(shade, shade, shade);
    }
  }
  return geometryOf(positions, colors, grid(AROUND, UP, true));
}

/** A brim's point: `u` from one end (-1) to the other (1), `v` from the crown (0) to the outer edge (1). */
function brimPoint(u: number, v: number): [x: number, y: number, z: number] {
  const angle = (u * 70 * Math.PI) / 180;
  const [x, , z] = crownPoint(angle, 0);
  const out = 0.056 * (1 - u ** 4) * v;
  const bend = -0.02 * u * u * (0.35 + 0.65 * v);
  return [x * (1 - 0.06 * v), edgeY(angle) + 0.002 + bend + 0.12 * out - 1.6 * out * out, z + out];
}

function brimSide(lift: number, flip: boolean, shade: number): BufferGeometry {
  const positions: number[] = [];
  const colors: number[] = [];
  const [columns, rows] = [48, 14];
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      const v = row / rows;
      const [x, y, z] = brimPoint((column / columns) * 2 - 1, v);
      // The edge closes; rows of stitches run along it.
      positions.push(x, y + (row === rows ? 0 : lift), z);
      const stitch = shade * (row === rows ? 0.85 : row % 3 === 2 ? 0.92 : 1);
      colors.push(stitch, stitch, stitch);
    }
  }
  return geometryOf(positions, colors, grid(columns, rows, false, flip));
}

export function createCap(paint: Material): Group {
  const group = new Group();
  const button = new SphereGeometry(0.0065, 14, 8);
  button.scale(1, 0.6, 1);
  button.translate(0, 0.118 + TALL, MIDDLE_Z);
  button.setAttribute(
    'color',
    new Float32BufferAttribute(new Float32Array(button.getAttribute('position').count * 3).fill(0.9), 3),
  );
  for (const geometry of [crown(), brimSide(0.0014, true, 1), brimSide(-0.0014, false, 0.62), button]) {
    const mesh = new Mesh(geometry, paint);
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    group.add(mesh);
  }
  return group;
}
