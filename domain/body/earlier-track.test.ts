// The track of a trimmed clip.
import { expect, test } from 'vitest';
import { drawnBody } from '#tests/fixtures/drawn-body.ts';
import { earlierTrack, makeBodyTrack } from './body-track.ts';

test('has the frames of the trimmed clip, with their new times and indexes', () => {
  const body = drawnBody();
  const frames = [10, 30, 50, 70].map((frameIndex) => ({ frameIndex, time: frameIndex / 30, body }));
  const ball = { time: 1, xPx: 80, yPx: 100, certainty: 1 };
  const whole = makeBodyTrack({ widthPx: 160, heightPx: 120, frames, ball });
  // From frame 20 to frame 59, as a file with another clock rounds its times.
  const frameTimes = Array.from({ length: 40 }, (_, index) => index / 30 + 0.00001);
  const trimmed = earlierTrack(whole, frameTimes, 20 / 30);
  expect(trimmed.frames.map(({ frameIndex, time }) => [frameIndex, time])).toEqual([
    [10, frameTimes[10]],
    [30, frameTimes[30]],
  ]);
  expect(trimmed.frames[0]?.body).toEqual(body);
  expect(trimmed.ball?.time).toBeCloseTo(1 / 3, 6);
  // A ball before the clip's new beginning is not known.
  expect(earlierTrack(whole, frameTimes, 1.1).ball).toBeNull();
});
