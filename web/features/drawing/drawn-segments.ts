// Converts drawings to the segments of the specification, which are sent to the server or burnt in on this device.
import type { Drawing, Point } from '#domain/drawing/drawing.ts';
import { lengthScale } from '#domain/drawing/drawing-geometry.ts';
import type { Size } from '#domain/geometry.ts';
import { inkOf, type PlacedStroke } from './placed-stroke.ts';

/** Converts strokes on a video to segments for the renderers, in pixels of the surface. A dot has zero length. */
export function segmentsOf(strokes: readonly PlacedStroke[], video: Size, surface: Size): Drawing[] {
  const onSurface = ({ x, y }: Point): Point => ({
    x: hundredths((x * surface.widthPx) / video.widthPx),
    y: hundredths((y * surface.heightPx) / video.heightPx),
  });
  const unitPx = lengthScale(surface, video);
  return strokes.flatMap((stroke) => {
    const { color, timestamp, onlyThisFrame } = stroke;
    const pen = { color, timestamp, ...(onlyThisFrame && { onlyThisFrame }) };
    return inkOf(stroke, unitPx).flatMap(({ points, width }) => {
      const places = points.map(onSurface);
      const ends = places.length === 1 ? places : places.slice(1);
      return ends.map((to, index) => ({ from: places[index] ?? to, to, width, ...pen }));
    });
  });
}

/** Hundredths of a pixel are invisible; rounding keeps the request small. */
function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
