// Fits one swing's tempo to the other's, so that rest, top and strike all meet.
import { type FrameRate, frameDuration, planTime, sourceTime } from '#domain/time.ts';
import type { Clip } from '#domain/video/clip.ts';
import { frameIndexAt, moveFrames, shownFor } from '#domain/video/frame-times.ts';
import { type Knot, paceAt, planTimeAt, sourceTimeAt, stretchesOf, type TimeMap } from './timeline.ts';

/** One side's swing. */
export interface MatchedSwing {
  readonly clip: Clip;
  /** Source times of rest, top and strike, in seconds: shown frames, ascending. */
  readonly marks: readonly [rest: number, top: number, strike: number];
  /** Source seconds per plan second where it plays as filmed. */
  readonly pace: number;
}

/** Minimum pace of a fitted swing, as a multiple of its own pace. */
const MIN_TEMPO_CHANGE = 0.25;
/** Maximum pace of a fitted swing, as a multiple of its own pace. */
const MAX_TEMPO_CHANGE = 4;

/** Shifts all three marks by the same number of frames, as far as both ends of the clip allow. */
export function nudgedMarks(
  { frameTimes }: Clip,
  marks: MatchedSwing['marks'],
  nudgeFrames: number,
): MatchedSwing['marks'] {
  const [rest, top, strike] = marks;
  const earliest = -frameIndexAt(frameTimes, rest);
  const latest = frameTimes.length - 1 - frameIndexAt(frameTimes, strike);
  const frames = Math.min(Math.max(nudgeFrames, earliest), latest);
  return [
    moveFrames(frameTimes, rest, frames),
    moveFrames(frameTimes, top, frames),
    moveFrames(frameTimes, strike, frames),
  ];
}

/** The pace of a fitted side from rest to top and from top to strike, as multiples of its own; null if not fitted. */
export function tempoChange(map: TimeMap): { readonly back: number; readonly down: number } | null {
  const [back, down] = stretchesOf(map);
  return back && down ? { back: back.pace / map.pace, down: down.pace / map.pace } : null;
}

/**
 * Look-ahead of a merged frame into a side's source, in source seconds at the side's own pace: half of one merged
 * frame, or of the frames at the knots as long as they are shown at their pace, whichever is shorter.
 */
export function lookAheadOf(map: TimeMap, { frameTimes }: Clip, frameRate: FrameRate): number {
  const shownAtKnots = map.knots.map(
    ({ planAt, sourceAt }) =>
      shownFor(frameTimes, frameIndexAt(frameTimes, sourceAt)) * (map.pace / paceAt(map, planAt)),
  );
  return Math.min(frameDuration(frameRate) * map.pace, ...shownAtKnots) / 2;
}

interface MatchedKnots {
  readonly lead: readonly Knot[];
  readonly follower: readonly Knot[];
}

/**
 * The knots at which the follower's rest, top and strike meet the lead's, whose strike is shown in merged frame
 * `strikeFrame`. The lead plays as filmed, but also gets its marks as knots where it would otherwise skip one. Null
 * when a side would have to play slower than {@link MIN_TEMPO_CHANGE} or faster than {@link MAX_TEMPO_CHANGE}.
 */
export function matchPositions(
  lead: MatchedSwing,
  follower: MatchedSwing,
  strikeFrame: number,
  frameRate: FrameRate,
): MatchedKnots | null {
  const timeOf = (frame: number) => planTime(frame * frameDuration(frameRate));
  const asFilmed = [{ planAt: timeOf(strikeFrame), sourceAt: sourceTime(lead.marks[2]) }];
  const map = { knots: asFilmed, pace: lead.pace };
  const lookAhead = lookAheadOf(map, lead.clip, frameRate) / lead.pace;
  const { frameTimes } = lead.clip;
  const shownIn = (frame: number) => frameIndexAt(frameTimes, sourceTimeAt(map, timeOf(frame) + lookAhead));

  const meets = lead.marks.map((mark) => {
    let frame = Math.max(0, Math.floor(planTimeAt(map, mark) / frameDuration(frameRate)) - 1);
    while (shownIn(frame) < frameIndexAt(frameTimes, mark)) frame += 1;
    return frame;
  });
  const skipsNone = meets.every((frame, index) => shownIn(frame) === frameIndexAt(frameTimes, lead.marks[index] ?? 0));
  const knotsOf = ({ marks }: MatchedSwing) =>
    meets.map((frame, index) => ({ planAt: timeOf(frame), sourceAt: sourceTime(marks[index] ?? 0) }));
  const knots = { lead: skipsNone ? asFilmed : knotsOf(lead), follower: knotsOf(follower) };
  const isWithin = (swing: MatchedSwing, fitted: readonly Knot[]) =>
    stretchesOf({ knots: fitted, pace: swing.pace }).every(
      ({ pace }) => pace >= MIN_TEMPO_CHANGE * swing.pace && pace <= MAX_TEMPO_CHANGE * swing.pace,
    );
  return isWithin(lead, knots.lead) && isWithin(follower, knots.follower) ? knots : null;
}
