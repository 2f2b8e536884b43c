// The checkpoints found in the library's full swings, against the arms and shafts that the studio knows.
import { expect, test } from 'vitest';
import { makeBodyTrack } from '#domain/body/body-track.ts';
import { type FoundCheckpoint, foundMoments } from '#domain/body/checkpoints.ts';
import { librarySwings } from './evaluated-swings.ts';
import { type StudioGolfer, studioGolfer } from './studio-joints.ts';

const FULL_SWINGS = librarySwings().filter(({ slug }) => !slug.startsWith('chip'));
/** One frame of the rule by which people's labels are judged (tools/evaluate/moments/evaluate-checkpoints.ts), in seconds. */
const WITHIN = 1 / 30;
const STEP = 1 / 480;

/** How far the lead wrist is above its shoulder, and the shaft's end above the grip, in pixels. */
const ARM = (golfer: StudioGolfer) => (time: number) => {
  const joints = golfer.jointsAt(time);
  const lead = golfer.hand === 'right' ? 'left' : 'right';
  return joints[`${lead}Shoulder`].yPx - joints[`${lead}Wrist`].yPx;
};
const SHAFT = (golfer: StudioGolfer) => (time: number) => {
  const [grip, end] = golfer.shaftAt(time);
  return grip.yPx - end.yPx;
};

/** The first time from one on, in steps of the given length, at which a height is above 0. */
function firstAbove(height: (time: number) => number, from: number, step: number): number {
  let time = from;
  while (height(time) < 0) time += step;
  return time;
}

/** How late a checkpoint is found, in seconds of real time. */
function lateness({ slug, marks, body, slowMotionFactor }: (typeof FULL_SWINGS)[number]) {
  const golfer = studioGolfer(slug);
  const found = foundMoments(body.track, marks, slowMotionFactor);
  const step = STEP * slowMotionFactor;
  const late = (checkpoint: FoundCheckpoint, time: number) =>
    Math.abs((found[checkpoint]?.time ?? Number.NaN) - time) / slowMotionFactor;
  return { golfer, found, late, step, ...golfer.marks };
}

test.each(FULL_SWINGS)('finds when the lead arm of $slug is level, on the way back and down', (swing) => {
  const { golfer, late, step, restTime, strikeTime } = lateness(swing);
  expect(late('arm-back', firstAbove(ARM(golfer), restTime, step))).toBeLessThanOrEqual(WITHIN);
  expect(late('arm-down', firstAbove(ARM(golfer), strikeTime, -step))).toBeLessThanOrEqual(WITHIN);
});

test.each(FULL_SWINGS.filter(({ view }) => view === 'face-on'))(
  'finds when the shaft of $slug is level, on the way back and through',
  (swing) => {
    const { golfer, late, step, restTime, strikeTime } = lateness(swing);
    expect(late('club-back', firstAbove(SHAFT(golfer), restTime, step))).toBeLessThanOrEqual(WITHIN / 4);
    expect(late('club-through', firstAbove(SHAFT(golfer), strikeTime, step))).toBeLessThanOrEqual(WITHIN);
  },
);

test.each(FULL_SWINGS)('finds nearly the same in $slug by the body alone', ({ marks, body, slowMotionFactor }) => {
  const seen = foundMoments(body.track, marks, slowMotionFactor)['club-back'];
  const unseen = foundMoments(makeBodyTrack({ ...body.track, shafts: [] }), marks, slowMotionFactor)['club-back'];
  const apart = Math.abs((unseen?.time ?? Number.NaN) - (seen?.time ?? Number.NaN)) / slowMotionFactor;
  expect(apart).toBeLessThan(2.5 * WITHIN);
});
