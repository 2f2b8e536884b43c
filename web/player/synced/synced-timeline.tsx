// The joint timeline: one slider over the whole comparison, with both sides' positions above it, unless the strip shows them.
import { SIDES, type Side } from '#domain/comparison/comparison-choices.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { mergedFrameAt, mergedFrameTime, toPlanTime } from '#domain/comparison/timeline.ts';
import { POSITIONS, type Position, timeOf } from '#domain/swing/swing.ts';
import type { PlanTime, SourceTime } from '#domain/time.ts';
import { PositionTicks } from '#web/player/controls/position-ticks.tsx';
import { StripView } from '#web/player/framing/strip-view.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { formatClock } from '#web/words/format-time.ts';
import { say, words } from '#web/words/words.ts';
import { wholeRange } from './synced-loops.ts';
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
      {!plan.strip && SIDES.map((side) => <SideTicks key={side} side={side} plan={plan} />)}
      <Slider
        label={words.player.seek}
        min={0}
        max={plan.frameCount - 1}
        step={1}
        value={mergedFrameAt(plan, at)}
        valueText={seekWords(swings, names, at)}
        onValueChange={(frame) => void pair.seekTo(mergedFrameTime(plan, frame))}
        disabled={disabled}
      />
    </div>
  );
}

/** The strip of a plan that has one, with the play position of the moment. */
export function LiveStrip({ pair, plan }: { readonly pair: SyncedPair; readonly plan: ComparisonPlan }) {
  const frame = useSyncedState(pair, (state) => mergedFrameAt(plan, state.at));
  return <StripView plan={plan} frame={frame} />;
}

const COLORS = { user: 'text-you', pro: 'text-pro' } as const;

/** One side's positions that are within the comparison. */
function SideTicks({ side, plan }: { readonly side: Side; readonly plan: ComparisonPlan }) {
  const { to } = wholeRange(plan);
  const ticks = plan.positions
    .filter((planned) => planned.side === side)
    .map(({ position, at }) => ({ position, percent: to > 0 ? (at / to) * 100 : 0 }));
  return <PositionTicks ticks={ticks} colorClass={COLORS[side]} />;
}

/** A marked position and when it is reached, in plan time. */
export interface Moment {
  readonly position: Position;
  readonly at: PlanTime;
}

/** When each marked position of one side is reached. */
export function momentsOf(swings: SyncedSwings, side: Side): readonly Moment[] {
  return POSITIONS.flatMap((position) => {
    const time = timeOf(swings.marks[side], position);
    return time === null ? [] : [{ position, at: toPlanTime(swings.plan, side, time as SourceTime) }];
  });
}

/** The accessible text, such as "0:02.1 of 0:05.6, You at strike". */
function seekWords(swings: SyncedSwings, names: Readonly<Record<Side, string>>, at: PlanTime): string {
  const { plan } = swings;
  const frame = mergedFrameAt(plan, at);
  const here = SIDES.flatMap((side) =>
    momentsOf(swings, side)
      .filter((moment) => mergedFrameAt(plan, moment.at) === frame)
      .map(({ position }) => ({ name: names[side], position: words.swing.positionsInText[position] })),
  );
  const clock = say(words.player.clockOf, { time: formatClock(at), duration: formatClock(plan.duration) });
  return here.reduce((text, moment) => say(words.player.withMoment, { text, ...moment }), clock);
}
