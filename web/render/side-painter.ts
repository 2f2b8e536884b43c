// Paints the pictures of one side as planned: upright, cropped, scaled, mirrored. Copies planes directly where the
// colours match the merged video's, otherwise converts through a canvas.
import type { VideoSample } from 'mediabunny';
import type { PlannedPane } from '#domain/comparison/comparison-plan.ts';
import { shownPart } from '#domain/comparison/picture-place.ts';
import { canvasPainter } from './canvas-painter.ts';
import { hasMergedColors, type PlaneScaler, planeScaler } from './plane-scaler.ts';
import { blackPlanes, type Planes } from './planes.ts';

/** Paints the pictures of one side. */
export interface SidePainter {
  /** The picture painted last, in the size of the side's visible part. */
  readonly planes: Planes;
  readonly paint: (sample: VideoSample) => Promise<void>;
}

/** A painter for one side of a plan. */
export function sidePainter(pane: PlannedPane): SidePainter {
  const planes = blackPlanes(shownPart(pane));
  const isEmpty = pane.crop !== null && (pane.crop.to.widthPx === 0 || pane.crop.to.heightPx === 0);
  let scaler: { readonly of: PlaneScaler; readonly shape: string } | null = null;
  let canvas: ((sample: VideoSample) => Promise<void>) | null = null;
  return {
    planes,
    paint: async (sample) => {
      if (isEmpty) return;
      if (!hasMergedColors(sample)) {
        canvas ??= canvasPainter(pane, planes);
        await canvas(sample);
        return;
      }
      const shape = shapeOf(sample);
      if (scaler?.shape !== shape) scaler = { of: planeScaler(pane, sample), shape };
      await scaler.of.paint(sample, planes);
    },
  };
}

/** The format that one scaler handles: streams may change their size midway. */
function shapeOf({ format, visibleRect, codedWidth, codedHeight }: VideoSample): string {
  return JSON.stringify([format, visibleRect, codedWidth, codedHeight]);
}
