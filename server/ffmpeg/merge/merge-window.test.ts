import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AS_FILMED } from '#domain/comparison/comparison-choices.ts';
import { planComparison } from '#domain/comparison/comparison-plan.ts';
import { framesPerSecond } from '#domain/time.ts';
import { makeClip } from '#domain/video/clip.ts';
import { atOwnPace, type MergeWindow, mergeWindow, shownIndexes } from './merge-window.ts';

/** What ffmpeg's `fps=start_time=0:round=up` shows: at each tick the last frame at or before it, the first one held. */
function shownByFpsFilter(
  times: readonly number[],
  { shiftMicros, bends }: MergeWindow,
  frames: number,
  perSecond: number,
): number[] {
  const micros = (time: number) => atOwnPace(bends, Math.round(time * 1e6) / 1e6) * 1e6;
  const ticks = times.map((time) => Math.ceil((Math.trunc(micros(time) - shiftMicros) / 1e6) * perSecond));
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
          const window = mergeWindow(plan, side, clip.frameTimes);
          const shown = shownByFpsFilter(clip.frameTimes, window, plan.frameCount, framesPerSecond(plan.frameRate));
          expect(shown).toEqual(shownIndexes(plan, side, clip.frameTimes));
        }
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  it('does the same where a side is fitted to the other’s tempo (seed 6)', () => {
    let fitted = 0;
    const marks = fc.tuple(
      fc.integer({ min: 0, max: 4 }),
      fc.integer({ min: 5, max: 9 }),
      fc.integer({ min: 12, max: 19 }),
    );
    fc.assert(
      fc.property(wanderingClip, wanderingClip, marks, fc.boolean(), (user, pro, [rest, top, strike], isProLeading) => {
        const marked = (clip: typeof user) => ({
          clip,
          annotations: {
            restTime: clip.frameTimes[rest] ?? 0,
            topTime: clip.frameTimes[top] ?? 0,
            strikeTime: clip.frameTimes[strike] ?? 0,
          },
        });
        const choices = { ...AS_FILMED, tempo: isProLeading ? ('pro' as const) : ('user' as const) };
        const result = planComparison(marked(user), marked(pro), 'all', choices);
        if (!result.ok) return;
        fitted += 1;
        const { plan } = result;
        for (const [side, { frameTimes }] of [
          ['user', user],
          ['pro', pro],
        ] as const) {
          const window = mergeWindow(plan, side, frameTimes);
          const shown = shownByFpsFilter(frameTimes, window, plan.frameCount, framesPerSecond(plan.frameRate));
          expect(shown).toEqual(shownIndexes(plan, side, frameTimes));
        }
      }),
      { seed: 6, numRuns: 300 },
    );
    expect(fitted).toBeGreaterThan(150);
  });

  it('starts reading two frames and a tenth of a second before the first shown frame', () => {
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
