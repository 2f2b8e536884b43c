// Finds the shaft in the frame of the rest.
import { bodyOverTime } from '#domain/body/body-over-time.ts';
import type { BodyTrack, PicturePoint } from '#domain/body/body-track.ts';
import { findShaft, SHAFT_LEG_PX, type ShaftLine, shaftSearchOn } from '#domain/body/shaft-line.ts';
import type { SwingToRead } from '#web/videos/stills/read-stills.ts';

/** The shaft in pixels of the clip; null where it is not seen, or the frame cannot be read. */
export async function shaftAtRest(
  swing: Omit<SwingToRead, 'tallestPx'>,
  track: BodyTrack,
  restTime: number,
): Promise<Pick<ShaftLine, 'grip' | 'end'> | null> {
  const body = bodyOverTime(track)(restTime);
  if (!body) return null;
  const search = shaftSearchOn(body);
  const tallestPx = Math.round(Math.min(1, SHAFT_LEG_PX / search.legPx) * track.heightPx);
  try {
    const { readFrames } = await import('#web/videos/stills/read-stills.ts');
    const { pictures } = await readFrames({ ...swing, tallestPx }, [restTime], new AbortController().signal);
    const [picture] = pictures;
    const context = picture?.getContext('2d') as OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D | null;
    if (!picture || !context) return null;
    const { width: widthPx, height: heightPx } = picture;
    const { data } = context.getImageData(0, 0, widthPx, heightPx);
    const luma = new Uint8ClampedArray(widthPx * heightPx);
    for (let at = 0; at < luma.length; at += 1) {
      const first = 4 * at;
      luma[at] = 0.2126 * (data[first] ?? 0) + 0.7152 * (data[first + 1] ?? 0) + 0.0722 * (data[first + 2] ?? 0);
    }
    const scale = heightPx / track.heightPx;
    const scaled = ({ xPx, yPx }: PicturePoint, by: number): PicturePoint => ({ xPx: xPx * by, yPx: yPx * by });
    const { hands, groundYPx, legPx, toes } = search;
    const found = findShaft(
      { widthPx, heightPx, luma },
      { hands: scaled(hands, scale), groundYPx: groundYPx * scale, legPx: legPx * scale, toes },
    );
    return found && { grip: scaled(found.grip, 1 / scale), end: scaled(found.end, 1 / scale) };
  } catch {
    // The line is estimated from the body, as without a picture.
    return null;
  }
}
