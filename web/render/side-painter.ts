// Paints the pictures of one side as the plan shows them: upright, cropped, scaled, mirrored.
import type { VideoSample } from 'mediabunny';
import type { PlannedPane } from '#domain/comparison/comparison-plan.ts';
import { shownPart } from '#domain/comparison/picture-place.ts';
import { blackPlanes, fromPixels, type Planes } from './planes.ts';
import { RenderError } from './render-request.ts';

/** Paints one side. */
export interface SidePainter {
  /** The picture as it was painted last, of the size of what is shown of the side. */
  readonly planes: Planes;
  readonly paint: (sample: VideoSample) => void;
}

/** A painter for one side of a plan. Throws a RenderError where there is no canvas. */
export function sidePainter(pane: PlannedPane): SidePainter {
  const { widthPx, heightPx } = shownPart(pane);
  const planes = blackPlanes({ widthPx, heightPx });
  // Read back for each picture: kept out of the graphics chip.
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { willReadFrequently: true, alpha: false });
  if (!context) throw new RenderError('no-codecs', 'There is no canvas');
  context.imageSmoothingQuality = 'high';
  if (pane.isMirrored) context.setTransform(-1, 0, 0, 1, widthPx, 0);
  const isEmpty = pane.crop !== null && (pane.crop.to.widthPx === 0 || pane.crop.to.heightPx === 0);
  return {
    planes,
    paint: (sample) => {
      if (isEmpty) return;
      const from = pane.crop?.from;
      if (from) sample.draw(context, from.xPx, from.yPx, from.widthPx, from.heightPx, 0, 0, widthPx, heightPx);
      else sample.draw(context, 0, 0, widthPx, heightPx);
      fromPixels(planes, context.getImageData(0, 0, widthPx, heightPx).data);
    },
  };
}
