// Draws the pro without the background over the visitor: each presented frame of the pro's video, cut to its outline.
import { useEffect, useRef } from 'react';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { pictureArea } from '#domain/comparison/strip-place.ts';
import { MASK_STEP, type OutlineTrack, outlineOverTime } from '#domain/outline/outline.ts';
import { cornersOf, placeOf } from '#domain/rendering/body-strokes.ts';
import type { SyncedPair } from './synced-pair.ts';
import { shownTime } from './synced-state.ts';

interface GhostCutOutProps {
  readonly pair: SyncedPair;
  readonly plan: ComparisonPlan;
  readonly outlines: OutlineTrack;
  readonly strengthPercent: number;
}

/** The canvas over the whole ghost. Its source video stays in the page, invisible. */
export function GhostCutOut({ pair, plan, outlines, strengthPercent }: GhostCutOutProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d');
    const mask = document.createElement('canvas').getContext('2d');
    if (!canvas || !context || !mask) return;
    const draw = drawerOf(pair, plan, outlines, context, mask);
    draw();
    return pair.video('pro').subscribe(draw);
  }, [pair, plan, outlines]);
  return (
    <canvas
      ref={ref}
      data-ghost="cut-out"
      width={pictureArea(plan).widthPx}
      height={pictureArea(plan).heightPx}
      className="pointer-events-none absolute inset-0 size-full"
      style={{ opacity: strengthPercent / 100 }}
    />
  );
}

function drawerOf(
  pair: SyncedPair,
  plan: ComparisonPlan,
  outlines: OutlineTrack,
  context: CanvasRenderingContext2D,
  mask: CanvasRenderingContext2D,
) {
  const { widthPx, heightPx } = pictureArea(plan);
  const { picture, isMirrored } = plan.panes.pro;
  const outlineAt = outlineOverTime(outlines);
  const place = placeOf(plan, 'pro', outlines);
  mask.canvas.width = Math.ceil(widthPx / MASK_STEP);
  mask.canvas.height = Math.ceil(heightPx / MASK_STEP);
  return () => {
    context.clearRect(0, 0, widthPx, heightPx);
    const video = pair.element('pro');
    const time = shownTime(pair, 'pro');
    const outline = time === null ? null : outlineAt(time);
    if (!video || !outline || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    mask.clearRect(0, 0, mask.canvas.width, mask.canvas.height);
    mask.beginPath();
    for (const ring of outline.rings) {
      for (const [index, { x, y }] of cornersOf(ring).map(place).entries()) {
        if (index === 0) mask.moveTo(x / MASK_STEP, y / MASK_STEP);
        else mask.lineTo(x / MASK_STEP, y / MASK_STEP);
      }
      mask.closePath();
    }
    mask.fill('evenodd');
    context.save();
    context.drawImage(mask.canvas, 0, 0, mask.canvas.width * MASK_STEP, mask.canvas.height * MASK_STEP);
    context.globalCompositeOperation = 'source-in';
    if (isMirrored) {
      context.translate(2 * picture.xPx + picture.widthPx, 0);
      context.scale(-1, 1);
    }
    context.drawImage(video, picture.xPx, picture.yPx, picture.widthPx, picture.heightPx);
    context.restore();
  };
}
