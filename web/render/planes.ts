// Pictures in H.264's format: a plane of brightness and two planes of color at half size (I420), BT.709 in limited
// range, as in the server's merged videos. Places and sizes are even.
import type { Rect, Size } from '#domain/geometry.ts';

/** A picture in I420: one byte of brightness per pixel, then two planes with one byte per four pixels. */
export interface Planes extends Size {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const BLACK = 16;
const GRAY = 128;

export function blackPlanes({ widthPx, heightPx }: Size): Planes {
  const full = widthPx * heightPx;
  const planes = { widthPx, heightPx, bytes: new Uint8Array(full + full / 2) };
  blacken(planes);
  return planes;
}

/** Makes a picture black again. */
export function blacken({ bytes, widthPx, heightPx }: Planes): void {
  bytes.fill(BLACK, 0, widthPx * heightPx);
  bytes.fill(GRAY, widthPx * heightPx);
}

/** One plane of a picture, and its scale: how many times smaller it is than the picture. */
interface Plane {
  readonly from: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly step: 1 | 2;
}

function planesOf({ widthPx, heightPx }: Size): readonly Plane[] {
  const full = widthPx * heightPx;
  const half = { widthPx: widthPx / 2, heightPx: heightPx / 2, step: 2 as const };
  return [
    { from: 0, widthPx, heightPx, step: 1 },
    { from: full, ...half },
    { from: full + full / 4, ...half },
  ];
}

/** One row of a picture that is copied onto another: its start in both and its length, in bytes. */
type OnRow = (at: number, from: number, length: number, plane: number, row: number, column: number) => void;

/** Calls back for each row of `size` at a place of `onto`, plane by plane. Rows are clipped to `onto`. */
function eachRow(onto: Size, size: Size, { xPx, yPx }: Pick<Rect, 'xPx' | 'yPx'>, onRow: OnRow): void {
  const below = planesOf(onto);
  for (const [index, plane] of planesOf(size).entries()) {
    const under = below[index];
    if (!under) continue;
    const [left, top] = [xPx / plane.step, yPx / plane.step];
    const column = Math.max(0, -left);
    const length = Math.min(plane.widthPx, under.widthPx - left) - column;
    const last = Math.min(plane.heightPx, under.heightPx - top);
    if (length <= 0) continue;
    for (let row = Math.max(0, -top); row < last; row += 1) {
      const at = under.from + (top + row) * under.widthPx + left + column;
      onRow(at, plane.from + row * plane.widthPx + column, length, index, row, column);
    }
  }
}

/** Copies a picture onto another. */
export function putOn(onto: Planes, picture: Planes, place: Pick<Rect, 'xPx' | 'yPx'>): void {
  eachRow(onto, picture, place, (at, from, length) => {
    onto.bytes.set(picture.bytes.subarray(from, from + length), at);
  });
}

/** Blends a picture over another with a strength of 0 to 255. */
export function mixOn(onto: Planes, picture: Planes, place: Pick<Rect, 'xPx' | 'yPx'>, strength: number): void {
  eachRow(onto, picture, place, (start, from, length) => {
    for (let index = 0; index < length; index += 1) {
      const at = start + index;
      onto.bytes[at] = mixed(onto.bytes[at] ?? 0, picture.bytes[from + index] ?? 0, strength);
    }
  });
}

/** Blends a picture over another through a mask of one byte per pixel, row by row. */
export function coverOn(onto: Planes, picture: Planes, place: Pick<Rect, 'xPx' | 'yPx'>, cover: Uint8Array): void {
  const { widthPx } = picture;
  eachRow(onto, picture, place, (start, from, length, plane, row, column) => {
    for (let index = 0; index < length; index += 1) {
      const share =
        plane === 0
          ? (cover[row * widthPx + column + index] ?? 0)
          : meanCover(cover, 2 * row * widthPx + 2 * (column + index), widthPx);
      if (share === 0) continue;
      const at = start + index;
      onto.bytes[at] = mixed(onto.bytes[at] ?? 0, picture.bytes[from + index] ?? 0, share);
    }
  });
}

/** Blends a layer over a picture: the planes of a picture followed by its mask (ffmpeg's `yuva420p`). */
export function layOn(onto: Planes, layer: Uint8Array, rect: Rect): void {
  const full = rect.widthPx * rect.heightPx;
  const bytes = new Uint8Array(layer.buffer as ArrayBuffer, layer.byteOffset, full + full / 2);
  coverOn(onto, { ...rect, bytes }, rect, layer.subarray(full + full / 2));
}

function meanCover(cover: Uint8Array, at: number, widthPx: number): number {
  const upper = (cover[at] ?? 0) + (cover[at + 1] ?? 0);
  return (upper + (cover[at + widthPx] ?? 0) + (cover[at + widthPx + 1] ?? 0) + 2) >> 2;
}

function mixed(under: number, over: number, share: number): number {
  return Math.round((over * share + under * (255 - share)) / 255);
}

/** A mask, enlarged smoothly to a size. */
export function enlarged(cover: Uint8Array, from: Size, to: Size): Uint8Array {
  const out = new Uint8Array(to.widthPx * to.heightPx);
  const columns = Array.from({ length: to.widthPx }, (_, x) => between(x, from.widthPx / to.widthPx, from.widthPx));
  for (let y = 0; y < to.heightPx; y += 1) {
    const { first: upper, next: lower, share: down } = between(y, from.heightPx / to.heightPx, from.heightPx);
    for (let x = 0; x < to.widthPx; x += 1) {
      const { first = 0, next = 0, share = 0 } = columns[x] ?? {};
      const above = mixedAt(cover, upper * from.widthPx, first, next, share);
      const below = mixedAt(cover, lower * from.widthPx, first, next, share);
      out[y * to.widthPx + x] = Math.round(above + (below - above) * down);
    }
  }
  return out;
}

function between(at: number, scale: number, count: number) {
  const place = Math.min(Math.max((at + 0.5) * scale - 0.5, 0), count - 1);
  const first = Math.floor(place);
  return { first, next: Math.min(first + 1, count - 1), share: place - first };
}

function mixedAt(cover: Uint8Array, row: number, first: number, next: number, share: number): number {
  const from = cover[row + first] ?? 0;
  return from + ((cover[row + next] ?? 0) - from) * share;
}
