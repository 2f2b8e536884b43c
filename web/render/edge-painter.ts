// Fills the part of a pane that the side's picture does not cover with the picture's blurred edges.
import type { SidePlace } from '#domain/comparison/picture-place.ts';
import type { Rect, Size } from '#domain/geometry.ts';
import { type EdgeBand, edgeBands } from '#domain/rendering/edge-bands.ts';
import type { Planes } from './planes.ts';
import { type ScaleTaps, scaleTaps } from './scale-taps.ts';

/** Fills the gaps of a pane whose picture is already painted; null for a pane without gaps. */
export function edgePainter(pane: Pick<SidePlace, 'rect' | 'crop' | 'surround'>): ((canvas: Planes) => void) | null {
  const bands = edgeBands(pane);
  if (!bands) return null;
  const painters = [bands.left, bands.right, bands.above, bands.below].flatMap((band) =>
    band ? [bandPainter(band)] : [],
  );
  return (canvas) => {
    for (const paint of painters) paint(canvas);
  };
}

function bandPainter({ from, via, to }: EdgeBand): (canvas: Planes) => void {
  const steps = ([1, 2, 2] as const).map((step) => {
    const reduce = planeScaler(sizeOf(from, step), sizeOf(via, step));
    const enlarge = planeScaler(sizeOf(via, step), sizeOf(to, step));
    return { step, reduce, enlarge };
  });
  return ({ bytes, widthPx, heightPx }) => {
    let start = 0;
    for (const { step, reduce, enlarge } of steps) {
      const stride = widthPx / step;
      const cornerOf = ({ xPx, yPx }: Rect) => start + (yPx / step) * stride + xPx / step;
      const small = reduce(bytes, cornerOf(from), stride);
      const large = enlarge(small, 0, via.widthPx / step);
      const width = to.widthPx / step;
      for (let row = 0; row < to.heightPx / step; row += 1) {
        bytes.set(large.subarray(row * width, (row + 1) * width), cornerOf(to) + row * stride);
      }
      start += stride * (heightPx / step);
    }
  };
}

function sizeOf({ widthPx, heightPx }: Size, step: number): Size {
  return { widthPx: widthPx / step, heightPx: heightPx / step };
}

const HALF = 1 << 13;

/** Scales part of a plane, first across, then down. The next call overwrites the result. */
function planeScaler(from: Size, to: Size) {
  const across = scaleTaps({ at: 0, length: from.widthPx, sizePx: from.widthPx }, to.widthPx, 1);
  const down = scaleTaps({ at: 0, length: from.heightPx, sizePx: from.heightPx }, to.heightPx, 1);
  const rows = new Uint8ClampedArray(to.widthPx * from.heightPx);
  const result = new Uint8ClampedArray(to.widthPx * to.heightPx);
  return (bytes: Uint8Array | Uint8ClampedArray, at: number, stride: number): Uint8ClampedArray => {
    for (let row = 0; row < from.heightPx; row += 1) {
      const [source, into] = [at + row * stride, row * to.widthPx];
      for (let column = 0; column < to.widthPx; column += 1) {
        rows[into + column] = (HALF + weighted(across, column, bytes, source, 1, from.widthPx)) >> 14;
      }
    }
    for (let row = 0; row < to.heightPx; row += 1) {
      for (let column = 0; column < to.widthPx; column += 1) {
        result[row * to.widthPx + column] = (HALF + weighted(down, row, rows, column, to.widthPx, from.heightPx)) >> 14;
      }
    }
    return result;
  };
}

function weighted(
  { first, weights, taps }: ScaleTaps,
  index: number,
  bytes: Uint8Array | Uint8ClampedArray,
  at: number,
  step: number,
  sizePx: number,
): number {
  const from = first[index] ?? 0;
  const count = Math.min(taps, sizePx - from);
  let sum = 0;
  for (let tap = 0; tap < count; tap += 1) {
    sum += (weights[index * taps + tap] ?? 0) * (bytes[at + (from + tap) * step] ?? 0);
  }
  return sum;
}
