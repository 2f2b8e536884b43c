// The strip below the live pictures, painted from the same description as in the merged video, at a readable size.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import type { Size } from '#domain/geometry.ts';
import {
  layOutStrip,
  PLAY_POSITION_COLOR,
  playPositionPx,
  type StripPlan,
  stripPicture,
} from '#domain/rendering/strip-picture.ts';

interface StripViewProps {
  readonly plan: ComparisonPlan;
  /** The merged frame on screen. */
  readonly frame: number;
}

/** Limits of the height of a strip row on screen. */
const ROW = { leastPx: 16, mostPx: 22 } as const;

/** The strip of a plan that has one. The timeline and the timing analysis have its information as text. */
export function StripView({ plan, frame }: StripViewProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [widthPx, setWidthPx] = useState(0);
  const measured = useEffectEvent((px: number) => setWidthPx(Math.round(px)));
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => measured(entry?.contentRect.width ?? 0));
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  const { strip } = plan;
  return (
    <div ref={ref} aria-hidden="true" className="bg-black" data-strip="">
      {strip && widthPx > 0 && <PaintedStrip plan={{ ...plan, strip }} frame={frame} widthPx={widthPx} />}
    </div>
  );
}

interface PaintedStripProps extends Pick<StripViewProps, 'frame'> {
  readonly plan: ComparisonPlan & StripPlan;
  readonly widthPx: number;
}

function PaintedStrip({ plan, frame, widthPx }: PaintedStripProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const { strip, canvas } = plan;
  const rows = strip.tempos.user || strip.tempos.pro ? 2 : 1;
  // As high as in the file, but clamped to a readable height, and limited where the player is wider than the pictures.
  const likeFilePx = (strip.rect.heightPx * widthPx) / canvas.widthPx;
  const shownPx = Math.min(Math.max(likeFilePx, rows * ROW.leastPx), rows * ROW.mostPx);
  const density = window.devicePixelRatio || 1;
  const size: Size = { widthPx: evenOf(widthPx * density), heightPx: evenOf(shownPx * density) };
  const layout = layOutStrip(plan, size);
  const paint = useEffectEvent(() => {
    const context = ref.current?.getContext('2d');
    if (!context) return;
    const picture = context.createImageData(size.widthPx, size.heightPx);
    picture.data.set(stripPicture(layout));
    context.putImageData(picture, 0, 0);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: painted anew where its strip or size changes
  useEffect(() => paint(), [strip, plan.frameCount, size.widthPx, size.heightPx]);
  const { bar } = layout;
  const percent = (px: number, ofPx: number) => `${(100 * px) / ofPx}%`;
  return (
    <div className="relative" style={{ height: `${shownPx}px` }}>
      <canvas ref={ref} width={size.widthPx} height={size.heightPx} className="block size-full" />
      <span
        data-play-position=""
        className="absolute"
        style={{
          backgroundColor: PLAY_POSITION_COLOR,
          left: percent(playPositionPx(layout, plan, frame), size.widthPx),
          top: percent(bar.yPx, size.heightPx),
          width: percent(bar.widthPx, size.widthPx),
          height: percent(bar.heightPx, size.heightPx),
        }}
      />
    </div>
  );
}

function evenOf(px: number): number {
  return Math.max(2, 2 * Math.round(px / 2));
}
