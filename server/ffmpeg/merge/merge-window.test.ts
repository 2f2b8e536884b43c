import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planComparison } from '#domain/comparison/comparison-plan.ts';
import { framesPerSecond } from '#domain/time.ts';
import { makeClip } from '#domain/video/clip.ts';
import { mergeWindow, shownIndexes } from './merge-window.ts';

/** What ffmpeg's `fps=start_time=0:round=up` shows: at each tick the last frame at or before it, the first one held. */
function shownByFpsFilter(times: readonly number[], shiftMicros: number, frames: number, perSecond: number): number[] {
  const ticks = times.map((time) => Math.ceil(((Math.round(time * 1e6) - shiftMicros) / 1e6) * perSecond));
  return Array.from({ length: frames }, (_, n) =>
    Math.max(
      0,
      ticks.findLastIndex((tick) => tick <= n),
    ),
  );
}

/** Frame gaps in units of a hundredth of a millisecond: phones that wander, and long holes. */
const wanderingClip = fc
  .tuple(
    fc.integer({ min: 0, max: 300_000 }),
    fc.array(fc.integer({ min: 400, max: 6_000 }), { minLength: 20, maxLength: 200 }),
  )
  .map(([start, gaps]) => {
    const sums = gaps.map((_, n) => start + gaps.slice(0, n + 1).reduce((sum, gap) => sum + gap, 0));
    return makeClip({ widthPx: 64, heightPx: 64, frameTimes: [start, ...sums].map((hundredths) => hundredths / 1e5) });
  });

describe('mergeWindow', () => {
  it('gives every clip with a variable rate a shift by which ffmpeg shows exactly the planned frames (seed 5)', () => {
    const pair = fc.tuple(wanderingClip, wanderingClip, fc.integer({ min: 2, max: 17 }));
    fc.assert(
      fc.property(pair, ([user, pro, strike]) => {
        const marked = (clip: typeof user) => ({
          clip,
          annotations: { restTime: null, topTime: null, strikeTime: clip.frameTimes[strike] ?? 0 },
        });
        const result = planComparison(marked(user), marked(pro), 'strike');
        if (!result.ok) throw new Error(result.problem);
        for (const [side, clip] of [
          ['user', user],
          ['pro', pro],
        ] as const) {
          const { plan } = result;
          const { shiftMicros } = mergeWindow(plan, side, clip.frameTimes);
          const shown = shownByFpsFilter(
            clip.frameTimes,
            shiftMicros,
            plan.frameCount,
            framesPerSecond(plan.frameRate),
          );
          expect(shown).toEqual(shownIndexes(plan, side, clip.frameTimes));
        }
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  it('reads from two frames and a tenth of a second before the first frame that is shown', () => {
    const frameTimes = Array.from({ length: 300 }, (_, n) => Math.round((n / 30) * 1e6) / 1e6);
    const marked = {
      clip: makeClip({ widthPx: 64, heightPx: 64, frameTimes }),
      annotations: { restTime: 4, topTime: 4.8, strikeTime: 5 },
    };
    const result = planComparison(marked, marked, 'strike');
    if (!result.ok) throw new Error(result.problem);
    expect(mergeWindow(result.plan, 'user', frameTimes).readFrom).toBeCloseTo(3.4, 6);
  });
});
