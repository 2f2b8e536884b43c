// The track of a trimmed clip.
import { expect, test } from 'vitest';
import { drawnBody } from '#tests/fixtures/drawn-body.ts';
import { earlierTrack, makeBodyTrack } from './body-track.ts';

test('has the frames of the trimmed clip, with their new times and indexes', () => {
  const body = drawnBody();
  const frames = [10, 30, 50, 70].map((frameIndex) => ({ frameIndex, time: frameIndex / 30, body }));
  const whole = makeBodyTrack({ widthPx: 160, heightPx: 120, frames });
  // From frame 20 to frame 59, as a file with another clock rounds its times.
  const frameTimes = Array.from({ length: 40 }, (_, index) => index / 30 + 0.00001);
  const trimmed = earlierTrack(whole, frameTimes, 20 / 30);
  expect(trimmed.frames.map(({ frameIndex, time }) => [frameIndex, time])).toEqual([
    [10, frameTimes[10]],
    [30, frameTimes[30]],
  ]);
  expect(trimmed.frames[0]?.body).toEqual(body);
});
