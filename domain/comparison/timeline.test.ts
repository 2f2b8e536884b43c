import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planTime } from '#domain/time.ts';
import { makeClip } from '#domain/video/clip.ts';
import { planComparison } from './comparison-plan.ts';
import {
  mergedFrameAt,
  mergedFrameTime,
  paneStateAt,
  seekTimeAt,
  shownFrameAt,
  toPlanTime,
  toSourceTime,
} from './timeline.ts';

const steady = (perSecond: number, frames: number) => Array.from({ length: frames }, (_, index) => index / perSecond);
const clip = (perSecond: number, frames: number) =>
  makeClip({ widthPx: 360, heightPx: 640, frameTimes: steady(perSecond, frames) });
const user = { clip: clip(30, 150), annotations: { restTime: 1, topTime: 2, strikeTime: 2.5 } };
const pro = { clip: clip(60, 120), annotations: { restTime: 0.2, topTime: 1, strikeTime: 1.2 } };
const result = planComparison(user, pro, 'strike');
if (!result.ok) throw new Error(result.problem);
const { plan } = result;

describe('the timeline of a comparison', () => {
  it('converts plan time to source time and back (seed 7)', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 10, noNaN: true }), (at) => {
        for (const side of ['user', 'pro'] as const) {
          expect(toPlanTime(plan, side, toSourceTime(plan, side, planTime(at)))).toBeCloseTo(at, 9);
        }
      }),
      { seed: 7 },
    );
  });

  it('holds the first frame, plays, then holds the last frame', () => {
    expect(paneStateAt(plan, 'pro', planTime(0))).toBe('holds-first-frame');
    expect(seekTimeAt(plan, 'pro', planTime(0))).toBe(0);
    expect(paneStateAt(plan, 'pro', plan.meetAt)).toBe('plays');
    const end = mergedFrameTime(plan, plan.frameCount - 1);
    expect(paneStateAt(plan, 'pro', end)).toBe('holds-last-frame');
    expect(shownFrameAt(plan, 'pro', pro.clip.frameTimes, end)).toBeCloseTo(119 / 60, 6);
  });

  it('converts between times and merged frames', () => {
    for (let frame = 0; frame < plan.frameCount; frame += 1) {
      expect(mergedFrameAt(plan, mergedFrameTime(plan, frame))).toBe(frame);
    }
    expect(() => mergedFrameTime(plan, plan.frameCount)).toThrow(RangeError);
    expect(mergedFrameAt(plan, planTime(1e6))).toBe(plan.frameCount - 1);
  });
});
