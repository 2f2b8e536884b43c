// When a side's clip shows each checkpoint of its swing: the marked positions, and the moments found from the body or corrected.
import type { BodyTrack } from '#domain/body/body-track.ts';
import { CHECKPOINTS, type Checkpoint, foundMoments, isPosition } from '#domain/body/checkpoints.ts';
import { onShownFrames, POSITIONS, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import type { SourceTime } from '#domain/time.ts';
import type { Clip } from '#domain/video/clip.ts';
import { frameTimeAt, nearestFrameIndex } from '#domain/video/frame-times.ts';
import type { SideChoices } from './comparison-choices.ts';

/** A checkpoint of one side. */
interface PlannedCheckpoint {
  /** The source time of the frame that shows it. */
  readonly at: SourceTime;
  /** Whether it is marked, corrected, or found for sure. */
  readonly isSure: boolean;
}

/** The checkpoints of one side, in the order of the swing; those that are unknown are missing. */
export type PlannedCheckpoints = Readonly<Partial<Record<Checkpoint, PlannedCheckpoint>>>;

/**
 * The checkpoints that are known: without a body, or before all positions are marked, only marked and corrected ones. One that would
 * break the order of the marks is left out; a correction that would is ignored.
 */
export function planCheckpoints(
  clip: Clip,
  annotations: SwingAnnotations,
  track: BodyTrack | null,
  { slowMotionFactor, checkpoints: corrected = {} }: Pick<SideChoices, 'slowMotionFactor' | 'checkpoints'>,
): PlannedCheckpoints {
  const marks = onShownFrames(clip, annotations);
  const found = track ? foundMoments(track, marks, slowMotionFactor) : {};
  const planned = CHECKPOINTS.flatMap((checkpoint): readonly (readonly [Checkpoint, PlannedCheckpoint])[] => {
    const set = isPosition(checkpoint) ? timeOf(marks, checkpoint) : (corrected[checkpoint] ?? null);
    const moment = isPosition(checkpoint) ? null : (found[checkpoint] ?? null);
    const candidates = [set === null ? null : { time: set, isSure: true }, moment];
    const shown = candidates
      .filter((candidate) => candidate !== null)
      .map(({ time, isSure }) => ({
        at: frameTimeAt(clip.frameTimes, nearestFrameIndex(clip.frameTimes, time)),
        isSure,
      }))
      .find(({ at }) => keepsOrder(checkpoint, at, marks));
    return shown ? [[checkpoint, Object.freeze(shown)]] : [];
  });
  return Object.freeze(Object.fromEntries(planned));
}

/** Whether a checkpoint at this time is between the marks before and after it. */
function keepsOrder(checkpoint: Checkpoint, at: number, marks: SwingAnnotations): boolean {
  const order = CHECKPOINTS.indexOf(checkpoint);
  return POSITIONS.every((position) => {
    const time = timeOf(marks, position);
    const place = CHECKPOINTS.indexOf(position);
    if (time === null || place === order) return true;
    return place < order ? at >= time : at <= time;
  });
}
