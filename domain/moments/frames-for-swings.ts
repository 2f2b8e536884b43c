// Chooses the frames to sample for swings: the key frames first, which decode alone and soon show in which stretches nothing can
// happen; then more densely where the hands are raised, and most densely where a position must lie.
import { bodySizePx, distancePx, medianOf } from '#domain/body/body-geometry.ts';
import { type BodyTrack, seenFrames } from '#domain/body/body-track.ts';
import { type HandsPlace, handsMoved, handsPath } from '#domain/body/hands-path.ts';
import { evenFrames, MAX_SAMPLED_FRAMES, type Stretch } from '#domain/body/sampled-frames.ts';
import type { Position } from '#domain/swing/swing.ts';
import { type FrameTimes, frameTimeAt } from '#domain/video/frame-times.ts';
import { type HandsSwing, handsSwings, LEAST_LIKENESS } from './hands-swings.ts';
import { shortStrokes } from './short-strokes.ts';

/**
 * Sampling rate of the first pass, in frames per second: hands that are raised for a swing stay up longer than one
 * interval.
 */
const FIRST_PICTURES_PER_SECOND = 5;
/**
 * What the second pass samples around the moment when the hands are raised, in seconds: a backswing before, the
 * downswing and the follow-through after.
 */
const AROUND_RAISING = { before: 0.7, after: 1.5 };
const RAISING_PICTURES_PER_SECOND = 15;
/**
 * Minimum samples in a downswing that the first pass resolves well enough: the swing is then in slow motion, and the
 * second pass skips it.
 */
const ENOUGH_PICTURES = 4;
/** Movement of low hands between two samples of the first pass that may belong to a short stroke, in body sizes. */
const LEAST_MOVE = 0.05;
/** What the third pass samples before and after such a movement, in seconds. */
const AROUND_MOVE = 0.6;
/** Minimum likeness for that skip: two consecutive swings can look like a single long one at the first pass's rate. */
const CLEAR_LIKENESS = 0.9;
/** Maximum swings per clip that the last pass samples. */
const MAX_SWINGS = 3;

/** A position has been sampled closely when at most this share of its frames is missing. */
const FEW_MISSING = 0.25;

/** What the last pass samples around each position, in downswings, and the number of samples per downswing. */
const AROUND_POSITIONS = {
  rest: { before: 1, after: 0.8, pictures: 5 },
  top: { before: 0.6, after: 0.4, pictures: 6 },
  strike: { before: 0.45, after: 0.45, pictures: 12 },
} as const;

/** The frames of the first pass, ascending, at most {@link MAX_SAMPLED_FRAMES}. */
function firstFrames(frameTimes: FrameTimes): readonly number[] {
  return evenFrames(frameTimes, wholeClip(frameTimes), 1, FIRST_PICTURES_PER_SECOND);
}

/**
 * The frames of the second pass, ascending: where hands are raised, except in slow-motion swings that the first pass
 * found. `isAgain`: except in any swing that was found, because its positions have been sampled.
 */
function raisingFrames(frameTimes: FrameTimes, track: BodyTrack, isAgain = false): readonly number[] {
  const path = handsPath(track);
  const leastDownswing = isAgain ? 0 : ENOUGH_PICTURES / FIRST_PICTURES_PER_SECOND;
  const known = handsSwings(track).filter(
    ({ downswing, likeness }) => downswing >= leastDownswing && likeness >= CLEAR_LIKENESS,
  );
  const raised = path.flatMap(({ rise, time }, at) => {
    const before = path[at - 1];
    return rise >= RAISED && before && before.rise < RAISED ? time : [];
  });
  return unseenFrames(
    frameTimes,
    track,
    raised
      .filter((time) => known.every((swing) => time < swing.restTime || time > swing.strikeTime + 2 * swing.downswing))
      .map((time) => ({
        from: time - AROUND_RAISING.before,
        to: time + AROUND_RAISING.after,
        picturesPerSecond: RAISING_PICTURES_PER_SECOND,
      })),
  );
}

/**
 * The frames of the third pass, ascending: where low hands move, unless there is a full swing. A short stroke is over
 * within a few frames of the first pass.
 */
function lowHandsFrames(frameTimes: FrameTimes, track: BodyTrack): readonly number[] {
  if (hasFullSwing(track)) return [];
  const path = handsPath(track);
  const moves = path.flatMap((hands, at) => {
    const before = path[at - 1];
    if (!before || Math.max(before.rise, hands.rise) > RAISED) return [];
    return handsMoved(before, hands) >= LEAST_MOVE ? [hands.time] : [];
  });
  return unseenFrames(
    frameTimes,
    track,
    moves.map((time) => ({
      from: time - AROUND_MOVE,
      to: time + AROUND_MOVE,
      picturesPerSecond: RAISING_PICTURES_PER_SECOND,
    })),
  );
}

