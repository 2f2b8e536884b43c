// Converts a rectangle of the canvas to the CSS position of an element within another.
import type { Rect, Size } from '#domain/geometry.ts';

/** The edges of `inner` in percent of `outer`, which lies at the origin unless it has a position. */
export function placeWithin(outer: Size & Partial<Rect>, inner: Rect) {
  return {
    left: percent(inner.xPx - (outer.xPx ?? 0), outer.widthPx),
    top: percent(inner.yPx - (outer.yPx ?? 0), outer.heightPx),
    width: percent(inner.widthPx, outer.widthPx),
    height: percent(inner.heightPx, outer.heightPx),
  };
}

/**
 * The same place by a transform: the element keeps the largest size at which `inner` fits into `outer`. A new transform
 * moves a picture without a layout, so a crop that arrives during playback is no layout shift.
 */
export function transformWithin(outer: Rect, inner: Rect) {
  const fit = Math.min(outer.widthPx / inner.widthPx, outer.heightPx / inner.heightPx);
  const [widthPx, heightPx] = [inner.widthPx * fit, inner.heightPx * fit];
  const x = percent(inner.xPx - outer.xPx, widthPx);
  const y = percent(inner.yPx - outer.yPx, heightPx);
  return {
    left: 0,
    top: 0,
    width: percent(widthPx, outer.widthPx),
    height: percent(heightPx, outer.heightPx),
    transformOrigin: '0 0',
    transform: `translate(${x}, ${y}) scale(${1 / fit})`,
  };
}

function percent(px: number, ofPx: number): string {
  return `${(100 * px) / ofPx}%`;
}
