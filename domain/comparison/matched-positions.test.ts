import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SIDES, type Side } from '#domain/side.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { frameDuration, framesPerSecond, planTime } from '#domain/time.ts';
import { type Clip, makeClip } from '#domain/video/clip.ts';
import { shownFor } from '#domain/video/frame-times.ts';
import { AS_FILMED, type ComparisonChoices, withSideChoices } from './comparison-choices.ts';
import { type ComparisonPlan, planComparison } from './comparison-plan.ts';
import { nudgedMarks } from './matched-positions.ts';
import {
  mergedFrameTime,
  seekTimeAt,
  shownFrameAt,
  stretchesOf,
  toPace,
  toPlanTime,
  toSourceTime,
} from './timeline.ts';

interface Marked {
  readonly clip: Clip;
  readonly annotations: SwingAnnotations;
  /** Indexes of rest, top and strike. */
  readonly marks: readonly [number, number, number];
}

function marked(frameTimes: readonly number[], marks: Marked['marks']): Marked {
  const [restTime = null, topTime = null, strikeTime = null] = marks.map((index) => frameTimes[index] ?? null);
  return {
    clip: makeClip({ widthPx: 64, heightPx: 64, frameTimes }),
    annotations: { restTime, topTime, strikeTime },
    marks,
  };
}

function steady(perSecond: number, seconds: number, marks: Marked['marks']): Marked {
  const frames = Math.round(seconds * perSecond);
  return marked(
    Array.from({ length: frames }, (_, index) => index / perSecond),
    marks,
  );
}

function planOf(user: Marked, pro: Marked, choices: ComparisonChoices = AS_FILMED): ComparisonPlan {
  const result = planComparison(user, pro, 'all', choices);
  if (!result.ok) throw new Error(`${result.problem} (${result.side})`);
  return result.plan;
}

/** The frames that both sides show in each merged frame, as indexes. */
function shownIn(plan: ComparisonPlan, sides: Record<Side, Marked>): [number, number][] {
  return Array.from({ length: plan.frameCount }, (_, frame) => {
    const at = mergedFrameTime(plan, frame);
    const index = (side: Side) => {
      const { frameTimes } = sides[side].clip;
      return frameTimes.indexOf(shownFrameAt(plan, side, frameTimes, at));
    };
    return [index('user'), index('pro')];
  });
}

const USER = steady(30, 8, [60, 96, 108]);
const PRO = steady(60, 8, [120, 174, 192]);

describe('matching every position', () => {
  it('shows rest, top and strike of both sides together, with the pro’s tempo fitted to the visitor’s', () => {
    const plan = planOf(USER, PRO);
    const shown = shownIn(plan, { user: USER, pro: PRO });
    for (const index of [0, 1, 2]) expect(shown).toContainEqual([USER.marks[index], PRO.marks[index]]);
    expect(plan.panes.user.knots).toHaveLength(1);
    // 0.9 s shown in 1.2 s, 0.3 s in 0.4 s.
    expect(stretchesOf(plan.panes.pro).map(({ pace }) => pace)).toEqual([
      expect.closeTo(0.75, 9),
      expect.closeTo(0.75, 9),
    ]);
  });

  it('fits the visitor to the pro’s tempo when chosen', () => {
    const plan = planOf(USER, PRO, { ...AS_FILMED, tempo: 'pro' });
    expect(plan.panes.pro.knots).toHaveLength(1);
    expect(toPace(plan, 'user', planTime(plan.meetAt - 0.1))).toBeCloseTo(4 / 3, 9);
    expect(toPace(plan, 'user', plan.meetAt)).toBe(1);
    expect(shownIn(plan, { user: USER, pro: PRO })).toContainEqual([60, 120]);
  });

  it('names the side and the mark that is missing', () => {
    const without = (mark: keyof SwingAnnotations) => ({ ...PRO, annotations: { ...PRO.annotations, [mark]: null } });
    expect(planComparison(USER, without('restTime'), 'all')).toEqual({
      ok: false,
      problem: 'rest-not-marked',
      side: 'pro',
    });
    expect(planComparison(without('topTime'), PRO, 'all')).toMatchObject({ problem: 'top-not-marked', side: 'user' });
    expect(planComparison(USER, without('restTime'), 'top')).toMatchObject({ ok: true });
  });

  it('refuses tempos that differ by more than a factor of four, and names the side', () => {
    const hasty = steady(240, 4, [200, 210, 220]);
    expect(planComparison(USER, hasty, 'all')).toEqual({ ok: false, problem: 'tempos-too-unlike', side: 'pro' });
    expect(planComparison(hasty, USER, 'all', { ...AS_FILMED, tempo: 'pro' })).toMatchObject({ side: 'user' });
  });

  it('nudges all three marks by the same number of frames, as far as the clip allows', () => {
    expect(nudgedMarks(USER.clip, [2, 3.2, 3.6], 3)).toEqual([2.1, 3.3, 3.7].map((time) => expect.closeTo(time, 9)));
    const early = steady(30, 4, [2, 36, 48]);
    const plan = planOf(early, PRO, withSideChoices(AS_FILMED, 'user', { nudgeFrames: -60 }));
    const shown = shownIn(plan, { user: early, pro: PRO });
    for (const [index, mark] of [0, 34, 46].entries()) expect(shown).toContainEqual([mark, PRO.marks[index]]);
  });

  it('adds knots to the leading side where it would skip a mark', () => {
    const fast = steady(240, 4, [241, 402, 470]);
    const slow = steady(30, 8, [60, 84, 93]);
    const plan = planOf(fast, slow);
    expect(plan.panes.user.knots).toHaveLength(3);
    const shown = shownIn(plan, { user: fast, pro: slow });
    for (const index of [0, 1, 2]) expect(shown).toContainEqual([fast.marks[index], slow.marks[index]]);
  });
});

