// Looking closer at part of the picture: how far it is enlarged and moved. Pure arithmetic; points are pixels from the
// middle of the picture.

/** How the picture is enlarged (1 to 4) and moved. */
export interface Zoom {
  readonly scale: number;
  readonly xPx: number;
  readonly yPx: number;
}

/** A point or a size in pixels. */
export interface Pixels {
  readonly xPx: number;
  readonly yPx: number;
}

/** The whole picture. */
export const NO_ZOOM: Zoom = Object.freeze({ scale: 1, xPx: 0, yPx: 0 });

const LARGEST_SCALE = 4;

/** Enlarges to a scale so that what is under a point stays under it. The picture keeps filling its frame of a size. */
export function zoomAround(zoom: Zoom, scale: number, point: Pixels, size: Pixels): Zoom {
  const next = Math.min(Math.max(scale, 1), LARGEST_SCALE);
  const ratio = next / zoom.scale;
  return inside(
    { scale: next, xPx: point.xPx - (point.xPx - zoom.xPx) * ratio, yPx: point.yPx - (point.yPx - zoom.yPx) * ratio },
    size,
  );
}

/** Moves the enlarged picture, at most to its edges. */
export function panBy(zoom: Zoom, by: Pixels, size: Pixels): Zoom {
  return inside({ ...zoom, xPx: zoom.xPx + by.xPx, yPx: zoom.yPx + by.yPx }, size);
}

/** What the zoom button leads to: 2×, 4×, the whole picture again. */
export function nextScale(scale: number): number {
  return scale < 2 ? 2 : scale < LARGEST_SCALE ? LARGEST_SCALE : 1;
}

function inside(zoom: Zoom, size: Pixels): Zoom {
  const clamp = (value: number, edgePx: number) => Math.min(Math.max(value, -edgePx), edgePx) || 0;
  return {
    scale: zoom.scale,
    xPx: clamp(zoom.xPx, ((zoom.scale - 1) * size.xPx) / 2),
    yPx: clamp(zoom.yPx, ((zoom.scale - 1) * size.yPx) / 2),
  };
}