/**
 * The frames of the last pass, ascending: around the positions of the likeliest swings or, without any, short strokes.
 * `isAgain`: except around a position of which hardly a frame is missing.
 */
function closeFrames(frameTimes: FrameTimes, track: BodyTrack, isAgain = false): readonly number[] {
  const swings = hasFullSwing(track) ? handsSwings(track) : [...handsSwings(track), ...shortStrokes(track)];
  const stretches = swings.slice(0, MAX_SWINGS).flatMap(stretchesAround);
  const isWanted = (stretch: SampledStretch) => {
    const wanted = evenFrames(frameTimes, stretch, 1, stretch.picturesPerSecond).length;
    return unseenFrames(frameTimes, track, [stretch]).length > FEW_MISSING * wanted;
  };
  return unseenFrames(frameTimes, track, isAgain ? stretches.filter(isWanted) : stretches);
}

/** One pass over a clip. */
export interface SwingPass {
  /** The frames to sample, ascending, given the track so far. */
  readonly framesAfter: (track: BodyTrack) => readonly number[];
  /** Whether the passes before it located the swings, and this one samples their positions. */
  readonly isClose: boolean;
}

/**
 * All passes over a clip, in order. Where its key frames show in which stretches a swing is likely, these come first, so that
 * the first proposal need not wait for the others; and where the golfer then stands still, nothing else is sampled.
 * @param keyFrames the frames that decode without others, ascending.
 */
export function passesForSwings(frameTimes: FrameTimes, keyFrames: readonly number[]): readonly SwingPass[] {
  const begun = firstKeyFrames(frameTimes, keyFrames);
  const first = firstFrames(frameTimes);
  const unseenIn = (track: BodyTrack, isWanted: (time: number) => boolean) => {
    const seen = new Set(track.frames.map(({ frameIndex }) => frameIndex));
    return first.filter((frame) => !seen.has(frame) && isWanted(frameTimeAt(frameTimes, frame)));
  };
  const likely = (track: BodyTrack) => {
    const stretches = likelyStretches(frameTimes, begun, track);
    return unseenIn(track, (time) => isWithin(stretches, time));
  };
  const others = (track: BodyTrack) => {
    const stretches = hasFullSwing(track) ? stillStretches(frameTimes, begun, track) : [];
    return unseenIn(track, (time) => !isWithin(stretches, time));
  };
  const closeAndOthers = (track: BodyTrack) => {
    const close = hasFullSwing(track) ? closeFrames(frameTimes, track) : [];
    return [...new Set([...close, ...others(track)])].sort((a, b) => a - b);
  };
  const hasBegun = begun.length > 0;
  return [
    ...(hasBegun
      ? [pass(() => begun), pass(likely), pass((track) => raisingFrames(frameTimes, track)), pass(closeAndOthers, true)]
      : [pass(() => first)]),
    pass((track) => raisingFrames(frameTimes, track, hasBegun)),
    pass((track) => lowHandsFrames(frameTimes, track)),
    pass((track) => closeFrames(frameTimes, track, hasBegun), true),
  ];
}

function pass(framesAfter: SwingPass['framesAfter'], isClose = false): SwingPass {
  return { framesAfter, isClose };
}

function isWithin(stretches: readonly Stretch[], time: number): boolean {
  return stretches.some(({ from, to }) => time >= from && time <= to);
}

function hasFullSwing(track: BodyTrack): boolean {
  return handsSwings(track).some(({ likeness }) => likeness >= LEAST_LIKENESS);
}

interface SampledStretch extends Stretch {
  readonly picturesPerSecond: number;
}

function stretchesAround({ restTime, leftTime, topTime, strikeTime, downswing }: HandsSwing): SampledStretch[] {
  const around = (position: Position, from: number, to: number): SampledStretch => {
    const { before, after, pictures } = AROUND_POSITIONS[position];
    return { from: from - before * downswing, to: to + after * downswing, picturesPerSecond: pictures / downswing };
  };
  return [
    around('rest', restTime, leftTime),
    around('top', topTime, topTime),
    around('strike', strikeTime, strikeTime),
  ];
}

/** Minimum distance from a sampled frame, in frames. A closer frame shows nothing new. */
const NEAR = 0.6;

