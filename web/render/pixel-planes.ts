// Converts pictures of four bytes per pixel to planes in the merged video's colours, in WebAssembly.
import type { Size } from '#domain/geometry.ts';
import { PIXELS_TO_PLANES } from './pixels-to-planes-code.ts';
import type { Planes } from './planes.ts';

/** Converts pictures of one size. */
export interface PixelConverter {
  /** The place of the next picture's pixels. */
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** The bytes from one row of pixels to the next. */
  readonly stride: number;
  /** Converts the picture. The first byte of a pixel is blue, the third red; or the other way round. */
  readonly convert: (into: Planes, isRedFirst: boolean) => void;
}

/** `pixelsToPlanes` of assembly/pixels-to-planes.ts. */
type PixelsToPlanes = (...values: readonly number[]) => void;

const PAGE_BYTES = 65_536;
const PIXEL_BYTES = 4;
/** The WebAssembly code converts this many pixels of a row at a time. */
const COLUMNS = 8;

/** A converter for pictures of an even size. */
export function pixelConverter({ widthPx, heightPx }: Size): PixelConverter {
  const rowPx = Math.ceil(widthPx / COLUMNS) * COLUMNS;
  const full = rowPx * heightPx;
  const pixelsAt = PAGE_BYTES;
  const brightAt = pixelsAt + PIXEL_BYTES * full;
  const [blueAt, redAt] = [brightAt + full, brightAt + full + full / 4];
  const pages = Math.ceil((redAt + full / 4) / PAGE_BYTES);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const bytes = new Uint8Array(memory.buffer as ArrayBuffer);
  const code = Uint8Array.from(atob(PIXELS_TO_PLANES), (letter) => letter.charCodeAt(0));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), { env: { memory } });
  const pixelsToPlanes = exports.pixelsToPlanes as PixelsToPlanes;

  return {
    pixels: bytes.subarray(pixelsAt, brightAt),
    stride: PIXEL_BYTES * rowPx,
    convert: (into, isRedFirst) => {
      pixelsToPlanes(pixelsAt, rowPx, heightPx, Number(isRedFirst), brightAt, blueAt, redAt);
      let to = 0;
      for (const [at, step] of [[brightAt, 1] as const, [blueAt, 2] as const, [redAt, 2] as const]) {
        const length = widthPx / step;
        for (let row = 0; row < heightPx / step; row += 1, to += length) {
          const from = at + (row * rowPx) / step;
          into.bytes.set(bytes.subarray(from, from + length), to);
        }
      }
    },
  };
}
