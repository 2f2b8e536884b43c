// The checkpoints of a planned side: marked, found or corrected, on shown frames and in the order of the swing.
import { describe, expect, test } from 'vitest';
import { CHECKPOINTS } from '#domain/body/checkpoints.ts';
import { makeClip } from '#domain/video/clip.ts';
import { librarySwings } from '#tools/evaluate/body/evaluated-swings.ts';
import { planCheckpoints } from './planned-checkpoints.ts';

const [swing] = librarySwings();
if (!swing) throw new Error('The library is empty');
const { marks, body } = swing;
const clip = makeClip({
  widthPx: body.track.widthPx,
  heightPx: body.track.heightPx,
  frameTimes: Array.from({ length: 240 }, (_, frame) => frame / 60),
});
const AS_MARKED = { slowMotionFactor: 1 } as const;

test('lists all eight in the order of the swing, each on a frame that is shown', () => {
  const planned = planCheckpoints(clip, marks, body.track, AS_MARKED);
  expect(Object.keys(planned)).toEqual(CHECKPOINTS);
  const times = Object.values(planned).map(({ at }) => at);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  for (const time of times) expect(clip.frameTimes).toContain(time);
});

test('moves the found ones with the marks, and knows only the marks without a body or a mark', () => {
  const planned = planCheckpoints(clip, marks, body.track, AS_MARKED);
  const later = { ...marks, strikeTime: (marks.strikeTime ?? 0) + 0.05 };
  const moved = planCheckpoints(clip, later, body.track, AS_MARKED);
  expect(moved['club-through']?.at).toBeGreaterThan(planned['club-through']?.at ?? Number.NaN);
  expect(Object.keys(planCheckpoints(clip, marks, null, AS_MARKED))).toEqual(['rest', 'top', 'strike']);
  const withoutTop = planCheckpoints(clip, { ...marks, topTime: null }, body.track, AS_MARKED);
  expect(Object.keys(withoutTop)).toEqual(['rest', 'strike']);
});

describe('a corrected one', () => {
  const corrected = (time: number) =>
    planCheckpoints(clip, marks, body.track, { ...AS_MARKED, checkpoints: { 'arm-back': time } })['arm-back'];

  test('replaces the found one, and is sure', () => {
    expect(corrected(marks.topTime ?? 0)).toEqual({ at: marks.topTime, isSure: true });
  });

  test('gives way to the found one where it contradicts the marks', () => {
    const found = planCheckpoints(clip, marks, body.track, AS_MARKED)['arm-back'];
    expect(corrected((marks.strikeTime ?? 0) + 0.5)).toEqual(found);
  });
});
