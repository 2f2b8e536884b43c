// Finds the club's shaft in the frames of a clip in which it can be measured. Loaded lazily: it decodes frames.
import type { SaidOfBody } from '#domain/body/body-angles.ts';
import type { BodyTrack, SeenShaft } from '#domain/body/body-track.ts';
import type { GrayPicture } from '#domain/body/gray-picture.ts';
import { shaftIn, shaftLooks } from '#domain/body/shaft-search.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';
import { readFrames, type Still } from '#web/videos/stills/read-stills.ts';

/** A clip with a tracked golfer. */
export interface ShaftClip {
  readonly source: Blob | string;
  readonly frameTimes: FrameTimes;
  readonly annotations: SwingAnnotations;
  readonly slowMotionFactor: number;
}

/** The shafts that were found, at most five. Rejects when it is stopped or the frames cannot be read. */
export async function readShafts(
  { source, frameTimes, annotations, slowMotionFactor }: ShaftClip,
  track: BodyTrack,
  said: SaidOfBody,
  signal: AbortSignal,
): Promise<readonly SeenShaft[]> {
  const { scale, looks } = shaftLooks(track, frameTimes, annotations, slowMotionFactor, said);
  const times = [...new Set(looks.flatMap(({ time, stillTime }) => [time, stillTime ?? time]))].toSorted(
    (a, b) => a - b,
  );
  if (times.length === 0) return [];
  const src = typeof source === 'string' ? source : URL.createObjectURL(source);
  try {
    const tallestPx = Math.round(scale * track.heightPx);
    const { pictures } = await readFrames({ src, frameTimes, tallestPx }, times, signal);
    const grays = new Map(times.map((time, index) => [time, grayOf(pictures[index])]));
    const shafts: SeenShaft[] = [];
    for (const look of looks) {
      // A search takes up to 100 ms: the page must react between two.
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
      const picture = grays.get(look.time);
      const still = look.stillTime === null ? null : (grays.get(look.stillTime) ?? null);
      const shaft = picture && shaftIn(look, picture.heightPx / track.heightPx, picture, still);
      if (shaft) shafts.push(shaft);
    }
    return shafts;
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
