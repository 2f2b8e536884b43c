// Locates a video's picture inside its element, and maps screen positions to pixels of the video.
import type { Point } from '#domain/drawing/drawing.ts';
import type { Rect, Size } from '#domain/geometry.ts';

/** A rectangle in CSS pixels, not necessarily whole ones. */
export interface Place extends Size {
  readonly xPx: number;
  readonly yPx: number;
}

/** The part of a box that the picture fills with `object-fit: contain`; null while box or picture has no size. */
export function pictureIn(box: Size, video: Size): Place | null {
  const scale = Math.min(box.widthPx / video.widthPx, box.heightPx / video.heightPx);
  if (!Number.isFinite(scale) || scale <= 0) return null;
  const widthPx = video.widthPx * scale;
  const heightPx = video.heightPx * scale;
  return { xPx: (box.widthPx - widthPx) / 2, yPx: (box.heightPx - heightPx) / 2, widthPx, heightPx };
}

/** Converts a window position to a point of the video. `shown` is the video's rectangle in the window. */
export function videoPointAt(
  client: { readonly clientX: number; readonly clientY: number },
  shown: DOMRect,
  video: Size,
): Point {
  return {
    x: ((client.clientX - shown.left) / shown.width) * video.widthPx,
    y: ((client.clientY - shown.top) / shown.height) * video.heightPx,
  };
}

/** Converts a window position to a point of the canvas. `shown` is the window rectangle that shows `area`. */
export function canvasPointAt(
  client: { readonly clientX: number; readonly clientY: number },
  shown: DOMRect,
  area: Rect,
): Point {
  const { x, y } = videoPointAt(client, shown, area);
  return { x: area.xPx + x, y: area.yPx + y };
}
