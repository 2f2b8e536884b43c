// Scale and offset of a zoomed picture. Offsets are fractions of the frame from its middle, so that frames of different
// sizes share them.

/** The scale of the picture (1 to 4) and its offset, in fractions of its frame. */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** A point or vector in a frame, in fractions of its width and height. The right edge is at 0.5. */
export interface FramePoint {
  readonly x: number;
  readonly y: number;
}

export function distanceOf(a: FramePoint, b: FramePoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The whole picture. */
export const NO_ZOOM: Zoom = Object.freeze({ scale: 1, x: 0, y: 0 });

const MAX_SCALE = 4;

/** Zooms to a scale around a fixed point. The picture still fills its frame. */
export function zoomAround(zoom: Zoom, scale: number, point: FramePoint): Zoom {
  const next = Math.min(Math.max(scale, 1), MAX_SCALE);
  const ratio = next / zoom.scale;
  return inside({ scale: next, x: point.x - (point.x - zoom.x) * ratio, y: point.y - (point.y - zoom.y) * ratio });
}

/** Moves the zoomed picture, up to its edges. */
export function panBy(zoom: Zoom, by: FramePoint): Zoom {
  return inside({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y });
}

/** The next scale of the zoom button: 2×, 4×, then 1×. */
export function nextScale(scale: number): number {
  return scale < 2 ? 2 : scale < MAX_SCALE ? MAX_SCALE : 1;
}

/** The CSS transform of an element that fills its frame. */
export function zoomTransform({ scale, x, y }: Zoom): string | undefined {
  return scale > 1 ? `translate(${percent(x)}, ${percent(y)}) scale(${scale})` : undefined;
}

function inside({ scale, x, y }: Zoom): Zoom {
  const edge = (scale - 1) / 2;
  const clamp = (value: number) => Math.min(Math.max(value, -edge), edge) || 0;
  return { scale, x: clamp(x), y: clamp(y) };
}

function percent(part: number): string {
  return `${Math.round(part * 100_000) / 1000}%`;
}
