import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Side } from '#domain/side.ts';
import { NO_ANNOTATIONS, type SwingAnnotations } from '#domain/swing/swing.ts';
import { framesPerSecond, planTime } from '#domain/time.ts';
import { type Clip, firstFrameTime, lastFrameTime, makeClip } from '#domain/video/clip.ts';
import { type Alignment, AS_FILMED, type ComparisonChoices, NO_FIT, withSideChoices } from './comparison-choices.ts';
import { type ComparisonPlan, planComparison } from './comparison-plan.ts';
import { mergedFrameTime, paneStateAt, shownFrameAt, toPlanTime, toSourceTime } from './timeline.ts';

function clipOf(perSecond: number, seconds: number, firstFrameAt = 0, size = { widthPx: 1080, heightPx: 1920 }): Clip {
  const frames = Math.round(seconds * perSecond);
  return makeClip({
    ...size,
    frameTimes: Array.from({ length: frames }, (_, index) => firstFrameAt + index / perSecond),
  });
}

function marks(restTime: number | null, topTime: number | null, strikeTime: number | null): SwingAnnotations {
  return { restTime, topTime, strikeTime };
}

function planOf(...given: Parameters<typeof planComparison>): ComparisonPlan {
  const result = planComparison(...given);
  if (!result.ok) throw new Error(`no plan: ${result.problem} (${result.side})`);
  return result.plan;
}

const TEN_SECONDS = clipOf(30, 10);
const USER = { clip: TEN_SECONDS, annotations: marks(3, 4, 4.5) };

