// How the part of a pane that its picture does not cover is filled with the picture's own edges: the edge is reduced to a
// few pixels and enlarged to the gap, which blurs it. Every renderer scales the same bands.
import type { SidePlace } from '#domain/comparison/picture-place.ts';
import type { Rect, Size } from '#domain/geometry.ts';

/** A band of the canvas that is filled with another part of it, reduced to `via` in between. All numbers are even. */
export interface EdgeBand {
  readonly from: Rect;
  readonly via: Size;
  readonly to: Rect;
}

/** The bands of one pane. Those above and below also continue the bands on the left and right: they come last. */
export interface EdgeBands {
  readonly left: EdgeBand | null;
  readonly right: EdgeBand | null;
  readonly above: EdgeBand | null;
  readonly below: EdgeBand | null;
}

/** Maximum depth of the edge that is stretched into a gap. */
const EDGE_PX = 8;
/** The size of an edge's blur along the edge. */
const BLUR_PX = 24;
/** Minimum size of a reduced edge. */
const LEAST_PX = 4;

/** The bands of a pane; null where its picture leaves no gap, or none is filled. */
export function edgeBands({ rect, crop, surround }: Pick<SidePlace, 'rect' | 'crop' | 'surround'>): EdgeBands | null {
  if (!crop || surround === 'black' || crop.to.widthPx === 0 || crop.to.heightPx === 0) return null;
  const { to } = crop;
  const [right, bottom] = [to.xPx + to.widthPx, to.yPx + to.heightPx];
  const upright = (fromX: number, xPx: number, widthPx: number): EdgeBand | null =>
    widthPx <= 0
      ? null
      : {
          from: { xPx: fromX, yPx: to.yPx, widthPx: depthOf(to.widthPx), heightPx: to.heightPx },
          via: { widthPx: LEAST_PX, heightPx: reduced(to.heightPx) },
          to: { xPx, yPx: to.yPx, widthPx, heightPx: to.heightPx },
        };
  const level = (fromY: number, yPx: number, heightPx: number): EdgeBand | null =>
    heightPx <= 0
      ? null
      : {
          from: { xPx: rect.xPx, yPx: fromY, widthPx: rect.widthPx, heightPx: depthOf(to.heightPx) },
          via: { widthPx: reduced(rect.widthPx), heightPx: LEAST_PX },
          to: { xPx: rect.xPx, yPx, widthPx: rect.widthPx, heightPx },
        };
  const bands: EdgeBands = {
    left: upright(to.xPx, rect.xPx, to.xPx - rect.xPx),
    right: upright(right - depthOf(to.widthPx), right, rect.xPx + rect.widthPx - right),
    above: level(to.yPx, rect.yPx, to.yPx - rect.yPx),
    below: level(bottom - depthOf(to.heightPx), bottom, rect.yPx + rect.heightPx - bottom),
  };
  return bands.left || bands.right || bands.above || bands.below ? bands : null;
}

function depthOf(lengthPx: number): number {
  return Math.min(EDGE_PX, lengthPx);
}

function reduced(lengthPx: number): number {
  return Math.max(LEAST_PX, Math.round(lengthPx / BLUR_PX / 2) * 2);
}
