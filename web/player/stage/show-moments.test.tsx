// Moments between two frames, such as the hands' pass at hip height.
import { expect, test } from 'vitest';
import { planComparison } from '#domain/comparison/comparison-plan.ts';
import type { SourceTime } from '#domain/time.ts';
import { makeClip } from '#domain/video/clip.ts';
import { SyncedPair } from '#web/player/synced/synced-pair.ts';
import { shownTime } from '#web/player/synced/synced-state.ts';
import { showMoments } from './stage-timeline.tsx';

const clipOf = (framesPerSecond: number) =>
  makeClip({
    widthPx: 100,
    heightPx: 100,
    frameTimes: Array.from({ length: 4 * framesPerSecond }, (_, index) => index / framesPerSecond),
  });
const MARKS = { restTime: 1, topTime: 2, strikeTime: 2.5 };

/** One swing, filmed at 30 and at 60 frames per second. */
function pairOfOneSwing(): SyncedPair {
  const [user, pro] = [clipOf(30), clipOf(60)];
  const planned = planComparison({ clip: user, annotations: MARKS }, { clip: pro, annotations: MARKS }, 'strike');
  if (!planned.ok) throw new Error('No plan');
  const pair = new SyncedPair();
  pair.setSwings({
    plan: planned.plan,
    frameTimes: { user: user.frameTimes, pro: pro.frameTimes },
    marks: { user: MARKS, pro: MARKS },
    frameStep: 1 / 60,
  });
  return pair;
}

const both = (time: number) => ({ user: time as SourceTime, pro: time as SourceTime });

test('shows together the two frames that the plan shows together', () => {
  const pair = pairOfOneSwing();
  showMoments(pair, both(2.5));
  expect(pair.getState().apart).toBeNull();
});

test('just before the next frame the plan already shows that one, so both frames are shown separately', () => {
  const pair = pairOfOneSwing();
  showMoments(pair, both(2.532));
  expect(pair.getState().apart).toEqual(both(2.532));
  // No video reports a frame here: the time is that of the frame that was asked for.
  expect(shownTime(pair, 'pro')).toBe(151 / 60);
});
