// Converts one side of a plan into ffmpeg's numbers: where to start reading, the stretches at another pace, and the
// shift of source times. With that shift and the side's pace, the plan follows exactly from the rule "a frame appears
// at the first merged frame at or after its time". Pure.

import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { mergedFrameTime, seekTimeAt, stretchesOf } from '#domain/comparison/timeline.ts';
import type { Side } from '#domain/side.ts';
import { frameDuration, TIME_TOLERANCE } from '#domain/time.ts';
import { type FrameTimes, frameIndexAt } from '#domain/video/frame-times.ts';

/** Where ffmpeg starts to read one side, and the shift of its source times. */
export interface MergeWindow {
  /** Source time of the earliest frame that has to be read, in seconds; earlier frames are not shown. */
  readonly readFrom: number;
  /**
   * Subtracted from each source time at the side's own pace ({@link atOwnPace}), in whole microseconds. Divided by the
   * pace, the result is the merged video's time.
   */
  readonly shiftMicros: number;
  /** The stretches at a pace other than the side's own, in order; empty where the side plays as filmed. */
  readonly bends: readonly Bend[];
}

/** A stretch at a pace other than the side's own. */
interface Bend {
  /** Source times in seconds. The tolerance of frame times is source time, so it belongs to the stretch's ends. */
  readonly from: number;
  readonly to: number;
  /** Additional duration per second of the stretch at the side's own pace, in seconds: above −1. */
  readonly stretching: number;
}

/** Frames to read before the first one that is shown, because a seek may land one frame late. */
const MARGIN_FRAMES = 2;
/** Minimum time to read before it, in seconds. */
const MARGIN = 0.1;

export function mergeWindow(plan: ComparisonPlan, side: Side, frameTimes: FrameTimes): MergeWindow {
  const shownAt = shownIndexes(plan, side, frameTimes);
  const first = shownAt[0] ?? 0;
  const bends = bendsOf(plan, side);
  const withMargin = frameTimes[Math.max(0, first - MARGIN_FRAMES)] ?? 0;
  return {
    readFrom: Math.min(withMargin, (frameTimes[first] ?? 0) - MARGIN),
    shiftMicros: Math.round(safestShift(plan, side, bends, { frameTimes, shownAt }) * 1e6),
    bends,
  };
}

function bendsOf(plan: ComparisonPlan, side: Side): Bend[] {
  const pane = plan.panes[side];
  return stretchesOf(pane).map(({ from, to, pace }) => ({
    from: from.sourceAt + TIME_TOLERANCE,
    to: to.sourceAt + TIME_TOLERANCE,
    stretching: pane.pace / pace - 1,
  }));
}

/** The source time that a side would have reached at `time` if it had kept its own pace until the last knot. */
export function atOwnPace(bends: readonly Bend[], time: number): number {
  return bends.reduce((sum, { from, to, stretching }) => {
    const untilEnd = Math.min(Math.max(time - to, from - to), 0);
    return sum + untilEnd * stretching;
  }, time);
}

/** For each merged frame, the index of the source frame that the plan shows. */
export function shownIndexes(plan: ComparisonPlan, side: Side, frameTimes: FrameTimes): number[] {
  return Array.from({ length: plan.frameCount }, (_, frame) =>
    frameIndexAt(frameTimes, seekTimeAt(plan, side, mergedFrameTime(plan, frame))),
  );
}

/**
 * A range of shifts gives the same frames; its middle is the safest against rounding. A source frame that first shows
 * in merged frame n must land after n − 1 and no later than n, so each frame narrows the range.
 */
function safestShift(
  plan: ComparisonPlan,
  side: Side,
  bends: readonly Bend[],
  { frameTimes, shownAt }: { readonly frameTimes: FrameTimes; readonly shownAt: readonly number[] },
): number {
  const { eventAt, lookAhead, pace } = plan.panes[side];
  // The source seconds of one merged frame.
  const mergedFrame = frameDuration(plan.frameRate) * pace;
  const nominal = eventAt - plan.meetAt * pace + lookAhead + TIME_TOLERANCE;
  // A skipped frame lands with the one that replaces it, so it bounds the shift just as well.
  let lowest = nominal - mergedFrame;
  let highest = nominal + mergedFrame;
  let frame = 0;
  for (let index = shownAt[0] ?? 0; index < frameTimes.length; index += 1) {
    while (frame < shownAt.length && (shownAt[frame] ?? 0) < index) frame += 1;
    const time = atOwnPace(bends, frameTimes[index] ?? 0);
    if (frame < shownAt.length && index > 0) lowest = Math.max(lowest, time - frame * mergedFrame);
    if (frame > 0) highest = Math.min(highest, time - (frame - 1) * mergedFrame);
    if (frame === shownAt.length) break;
  }
  return lowest < highest ? (lowest + highest) / 2 : nominal;
}
