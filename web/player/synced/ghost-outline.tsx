// The pro's outline as a line in the pro's colour, in the box of the pro's picture.
import { useMemo } from 'react';
import { type OutlineTrack, outlineOverTime } from '#domain/outline/outline.ts';
import { cornersOf } from '#domain/rendering/body-strokes.ts';
import { Line, LinesOver, WIDTHS } from './body-lines.tsx';
import { useShownTime } from './shown-time.ts';
import type { SyncedPair } from './synced-pair.ts';

interface GhostOutlineProps {
  readonly pair: SyncedPair;
  readonly outlines: OutlineTrack;
  readonly label: string;
  /** The zoom of the box. The line stays thin at any zoom. */
  readonly scale: number;
  readonly transform: string;
}

/** The outline of the frame on screen. */
export function GhostOutline({ pair, outlines, label, scale, transform }: GhostOutlineProps) {
  const time = useShownTime(pair, 'pro');
  const outlineAt = useMemo(() => outlineOverTime(outlines), [outlines]);
  const rings = time === null ? [] : (outlineAt(time)?.rings ?? []);
  const path = rings
    .map(
      (ring) =>
        `M${cornersOf(ring)
          .map(({ xPx, yPx }) => `${xPx} ${yPx}`)
          .join('L')}Z`,
    )
    .join('');
  return (
    <LinesOver picture={outlines} label={label} transform={transform} color="text-pro">
      <Line name="outline" d={path} width={WIDTHS.bone} scale={scale} />
    </LinesOver>
  );
}
