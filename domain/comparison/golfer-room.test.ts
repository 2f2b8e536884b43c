// The part of a picture that a swing needs.
import { expect, it } from 'vitest';
import { makeBodyTrack } from '#domain/body/body-track.ts';
import { makeClip } from '#domain/video/clip.ts';
import { drawnBody } from '#tests/fixtures/drawn-body.ts';
import { AS_FILMED } from './comparison-choices.ts';
import { sidePicture } from './golfer-room.ts';

it('contains the whole path of the hands in the close framing, to the end of the follow-through', () => {
  const [hips, sizePx] = [{ xPx: 540, yPx: 1000 }, 500];
  // The hands go up on the left, and after the strike, at 1.2 s, up and far out on the right.
  const handsAt = (time: number) => {
    const after = Math.min(1, Math.max(0, (time - 1.2) / 0.8));
    return time <= 1.2
      ? { right: -0.3 * Math.sin(2.6 * time), up: 0.1 }
      : { right: 0.7 * after, up: 0.1 + 0.9 * after };
  };
  const frames = Array.from({ length: 90 }, (_, frameIndex) => {
    const time = frameIndex / 30;
    return { frameIndex, time, body: drawnBody({ hips, sizePx, hands: handsAt(time) }) };
  });
  const clip = makeClip({ widthPx: 1080, heightPx: 1920, frameTimes: frames.map(({ time }) => time) });
  const marks = { restTime: 0.1, topTime: 0.8, strikeTime: 1.2 };
  const track = makeBodyTrack({ widthPx: 1080, heightPx: 1920, frames });
  const side = sidePicture(clip, marks, track, AS_FILMED.user);
  const finish = { xPx: hips.xPx + 0.7 * sizePx, yPx: hips.yPx - sizePx };
  expect(side.closeRoom?.rightPx).toBeGreaterThan(finish.xPx);
  expect(side.closeRoom?.topPx).toBeLessThan(finish.yPx);
  expect(side.closeRoom?.rightPx).toBeLessThan((side.room?.rightPx ?? 0) + 1);
});
