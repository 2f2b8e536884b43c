// Converts a rectangle of the canvas to the CSS position of an element within another.
import type { Rect, Size } from '#domain/geometry.ts';

/** The edges of `inner` in percent of `outer`, which lies at the origin unless it has a position. */
export function placeWithin(outer: Size & Partial<Rect>, inner: Rect) {
  const percent = (px: number, ofPx: number) => `${(100 * px) / ofPx}%`;
  return {
    left: percent(inner.xPx - (outer.xPx ?? 0), outer.widthPx),
    top: percent(inner.yPx - (outer.yPx ?? 0), outer.heightPx),
    width: percent(inner.widthPx, outer.widthPx),
    height: percent(inner.heightPx, outer.heightPx),
  };
}
