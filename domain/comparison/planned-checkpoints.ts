// When a side's clip shows each checkpoint of its swing: the marked positions, and the moments found from the body or corrected.
import type { BodyTrack } from '#domain/body/body-track.ts';
import { CHECKPOINTS, type Checkpoint, foundMoments, isPosition } from '#domain/body/checkpoints.ts';
import { onShownFrames, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import type { SourceTime } from '#domain/time.ts';
import type { Clip } from '#domain/video/clip.ts';
import { frameTimeAt, nearestFrameIndex } from '#domain/video/frame-times.ts';
import type { SideChoices } from './comparison-choices.ts';

/** A checkpoint of one side. */
export interface PlannedCheckpoint {
  /** The source time of the frame that shows it. */
  readonly at: SourceTime;
  /** Whether it is marked, corrected, or found for sure. */
  readonly isSure: boolean;
}

/** The checkpoints of one side, in the order of the swing; those that are unknown are missing. */
export type PlannedCheckpoints = Readonly<Partial<Record<Checkpoint, PlannedCheckpoint>>>;

/**
 * The checkpoints that are known. Without a body, or before all positions are marked, only marked and corrected ones are. A
 * corrected one counts while it keeps the order of the swing.
 */
export function planCheckpoints(
  clip: Clip,
  annotations: SwingAnnotations,
  track: BodyTrack | null,
  { slowMotionFactor, checkpoints: corrected = {} }: Pick<SideChoices, 'slowMotionFactor' | 'checkpoints'>,
): PlannedCheckpoints {
  const marks = onShownFrames(clip, annotations);
  const found = track ? foundMoments(track, marks, slowMotionFactor) : {};
  const onFrame = (time: number) => frameTimeAt(clip.frameTimes, nearestFrameIndex(clip.frameTimes, time));
  const planned = CHECKPOINTS.flatMap((checkpoint): readonly (readonly [Checkpoint, PlannedCheckpoint])[] => {
    const set = isPosition(checkpoint) ? timeOf(marks, checkpoint) : (corrected[checkpoint] ?? null);
    const moment = isPosition(checkpoint) ? undefined : found[checkpoint];
    const time = set ?? moment?.time ?? null;
    if (time === null) return [];
    return [[checkpoint, Object.freeze({ at: onFrame(time), isSure: set !== null || moment?.isSure === true })]];
  });
  const isMarked = ([checkpoint]: (typeof planned)[number]) => isPosition(checkpoint);
  const inOrder = planned.filter((each, index) => {
    const before = planned.findLast((other, at) => at < index && isMarked(other));
    const after = planned.find((other, at) => at > index && isMarked(other));
    const { at } = each[1];
    return isMarked(each) || ((!before || at >= before[1].at) && (!after || at <= after[1].at));
  });
  return Object.freeze(Object.fromEntries(inOrder));
}
