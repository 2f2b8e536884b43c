// The time map of one side: a piecewise linear relation between plan time and source time.
import { type PlanTime, planTime, type SourceTime, sourceTime } from '#domain/time.ts';

/** A plan time and the source time that one side has reached by then, both in seconds. */
export interface Knot {
  readonly planAt: PlanTime;
  readonly sourceAt: SourceTime;
}

/** How one side's source time follows plan time: monotone, and linear between knots. */
export interface TimeMap {
  /** At least one knot; both times ascend. */
  readonly knots: readonly Knot[];
  /** Source seconds per plan second before the first and after the last knot: above 0. */
  readonly pace: number;
}

/** The segment of a time map between two knots: it begins at `from`, with `pace` source seconds per plan second. */
interface Stretch {
  readonly from: Knot;
  readonly to: Knot;
  readonly pace: number;
}

/** The segments between the knots, in order; empty for one knot. */
export function stretchesOf({ knots }: TimeMap): readonly Stretch[] {
  return knots.slice(1).map((to, index) => {
    const from = knots[index] ?? to;
    return { from, to, pace: (to.sourceAt - from.sourceAt) / (to.planAt - from.planAt) };
  });
}

/** Source seconds per plan second at a plan time. */
export function paceAt(map: TimeMap, at: number): number {
  return partAt(map, (knot) => knot.planAt <= at).pace;
}

/** The source time at a plan time, in seconds. It may be outside the clip. */
export function sourceTimeAt(map: TimeMap, at: number): SourceTime {
  const { from, pace } = partAt(map, (knot) => knot.planAt <= at);
  return sourceTime(from.sourceAt + (at - from.planAt) * pace);
}

/** The plan time at a source time, in seconds. It may be negative. */
export function planTimeAt(map: TimeMap, at: number): PlanTime {
  const { from, pace } = partAt(map, (knot) => knot.sourceAt <= at);
  return planTime(from.planAt + (at - from.sourceAt) / pace);
}

/** The knot and pace that apply after the last reached knot; before the first knot, the first one applies. */
function partAt(map: TimeMap, isReached: (knot: Knot) => boolean): { readonly from: Knot; readonly pace: number } {
  const { knots, pace } = map;
  const reached = knots.findLastIndex(isReached);
  const from = knots[Math.max(reached, 0)];
  if (!from) throw new RangeError('A time map has at least one knot');
  const next = reached < 0 ? undefined : knots[reached + 1];
  return { from, pace: next ? (next.sourceAt - from.sourceAt) / (next.planAt - from.planAt) : pace };
}