describe('planComparison', () => {
  it('aligns both strikes at one plan time, with half a second of lead-in before the earlier rest', () => {
    const pro = { clip: TEN_SECONDS, annotations: marks(4, 4.8, 5) };
    const plan = planOf(USER, pro, 'strike');
    expect(plan.meetAt).toBeCloseTo(1.5 + 0.5, 6);
    expect(plan.panes.user.eventAt).toBeCloseTo(4.5, 6);
    expect(plan.panes.pro.eventAt).toBeCloseTo(5, 6);
  });

  it('aligns both tops when the alignment is top', () => {
    const pro = { clip: TEN_SECONDS, annotations: marks(4, 4.8, 5) };
    const plan = planOf(USER, pro, 'top');
    expect(plan.panes.user.eventAt).toBeCloseTo(4, 6);
    expect(plan.panes.pro.eventAt).toBeCloseTo(4.8, 6);
    expect(plan.meetAt).toBeCloseTo(1 + 0.5, 6);
  });

  it('never starts before the first frame of the side with the most footage before its event', () => {
    const user = { clip: TEN_SECONDS, annotations: marks(0.1, 1, 1.5) };
    const pro = { clip: TEN_SECONDS, annotations: marks(0, 0.8, 1) };
    expect(planOf(user, pro, 'strike').meetAt).toBeCloseTo(1.5, 6);
  });

  it('holds the first frame of a side whose footage has not begun', () => {
    const pro = { clip: TEN_SECONDS, annotations: marks(0, 0.8, 1) };
    const plan = planOf(USER, pro, 'strike');
    expect(plan.meetAt).toBeCloseTo(2, 6);
    expect(paneStateAt(plan, 'pro', planTime(0.5))).toBe('holds-first-frame');
    expect(shownFrameAt(plan, 'pro', TEN_SECONDS.frameTimes, planTime(0.5))).toBe(0);
  });

  it('shows each side for 2 s after the strike at least, and for 1.5 times the swing', () => {
    const quick = { clip: TEN_SECONDS, annotations: marks(4, 4.8, 5) };
    expect(planOf(quick, quick, 'strike').duration).toBeCloseTo(1 + 0.5 + 2 + 1 / 30, 3);
    const slow = { clip: TEN_SECONDS, annotations: marks(1, 2.4, 3) };
    expect(planOf(slow, slow, 'strike').duration).toBeCloseTo(2 + 0.5 + 3 + 1 / 30, 3);
  });

  it('ends with the later side while the other holds its last frame', () => {
    const short = { clip: clipOf(30, 5), annotations: marks(3, 4, 4.5) };
    const long = { clip: TEN_SECONDS, annotations: marks(3, 4, 4.5) };
    const plan = planOf(short, long, 'strike');
    expect(plan.duration).toBeCloseTo(2 + 2.25 + 1 / 30, 1);
    expect(paneStateAt(plan, 'user', planTime(plan.duration - 0.1))).toBe('holds-last-frame');
    expect(paneStateAt(plan, 'pro', planTime(plan.duration - 0.1))).toBe('plays');
  });

  it('counts a side with no rest mark as resting 2 s before its event, or at its first frame', () => {
    const late = { clip: TEN_SECONDS, annotations: marks(null, null, 5) };
    expect(planOf(late, late, 'strike').meetAt).toBeCloseTo(2.5, 6);
    const early = { clip: TEN_SECONDS, annotations: marks(null, null, 1) };
    expect(planOf(early, early, 'strike').meetAt).toBeCloseTo(1, 6);
  });

  it.each([
    [30, 30, 30],
    [24, 60, 60],
    [59.94, 60, 60],
    [120, 30, 60],
    [240, 240, 60],
    [25, 29.97, 29.97],
  ])('merges %d and %d fps at %d fps', (user, pro, merged) => {
    const side = (fps: number) => ({ clip: clipOf(fps, 4), annotations: marks(1, 1.8, 2) });
    expect(framesPerSecond(planOf(side(user), side(pro), 'strike').frameRate)).toBeCloseTo(merged, 1);
  });

  it('moves each mark to the frame that is on screen at it', () => {
    const rounded = { clip: TEN_SECONDS, annotations: marks(3.01, 4.01, 4.52) };
    expect(planOf(rounded, USER, 'strike').panes.user.eventAt).toBeCloseTo(4.5, 6);
  });

  it.each<[string, SwingAnnotations, Alignment, string]>([
    ['a missing strike', marks(1, 2, null), 'strike', 'strike-not-marked'],
    ['a missing top when tops are to meet', marks(1, null, 3), 'top', 'top-not-marked'],
    ['a time after the end', marks(1, 2, 9999), 'strike', 'outside-the-clip'],
    ['a strike before the top', marks(1, 3, 2), 'strike', 'out-of-order'],
    ['two marks on one frame', marks(1, 2, 2.001), 'strike', 'out-of-order'],
    ['nothing marked', NO_ANNOTATIONS, 'strike', 'strike-not-marked'],
  ])('refuses %s', (_, annotations, alignment, problem) => {
    const result = planComparison({ clip: TEN_SECONDS, annotations }, USER, alignment);
    expect(result).toEqual({ ok: false, problem, side: 'user' });
    expect(planComparison(USER, { clip: TEN_SECONDS, annotations }, alignment)).toMatchObject({ side: 'pro' });
  });

  it('makes plain frozen data that survives JSON', () => {
    const plan = planOf(USER, USER, 'strike');
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
    expect(Object.isFrozen(plan) && Object.isFrozen(plan.panes.user) && Object.isFrozen(plan.panes.user.rect)).toBe(
      true,
    );
  });
});

const RATES = [24, 25, 30000 / 1001, 30, 50, 60000 / 1001, 60, 120, 240];

