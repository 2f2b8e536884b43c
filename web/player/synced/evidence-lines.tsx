// The evidence of a difference over one side's picture: the strokes that the merged video shows at the same moment.
import type { Side } from '#domain/comparison/comparison-choices.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { evidenceStrokes } from '#domain/rendering/evidence-strokes.ts';
import { frameIndexAt } from '#domain/video/frame-times.ts';
import { useShownTime } from './shown-time.ts';
import type { SyncedPair } from './synced-pair.ts';
import { useSyncedState } from './synced-state.ts';

interface EvidenceLinesProps {
  readonly pair: SyncedPair;
  readonly plan: ComparisonPlan;
  readonly side: Side;
  readonly label: string;
}

/** The evidence of the frame on screen. Nothing during playback. */
export function EvidenceLines({ pair, plan, side, label }: EvidenceLinesProps) {
  const time = useShownTime(pair, side);
  const frameTimes = useSyncedState(pair, ({ swings }) => swings?.frameTimes[side] ?? null);
  const playing = useSyncedState(pair, (state) => state.playing);
  if (playing || time === null || !frameTimes) return null;
  const frame = frameIndexAt(frameTimes, time);
  const shown = plan.panes[side].evidence.filter(({ at }) => frameIndexAt(frameTimes, at) === frame);
  if (shown.length === 0) return null;
  const { xPx, yPx, widthPx, heightPx } = plan.panes[side].picture;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${xPx} ${yPx} ${widthPx} ${heightPx}`}
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 z-1 block size-full"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {shown.flatMap((evidence) =>
        evidenceStrokes(plan, side, evidence).map(({ from, to, color, width, order }) => (
          <path
            key={`${order} ${from.x} ${from.y} ${to.x} ${to.y}`}
            d={`M${from.x} ${from.y}L${to.x} ${to.y}`}
            stroke={color}
            strokeWidth={width}
          />
        )),
      )}
    </svg>
  );
}
