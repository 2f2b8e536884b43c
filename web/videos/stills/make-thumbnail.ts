// The thumbnail of a kept comparison: both golfers at the top, side by side.
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import type { Clip } from '#domain/video/clip.ts';
import { readStills } from './read-stills.ts';

/** One side of the thumbnail. */
export interface ThumbnailSwing {
  /** The file, or the address of a video on this site. */
  readonly source: File | string;
  readonly clip: Clip;
  readonly annotations: SwingAnnotations;
}

/** Twice the shown size, for high-density displays. */
export const THUMBNAIL = { widthPx: 320, heightPx: 240 } as const;

/** The thumbnail as a JPEG; a side that cannot be shown is black. Null when neither can. */
export async function makeThumbnail(sides: readonly (ThumbnailSwing | null)[]): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [THUMBNAIL.widthPx, THUMBNAIL.heightPx];
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const widthPx = canvas.width / sides.length;
  let isEmpty = true;
  for (const [index, side] of sides.entries()) {
    const still = side && (await stillOf(side).catch(() => null));
    if (!still) continue;
    isEmpty = false;
    drawCovering(context, still, index * widthPx, widthPx);
  }
  if (isEmpty) return null;
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8));
}

/** The time of the top, or of the strike when the top is not marked. */
async function stillOf({ source, clip, annotations }: ThumbnailSwing) {
  const position = annotations.topTime === null ? 'strike' : 'top';
  const src = source instanceof File ? URL.createObjectURL(source) : source;
  try {
    const swing = { src, frameTimes: clip.frameTimes, annotations, positions: [position], tallestPx: 480 } as const;
    const { stills } = await readStills(swing, new AbortController().signal);
    return stills[position] ?? null;
  } finally {
    if (source instanceof File) URL.revokeObjectURL(src);
  }
}

/** Fills part of the canvas with the middle of a picture. */
function drawCovering(
  context: CanvasRenderingContext2D,
  picture: HTMLCanvasElement | OffscreenCanvas,
  xPx: number,
  widthPx: number,
): void {
  const { heightPx } = THUMBNAIL;
  const scale = Math.max(widthPx / picture.width, heightPx / picture.height);
  const [fromWidth, fromHeight] = [widthPx / scale, heightPx / scale];
  const [fromX, fromY] = [(picture.width - fromWidth) / 2, (picture.height - fromHeight) / 2];
  context.drawImage(picture, fromX, fromY, fromWidth, fromHeight, xPx, 0, widthPx, heightPx);
}