/** Any annotated clip: any rate, steady or with frames left out, from any first frame, three marks in order. */
const anySide = fc
  .record({
    perSecond: fc.constantFrom(...RATES),
    frames: fc.integer({ min: 12, max: 600 }),
    firstFrameAt: fc.constantFrom(0, 0.00099, 0.067, 10),
    dropEvery: fc.constantFrom(0, 3, 7),
    shares: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
    rest: fc.boolean(),
    portrait: fc.boolean(),
  })
  .map(({ perSecond, frames, firstFrameAt, dropEvery, shares, rest, portrait }) => {
    const all = Array.from({ length: frames }, (_, index) => firstFrameAt + index / perSecond);
    const frameTimes = all.filter((_, index) => dropEvery === 0 || index % dropEvery !== 1);
    const size = portrait ? { widthPx: 1080, heightPx: 1920 } : { widthPx: 1920, heightPx: 1080 };
    const last = frameTimes.length - 1;
    const strike = 2 + Math.floor(shares[0] * (last - 2));
    const top = 1 + Math.floor(shares[1] * (strike - 2));
    const annotations = marks(rest ? (frameTimes[0] ?? 0) : null, frameTimes[top] ?? 0, frameTimes[strike] ?? 0);
    return { clip: makeClip({ ...size, frameTimes }), annotations };
  });

describe('every plan (seed 20261121)', () => {
  const check = (
    property: (plan: ComparisonPlan, sides: Record<Side, { clip: Clip; annotations: SwingAnnotations }>) => void,
  ) =>
    fc.assert(
      fc.property(anySide, anySide, fc.constantFrom<Alignment>('strike', 'top'), (user, pro, alignment) =>
        property(planOf(user, pro, alignment), { user, pro }),
      ),
      { seed: 20261121, numRuns: 300 },
    );

  it('shows exactly the two marked frames at the moment where they meet', () => {
    check((plan, sides) => {
      const frame = Math.round(plan.meetAt * framesPerSecond(plan.frameRate));
      for (const side of ['user', 'pro'] as const) {
        const shown = shownFrameAt(plan, side, sides[side].clip.frameTimes, mergedFrameTime(plan, frame));
        expect(shown).toBe(plan.panes[side].eventAt);
      }
    });
  });

  it('shows every frame of both sides from rest on', () => {
    check((plan, sides) => {
      for (const side of ['user', 'pro'] as const) {
        const { clip, annotations } = sides[side];
        if (annotations.restTime === null) continue;
        const shown = shownFrameAt(plan, side, clip.frameTimes, mergedFrameTime(plan, 0));
        expect(shown).toBeLessThanOrEqual(annotations.restTime);
      }
    });
  });

  it('never moves backwards on either side, and stays inside the footage', () => {
    check((plan, sides) => {
      for (const side of ['user', 'pro'] as const) {
        const { clip } = sides[side];
        let before = Number.NEGATIVE_INFINITY;
        for (let frame = 0; frame < plan.frameCount; frame += 7) {
          const shown = shownFrameAt(plan, side, clip.frameTimes, mergedFrameTime(plan, frame));
          expect(shown).toBeGreaterThanOrEqual(before);
          expect(shown).toBeGreaterThanOrEqual(firstFrameTime(clip));
          expect(shown).toBeLessThanOrEqual(lastFrameTime(clip));
          before = shown;
        }
      }
    });
  });

  it('has an even canvas of at most 1920×1080 and at most 60 frames a second', () => {
    check((plan) => {
      const { widthPx, heightPx } = plan.canvas;
      expect(widthPx % 2).toBe(0);
      expect(heightPx % 2).toBe(0);
      expect(widthPx).toBeLessThanOrEqual(1920);
      expect(heightPx).toBeLessThanOrEqual(1080);
      expect(framesPerSecond(plan.frameRate)).toBeLessThanOrEqual(60);
    });
  });
});

