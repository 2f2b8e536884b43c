// The small gray pictures of a filmed scene, as detailed as the search for motion needs: limbs as strokes of one gray
// each, club and ball in front of a blotchy ground, noise, and the camera's movement. Seeded and pure.
import type { PicturePoint } from '#domain/body/body-track.ts';
import type { GrayFrame } from '#domain/moments/motion/frame-motion.ts';
import type { Scene, ScenePlaces } from './animated-scene.ts';
import type { Chance } from './chance.ts';
import type { CameraMove, Filming } from './filming.ts';

/** As the search shrinks them (web/find/find-moments.ts). */
const LONG_SIDE_PX = 256;
/** A swung club covers several pixels during one exposure, so it is drawn this often. */
const CLUB_STEPS = 3;

/** The gray levels of a clip's objects. */
interface Looks {
  readonly shirt: number;
  readonly trousers: number;
  readonly skin: number;
  readonly shoes: number;
  readonly shaft: number;
  readonly head: number;
}

/** The picture of one frame, by its place in the clip. Repeated pictures are repeated to the last bit, or nearly so. */
export function smallPictures(chance: Chance, scene: Scene, filming: Filming): (frame: number) => GrayFrame {
  const scale = LONG_SIDE_PX / Math.max(scene.widthPx, scene.heightPx);
  const widthPx = Math.round(scene.widthPx * scale);
  const heightPx = Math.round(scene.heightPx * scale);
  const gray = () => chance.between(20, 235);
  const looks = { shirt: gray(), trousers: gray(), skin: gray(), shoes: gray(), shaft: gray(), head: gray() };
  const ground = drawnGround(chance, widthPx, heightPx);
  const noise = Float32Array.from({ length: 1 << 14 }, () => chance.normal(1));
  const noiseLevel = chance.ratio(0.2, 3.5);
  const starts = Array.from({ length: 97 }, () => Math.floor(chance.between(0, noise.length)));
  const sizePx = 0.76 * scene.bodyPx;
  return (frame) => {
    const { time = 0, taken = 0 } = filming.frames[frame] ?? {};
    const camera = filming.cameraAt(taken);
    const values = groundSeen(ground, widthPx, heightPx, camera, scale);
    const seen = (point: PicturePoint) => seenPoint(point, camera, scene, scale);
    const brush = { values, widthPx, heightPx, seen, unitPx: sizePx * scale * camera.scale };
    paintBody(brush, scene.placesAt(taken), looks);
    for (let step = 0; step < CLUB_STEPS; step++) {
      const places = scene.placesAt(taken + (step / (CLUB_STEPS - 1) - 0.5) * filming.exposure);
      paintClub(brush, places, looks, 1 / CLUB_STEPS);
    }
    // A repeated picture has the noise of the one that it repeats.
    const start = starts[Math.round(taken * 1e4) % starts.length] ?? 0;
    const gray = new Uint8ClampedArray(values.length);
    for (let at = 0; at < values.length; at++)
      gray[at] = (values[at] ?? 0) + noiseLevel * (noise[(start + at) & (noise.length - 1)] ?? 0);
    return { time, widthPx, heightPx, gray: new Uint8Array(gray.buffer) };
  };
}

/** Where a moving camera shows a point, in pixels of `scale`. */
export function seenPoint(
  { xPx, yPx }: PicturePoint,
  camera: CameraMove,
  { widthPx, heightPx }: Pick<Scene, 'widthPx' | 'heightPx'>,
  scale = 1,
): PicturePoint {
  return {
    xPx: scale * (widthPx / 2 + camera.scale * (xPx - widthPx / 2) + camera.xPx),
    yPx: scale * (heightPx / 2 + camera.scale * (yPx - heightPx / 2) + camera.yPx),
  };
}

/** Width of the ground beyond each edge of a still picture. */
const EDGE_PX = 64;

interface Ground {
  readonly values: Float32Array;
  readonly size: number;
}

/** Blotches of several sizes on a square that repeats itself. */
function drawnGround(chance: Chance, widthPx: number, heightPx: number): Ground {
  const size = 512;
  const values = new Float32Array(size * size).fill(chance.between(60, 180));
  const contrast = chance.ratio(4, 40);
  for (const cells of [8, 32, 128]) {
    const grid = Float32Array.from({ length: cells * cells }, () => chance.normal(contrast / Math.sqrt(3)));
    const cellPx = size / cells;
    for (let y = 0; y < Math.min(size, heightPx + 2 * EDGE_PX); y++) {
      for (let x = 0; x < Math.min(size, widthPx + 2 * EDGE_PX); x++) {
        const at = y * size + x;
        values[at] = (values[at] ?? 0) + sampled({ values: grid, size: cells }, x / cellPx, y / cellPx);
      }
    }
  }
  return { values, size };
}

function sampled({ values, size }: Ground, x: number, y: number): number {
  const [left, upper] = [Math.floor(x), Math.floor(y)];
  const [right, lower] = [x - left, y - upper];
  // Sizes are powers of two.
  const [row, next] = [(upper & (size - 1)) * size, ((upper + 1) & (size - 1)) * size];
  const [column, beside] = [left & (size - 1), (left + 1) & (size - 1)];
  const above = (values[row + column] ?? 0) * (1 - right) + (values[row + beside] ?? 0) * right;
  const below = (values[next + column] ?? 0) * (1 - right) + (values[next + beside] ?? 0) * right;
  return above * (1 - lower) + below * lower;
}