function unseenFrames(
  frameTimes: FrameTimes,
  track: BodyTrack,
  stretches: readonly SampledStretch[],
): readonly number[] {
  const seen = track.frames.map(({ time }) => time);
  const found = new Set<number>();
  for (const { from, to, picturesPerSecond } of stretches) {
    for (const frame of evenFrames(frameTimes, { from, to }, 1, picturesPerSecond)) {
      const time = frameTimeAt(frameTimes, frame);
      if (seen.some((one) => Math.abs(one - time) < NEAR / picturesPerSecond)) continue;
      found.add(frame);
      seen.push(time);
    }
  }
  return [...found].sort((a, b) => a - b).slice(0, MAX_SAMPLED_FRAMES);
}

function wholeClip(frameTimes: FrameTimes): Stretch {
  return { from: frameTimeAt(frameTimes, 0), to: frameTimeAt(frameTimes, frameTimes.length - 1) };
}

/** Key frames closer than this to the one before are left out, in seconds. */
const LEAST_APART = 0.8;
/** No swing with its finish fits between two key frames that are this far apart, in seconds; usual clips of phones have 1 s. */
const MOST_APART = 1.5;
/** With fewer key frames the clip is short enough to sample at once; more take longer than they save. */
const FEWEST = 6;
const MOST = 45;

/** Movement of the hands relative to the hips from one key frame to the next that calls for samples in between, in body sizes. */
const MOVING = 0.3;
/**
 * Minimum height of raised hands above the hips, in body sizes. At rest they are below the hips, at the top and in the
 * finish 0.4 or more above.
 */
const RAISED = 0.1;
/**
 * Maximum movement of the hands of a golfer who stands still, in body sizes: three times the usual variation of a
 * standing golfer's joints.
 */
const STILL = 0.1;

/** The key frames to begin with, ascending; none where they are too few, too many or too far apart. */
function firstKeyFrames(frameTimes: FrameTimes, keyFrames: readonly number[]): readonly number[] {
  const kept: number[] = [];
  for (const frame of keyFrames) {
    const last = kept.at(-1);
    if (last === undefined || frameTimeAt(frameTimes, frame) - frameTimeAt(frameTimes, last) >= LEAST_APART)
      kept.push(frame);
  }
  const ends = [0, ...kept, frameTimes.length - 1].map((frame) => frameTimeAt(frameTimes, frame));
  const isDense = ends.every((end, at) => end - (ends[at - 1] ?? end) <= MOST_APART);
  return isDense && kept.length >= FEWEST && kept.length <= MOST ? kept : [];
}

/** What two neighboring key frames say about the stretch between them. */
interface Between extends Stretch {
  readonly isMoving: boolean;
  readonly isStill: boolean;
}

function betweenKeyFrames(frameTimes: FrameTimes, keyFrames: readonly number[], track: BodyTrack): readonly Between[] {
  const path = handsPath(track);
  const sizePx = medianOf(seenFrames(track).map(({ body }) => bodySizePx(body)));
  const hands = new Map(path.map((place) => [place.frameIndex, place]));
  return keyFrames.slice(1).map((frame, at) => {
    const before = keyFrames[at] ?? 0;
    const [a, b] = [hands.get(before), hands.get(frame)];
    const moved = a && b ? movedBetween(a, b, sizePx) : { isMoving: false, isStill: false };
    return { from: frameTimeAt(frameTimes, before), to: frameTimeAt(frameTimes, frame), ...moved };
  });
}

function movedBetween(a: HandsPlace, b: HandsPlace, sizePx: number): Omit<Between, keyof Stretch> {
  const moved = handsMoved(a, b);
  return {
    isMoving: moved >= MOVING || a.rise < RAISED !== b.rise < RAISED,
    isStill: moved <= STILL && distancePx(a, b) <= STILL * sizePx,
  };
}

/** Where a swing is likely, given the bodies in the key frames: between those from one to the next of which the hands move. */
function likelyStretches(frameTimes: FrameTimes, keyFrames: readonly number[], track: BodyTrack): readonly Stretch[] {
  return betweenKeyFrames(frameTimes, keyFrames, track).filter(({ isMoving }) => isMoving);
}

/**
 * Where the golfer stands still, given the bodies in the key frames: between those in which the hands are in the same place
 * as in the two before and after. Hands that leave it for a swing are not back within one stretch.
 */
function stillStretches(frameTimes: FrameTimes, keyFrames: readonly number[], track: BodyTrack): readonly Stretch[] {
  const between = betweenKeyFrames(frameTimes, keyFrames, track);
  return between.filter((_, at) => [at - 1, at, at + 1].every((near) => between[near]?.isStill ?? true));
}