const anySide: fc.Arbitrary<Marked> = fc
  .record({
    perSecond: fc.constantFrom(23.976, 25, 30, 59.94, 60, 120, 240),
    jitter: fc.constantFrom(0, 0, 0.5, 0.9),
    shakes: fc.array(fc.double({ min: -0.5, max: 0.5, noNaN: true }), { minLength: 16, maxLength: 16 }),
    start: fc.constantFrom(0, 0.00099, 3.5),
    rest: fc.double({ min: 0, max: 1, noNaN: true }),
    back: fc.double({ min: 0.5, max: 1.2, noNaN: true }),
    down: fc.double({ min: 0.25, max: 0.4, noNaN: true }),
    after: fc.double({ min: 0, max: 2, noNaN: true }),
  })
  .map(({ perSecond, jitter, shakes, start, rest, back, down, after }) => {
    const index = (seconds: number) => Math.round(seconds * perSecond);
    const frames = index(rest + back + down + after) + 1;
    const frameTimes = Array.from({ length: frames }, (_, frame) =>
      frame === 0 ? start : start + (frame + jitter * (shakes[frame % shakes.length] ?? 0)) / perSecond,
    );
    return marked(frameTimes, [index(rest), index(rest + back), index(rest + back + down)]);
  });

const anyChoices = fc.record({
  tempo: fc.constantFrom('user' as const, 'pro' as const),
  user: fc.integer({ min: -60, max: 60 }),
  slow: fc.constantFrom(1, 1, 1.5),
});

describe('every plan in which all positions meet (seed 46)', () => {
  it('shows both sides’ marks together in three merged frames, never goes backwards, and converts times both ways', () => {
    fc.assert(
      fc.property(anySide, anySide, anyChoices, (user, pro, { tempo, user: nudgeFrames, slow }) => {
        const chosen = withSideChoices(AS_FILMED, 'user', { nudgeFrames, slowMotionFactor: slow });
        const plan = planOf(user, pro, { ...chosen, tempo });
        const shown = shownIn(plan, { user, pro });
        const times = user.marks.map((index) => user.clip.frameTimes[index] ?? 0);
        const nudged = nudgedMarks(user.clip, [times[0] ?? 0, times[1] ?? 0, times[2] ?? 0], nudgeFrames);
        const userMarks = nudged.map((time) => user.clip.frameTimes.indexOf(time));
        for (const [index, mark] of userMarks.entries()) expect(shown).toContainEqual([mark, pro.marks[index]]);
        expect(shown[Math.round(plan.meetAt * framesPerSecond(plan.frameRate))]).toEqual([userMarks[2], pro.marks[2]]);
        for (const side of SIDES) {
          const pane = plan.panes[side];
          for (const { pace } of stretchesOf(pane)) {
            expect(pace / pane.pace).toBeGreaterThanOrEqual(0.25);
            expect(pace / pane.pace).toBeLessThanOrEqual(4);
          }
          for (let at = 0, before = -1; at < plan.duration; at += 0.0371) {
            const sought = seekTimeAt(plan, side, planTime(at));
            expect(sought).toBeGreaterThanOrEqual(before);
            before = sought;
            expect(toPlanTime(plan, side, toSourceTime(plan, side, planTime(at)))).toBeCloseTo(at, 9);
          }
        }
      }),
      { seed: 46, numRuns: 300 },
    );
  });
});

describe('every plan that meets at one position (seed 47)', () => {
  it('is a single straight line per side', () => {
    fc.assert(
      fc.property(anySide, anySide, fc.constantFrom('strike' as const, 'top' as const), (user, pro, alignment) => {
        const result = planComparison(user, pro, alignment, withSideChoices(AS_FILMED, 'pro', { slowMotionFactor: 4 }));
        if (!result.ok) throw new Error(result.problem);
        const { plan } = result;
        for (const [side, { clip }] of [['user', user] as const, ['pro', pro] as const]) {
          const { eventAt, pace, lookAhead, firstFrameAt, lastFrameAt, knots } = plan.panes[side];
          expect(knots).toEqual([{ planAt: plan.meetAt, sourceAt: eventAt }]);
          const own = shownFor(clip.frameTimes, clip.frameTimes.indexOf(eventAt));
          expect(lookAhead).toBe(Math.min(frameDuration(plan.frameRate) * pace, own) / 2);
          for (let frame = 0; frame < plan.frameCount; frame += 13) {
            const at = mergedFrameTime(plan, frame);
            const wished = eventAt + (at - plan.meetAt) * pace;
            expect(toSourceTime(plan, side, at)).toBe(wished);
            expect(toPlanTime(plan, side, toSourceTime(plan, side, at))).toBe(plan.meetAt + (wished - eventAt) / pace);
            const bounded = Math.min(Math.max(wished + lookAhead, firstFrameAt), lastFrameAt + lookAhead);
            expect(seekTimeAt(plan, side, at)).toBe(bounded);
          }
        }
      }),
      { seed: 47, numRuns: 100 },
    );
  });
});
