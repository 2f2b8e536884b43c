// Reads frames of a clip as gray pictures, to search them for the club or the ball. Loaded lazily: it decodes frames.
import type { GrayPicture } from '#domain/body/gray-picture.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';
import { readFrames, type Still } from '#web/videos/stills/read-stills.ts';

/** A clip to read. */
export interface GrayClip {
  readonly source: Blob | string;
  readonly frameTimes: FrameTimes;
}

/** The frames by their time; null where a canvas cannot be read. Rejects when it is stopped or the frames cannot be read. */
export async function readGrays(
  { source, frameTimes }: GrayClip,
  times: readonly number[],
  tallestPx: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, GrayPicture | null>> {
  const ordered = [...new Set(times)].toSorted((a, b) => a - b);
  const src = typeof source === 'string' ? source : URL.createObjectURL(source);
  try {
    const { pictures } = await readFrames({ src, frameTimes, tallestPx }, ordered, signal);
    return new Map(ordered.map((time, index) => [time, grayOf(pictures[index])]));
  } finally {
    if (src !== source) URL.revokeObjectURL(src);
  }
}

function grayOf(picture: Still | undefined): GrayPicture | null {
  const context = picture?.getContext('2d') as OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D | null;
  if (!picture || !context) return null;
  const { width: widthPx, height: heightPx } = picture;
  const { data } = context.getImageData(0, 0, widthPx, heightPx);
  const luma = new Uint8ClampedArray(widthPx * heightPx);
  for (let at = 0; at < luma.length; at += 1) {
    const first = 4 * at;
    luma[at] = 0.2126 * (data[first] ?? 0) + 0.7152 * (data[first + 1] ?? 0) + 0.0722 * (data[first + 2] ?? 0);
  }
  return { widthPx, heightPx, luma };
}
