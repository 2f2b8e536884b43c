// The joint timeline of the synced preview: one slider over the whole comparison, and both sides' positions above it.
import { SIDES, type Side } from '#domain/comparison-plan.ts';
import { formatClock } from '#domain/format-time.ts';
import { POSITIONS, type SwingAnnotations, timeOf } from '#domain/swing.ts';
import type { SourceTime } from '#domain/time.ts';
import { mergedFrameAt, mergedFrameTime, toPlanTime } from '#domain/timeline.ts';
import { PositionShape } from '#web/lib/position-shape.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { inRange, wholeRange } from './synced-loops.ts';
import type { SyncedPair, SyncedSwings } from './synced-pair.ts';
import { useSyncedState } from './synced-state.ts';

interface SyncedTimelineProps {
  readonly pair: SyncedPair;
  readonly swings: SyncedSwings;
  /** What each side is called. */
  readonly names: Readonly<Record<Side, string>>;
  readonly disabled: boolean;
}

/** The slider named "Seek", one step for each merged frame. */
export function SyncedTimeline({ pair, swings, names, disabled }: SyncedTimelineProps) {
  const { plan } = swings;
  const at = useSyncedState(pair, (state) => state.at);
  return (
    <div className="pt-2">
      {SIDES.map((side) => (
        <SideTicks key={side} side={side} name={names[side]} swings={swings} onJump={pair.goTo} />
      ))}
      <Slider
        label="Seek"
        min={0}
        max={plan.frameCount - 1}
        step={1}
        value={mergedFrameAt(plan, at)}
        valueText={`${formatClock(at)} of ${formatClock(plan.duration)}`}
        onValueChange={(frame) => void pair.seekTo(mergedFrameTime(plan, frame))}
        disabled={disabled}
      />
    </div>
  );
}

const COLORS = { user: 'text-you', pro: 'text-pro' } as const;

interface SideTicksProps {
  readonly side: Side;
  readonly name: string;
  readonly swings: SyncedSwings;
  readonly onJump: (at: number) => void;
}

/** The shape of each marked position of one side at its plan time; pressing one goes there. */
function SideTicks({ side, name, swings: { plan, marks }, onJump }: SideTicksProps) {
  const whole = wholeRange(plan);
  return (
    // The slider's thumb, 24 px wide, stays within the track: the ticks' row is as much narrower.
    <div className={`relative mx-3 h-6 ${COLORS[side]}`}>
      {placesOf(plan, side, marks[side]).map(({ position, at }) => (
        <button
          key={position}
          type="button"
          aria-label={`${name}: go to ${position}`}
          onClick={() => onJump(inRange(at, whole))}
          style={{ left: `${whole.to > 0 ? (inRange(at, whole) / whole.to) * 100 : 0}%` }}
          className="absolute inset-y-0 grid w-6 -translate-x-1/2 place-items-center rounded-sm hover:brightness-125"
        >
          <PositionShape position={position} className="size-3.5" />
        </button>
      ))}
    </div>
  );
}

function placesOf(plan: SyncedSwings['plan'], side: Side, marks: SwingAnnotations) {
  return POSITIONS.flatMap((position) => {
    const time = timeOf(marks, position);
    return time === null ? [] : [{ position, at: toPlanTime(plan, side, time as SourceTime) }];
  });
}