describe('a plan follows what the visitor chose', () => {
  const pro = { clip: TEN_SECONDS, annotations: marks(4, 4.8, 5) };
  const chosen = (...changes: Parameters<typeof withSideChoices>[2][]) =>
    planOf(
      USER,
      pro,
      'strike',
      changes.reduce<ComparisonChoices>((choices, change) => withSideChoices(choices, 'user', change), AS_FILMED),
    );

  it('is the default plan without choices', () => {
    expect(planOf(USER, pro, 'strike', AS_FILMED)).toEqual(planOf(USER, pro, 'strike'));
  });

  it('mirrors one side and leaves the other unchanged', () => {
    const { panes } = chosen({ isMirrored: true });
    expect([panes.user.isMirrored, panes.pro.isMirrored]).toEqual([true, false]);
  });

  it('puts the pro left when swapped, without a gap and in the same sizes', () => {
    const tall = { clip: clipOf(30, 10), annotations: USER.annotations };
    const wide = { clip: clipOf(30, 10, 0, { widthPx: 1920, heightPx: 1080 }), annotations: pro.annotations };
    const plain = planOf(tall, wide, 'strike');
    const swapped = planOf(tall, wide, 'strike', { ...AS_FILMED, isSwapped: true });
    expect(swapped.panes.pro.rect).toEqual({ ...plain.panes.pro.rect, xPx: 0 });
    expect(swapped.panes.user.rect).toEqual({ ...plain.panes.user.rect, xPx: plain.panes.pro.rect.widthPx });
    expect(swapped.canvas).toEqual(plain.canvas);
  });

  it('aligns the nudged frame instead of the marked one', () => {
    expect(chosen({ nudgeFrames: 2 }).panes.user.eventAt).toBeCloseTo(4.5 + 2 / 30, 6);
    expect(chosen({ nudgeFrames: -1 }).panes.user.eventAt).toBeCloseTo(4.5 - 1 / 30, 6);
    expect(chosen({ nudgeFrames: 1 }).panes.pro.eventAt).toBe(planOf(USER, pro, 'strike').panes.pro.eventAt);
  });

  it('clamps a nudge to the first and the last frame of the clip', () => {
    const short = { clip: clipOf(30, 1), annotations: marks(0, 0.5, 0.9) };
    const nudged = (nudgeFrames: number) =>
      planOf(short, pro, 'strike', withSideChoices(AS_FILMED, 'user', { nudgeFrames })).panes.user.eventAt;
    expect(nudged(60)).toBeCloseTo(29 / 30, 6);
    expect(nudged(-60)).toBe(0);
  });

  it('shows a clip in 4-fold slow motion in real time, so that both swings keep their true duration', () => {
    const slow = { clip: clipOf(30, 20), annotations: marks(4, 7.2, 8) };
    const plan = planOf(slow, pro, 'strike', withSideChoices(AS_FILMED, 'user', { slowMotionFactor: 4 }));
    expect(plan.meetAt).toBeCloseTo(1 + 0.5, 1);
    expect(framesPerSecond(plan.frameRate)).toBe(60);
    const at = (seconds: number) => shownFrameAt(plan, 'user', slow.clip.frameTimes, planTime(plan.meetAt + seconds));
    expect(at(0)).toBeCloseTo(8, 6);
    expect(at(-0.5)).toBeCloseTo(6, 6);
    expect(at(0.5)).toBeCloseTo(10, 6);
  });
});

describe('every plan with choices (seed 20261121)', () => {
  const anyChoices = fc
    .record({
      isMirrored: fc.boolean(),
      nudgeFrames: fc.integer({ min: -60, max: 60 }),
      slowMotionFactor: fc.constantFrom(1, 2, 4, 8, 7.99, 32),
      fit: fc.constant(NO_FIT),
      box: fc.constant(null),
    })
    .chain((user) => fc.boolean().map((isSwapped) => ({ ...AS_FILMED, isSwapped, user })));

  it('has its events exactly on the meeting frame, and converts each side’s times both ways', () => {
    fc.assert(
      fc.property(anySide, anySide, anyChoices, (user, pro, choices) => {
        const plan = planOf(user, pro, 'strike', choices);
        for (const [side, { clip }] of [
          ['user', user],
          ['pro', pro],
        ] as const) {
          expect(shownFrameAt(plan, side, clip.frameTimes, plan.meetAt)).toBe(plan.panes[side].eventAt);
          const there = toPlanTime(plan, side, toSourceTime(plan, side, planTime(0.7)));
          expect(there).toBeCloseTo(0.7, 9);
        }
        expect(plan.frameCount).toBeGreaterThanOrEqual(1);
      }),
      { seed: 20261121, numRuns: 300 },
    );
  });
});