function groundSeen(ground: Ground, widthPx: number, heightPx: number, camera: CameraMove, scale: number) {
  const values = new Float32Array(widthPx * heightPx);
  const isStill = camera.scale === 1 && camera.xPx === 0 && camera.yPx === 0;
  for (let y = 0; y < heightPx; y++) {
    const row = EDGE_PX + heightPx / 2 + (y - heightPx / 2 - camera.yPx * scale) / camera.scale;
    if (isStill) {
      const from = (y + EDGE_PX) * ground.size + EDGE_PX;
      values.set(ground.values.subarray(from, from + widthPx), y * widthPx);
      continue;
    }
    for (let x = 0; x < widthPx; x++) {
      const column = EDGE_PX + widthPx / 2 + (x - widthPx / 2 - camera.xPx * scale) / camera.scale;
      values[y * widthPx + x] = sampled(ground, column, row);
    }
  }
  return values;
}

interface Brush {
  readonly values: Float32Array;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly seen: (point: PicturePoint) => PicturePoint;
  /** The golfer's body size in pixels of the small picture. */
  readonly unitPx: number;
}

/** Thicknesses in body sizes. */
function paintBody(brush: Brush, { joints: at, ball }: ScenePlaces, looks: Looks): void {
  const stroke = (from: PicturePoint, to: PicturePoint, thick: number, gray: number) =>
    paintStroke(brush, { from, to, thick: thick * brush.unitPx, gray, opacity: 1 });
  for (const side of ['left', 'right'] as const) {
    stroke(at[`${side}Heel`], at[`${side}Toe`], 0.04, looks.shoes);
    stroke(at[`${side}Hip`], at[`${side}Knee`], 0.1, looks.trousers);
    stroke(at[`${side}Knee`], at[`${side}Ankle`], 0.07, looks.trousers);
  }
  stroke(between(at.leftShoulder, at.rightShoulder), between(at.leftHip, at.rightHip), 0.17, looks.shirt);
  stroke(at.leftShoulder, at.rightShoulder, 0.09, looks.shirt);
  for (const side of ['left', 'right'] as const) {
    stroke(at[`${side}Shoulder`], at[`${side}Elbow`], 0.06, looks.shirt);
    stroke(at[`${side}Elbow`], at[`${side}Wrist`], 0.045, looks.skin);
    stroke(at[`${side}Wrist`], at[`${side}Wrist`], 0.055, looks.skin);
  }
  const head = between(at.leftEar, at.rightEar);
  stroke(head, head, 0.11, looks.skin);
  if (ball) stroke(ball, ball, 0.02, 245);
}

function paintClub(brush: Brush, { club }: ScenePlaces, { shaft, head }: Looks, opacity: number): void {
  if (!club) return;
  paintStroke(brush, { from: club[0], to: club[1], thick: 0.4, gray: shaft, opacity: 0.7 * opacity });
  paintStroke(brush, { from: club[1], to: club[1], thick: 0.04 * brush.unitPx, gray: head, opacity });
}

function between(a: PicturePoint, b: PicturePoint): PicturePoint {
  return { xPx: (a.xPx + b.xPx) / 2, yPx: (a.yPx + b.yPx) / 2 };
}

interface Stroke {
  readonly from: PicturePoint;
  readonly to: PicturePoint;
  /** Half of its width, in pixels of the small picture. */
  readonly thick: number;
  readonly gray: number;
  readonly opacity: number;
}

function paintStroke({ values, widthPx, heightPx, seen }: Brush, { from, to, thick, gray, opacity }: Stroke): void {
  const [a, b] = [seen(from), seen(to)];
  const [alongX, alongY] = [b.xPx - a.xPx, b.yPx - a.yPx];
  const long = alongX * alongX + alongY * alongY;
  const reach = thick + 1;
  const left = Math.max(0, Math.floor(Math.min(a.xPx, b.xPx) - reach));
  const right = Math.min(widthPx - 1, Math.ceil(Math.max(a.xPx, b.xPx) + reach));
  const upper = Math.max(0, Math.floor(Math.min(a.yPx, b.yPx) - reach));
  const lower = Math.min(heightPx - 1, Math.ceil(Math.max(a.yPx, b.yPx) + reach));
  for (let y = upper; y <= lower; y++) {
    for (let x = left; x <= right; x++) {
      const part = long > 0 ? ((x - a.xPx) * alongX + (y - a.yPx) * alongY) / long : 0;
      const held = Math.max(0, Math.min(1, part));
      const away = Math.hypot(x - a.xPx - held * alongX, y - a.yPx - held * alongY);
      const covered = opacity * Math.max(0, Math.min(1, thick + 0.5 - away));
      if (covered <= 0) continue;
      const at = y * widthPx + x;
      values[at] = (values[at] ?? 0) * (1 - covered) + covered * gray;
    }
  }
}
