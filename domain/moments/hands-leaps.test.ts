// Blurred hands that are taken for something behind them do not change where a swing is.
import { expect, test } from 'vitest';
import { type BodyTrack, makeBodyTrack } from '#domain/body/body-track.ts';
import { withoutLeaps } from '#domain/body/hands-path.ts';
import { DRAWN_MARKS, drawnBody, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { handsSwings } from './hands-swings.ts';

/** The drawn swing, in which the hands seem to be beside the head in one frame. */
function leapingAt(track: BodyTrack, time: number): BodyTrack {
  const leap = track.frames.findIndex((frame) => frame.time >= time);
  const frames = track.frames.map((frame, index) =>
    index === leap ? { ...frame, body: drawnBody({ hands: { right: 0.1, up: 0.5 } }) } : frame,
  );
  return makeBodyTrack({ ...track, frames });
}

test.each([
  [10, 2.1],
  [15, 2.1],
  [30, 2.1],
  [30, 2.15],
])('at %i frames a second, the strike stays where it is when the hands leap at %f s', (picturesPerSecond, time) => {
  const track = leapingAt(drawnSwing({}, { picturesPerSecond }), time);
  const [found] = handsSwings(track);
  expect(withoutLeaps(track).frames).toHaveLength(track.frames.length - 1);
  expect(found?.likeness).toBe(1);
  expect(Math.abs((found?.strikeTime ?? 0) - DRAWN_MARKS.strikeTime)).toBeLessThan(1 / 30);
});

test.each([5, 10, 15, 30, 60])('at %i frames a second, a short follow-through is left whole', (picturesPerSecond) => {
  const track = drawnSwing({}, { picturesPerSecond });
  const down = drawnBody();
  const frames = track.frames.map((frame) =>
    frame.time > DRAWN_MARKS.strikeTime + 0.4 ? { ...frame, body: down } : frame,
  );
  const short = makeBodyTrack({ ...track, frames });
  expect(withoutLeaps(short)).toBe(short);
  expect(handsSwings(short)[0]?.strikeTime).toBeCloseTo(handsSwings(track)[0]?.strikeTime ?? 0, 1);
});

test.each([5, 10, 15, 30, 60])('at %i frames a second, two swings in a row are left whole', (picturesPerSecond) => {
  const track = drawnSwing({}, { picturesPerSecond });
  const again = track.frames
    .filter(({ time }) => time >= DRAWN_MARKS.restTime - 0.2)
    .map((frame) => ({ ...frame, frameIndex: frame.frameIndex + 1000, time: frame.time + 2.5 }));
  const twice = makeBodyTrack({ ...track, frames: [...track.frames, ...again] });
  expect(withoutLeaps(twice)).toBe(twice);
});
