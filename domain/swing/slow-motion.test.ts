// The proposed slow-motion factor: from the container, from the marks, and when the two contradict each other.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FrameRate, frameRateOf } from '#domain/time.ts';
import { footage, hasFootage, NEEDS_FOOTAGE } from '#tests/fixtures/footage.ts';
import {
  captureFactor,
  type FilmingFacts,
  factorInUse,
  inTrueTime,
  isPlausibleFactor,
  judgeSlowMotion,
  NO_FILMING_FACTS,
  OFFERED_FACTORS,
} from './slow-motion.ts';
import { tempoRatio } from './swing.ts';
import { footageOf, ratioUncertainty } from './timing-uncertainty.ts';

const marked = (downswing: number | null) => ({
  restTime: 0,
  topTime: downswing === null ? null : 1,
  strikeTime: downswing === null ? null : 1 + downswing,
});
const shownAt = (fps: number): { frameRate: FrameRate } => ({ frameRate: frameRateOf(fps) });
const filmedAt = (capturedPerSecond: number): FilmingFacts => ({ capturedPerSecond, isMarkedSlow: false });
const judge = (facts: FilmingFacts, fps: number, downswing: number | null) =>
  judgeSlowMotion({ facts, clip: shownAt(fps), annotations: marked(downswing) });

describe('without information from the container, the marks decide', () => {
  // Read from labeled footage: the downswing on the clip's timeline, frames per second, and the true factor.
  it.each([
    [0.275, 59.78, 1],
    [0.256, 60, 1],
    [0.373, 30, 1],
    [0.308, 30, 1],
    [0.445, 60, 1],
    [0.331, 29.99, 1],
    [0.239, 59.87, 1],
    [0.262, 60.34, 1],
    [0.487, 59.94, 1],
    // Tour swings, real time and four times slower (5th, 50th and 95th percentile).
    [6 / 30, 30, 1],
    [8 / 30, 30, 1],
    [9 / 30, 30, 1],
    [23 / 30, 30, 4],
    [30 / 30, 30, 4],
    [37 / 30, 30, 4],
    // The same eight times slower.
    [0.25 * 8, 30, 8],
  ])('reads a downswing of %f s at %f fps as %d times slower than real time', (downswing, fps, factor) => {
    expect(judge(NO_FILMING_FACTS, fps, downswing).factor).toBe(factor);
  });

  it('asks from 0.43 s on, and proposes real time if a slow swing can take that long', () => {
    expect(judge(NO_FILMING_FACTS, 30, 0.42)).toEqual({ factor: 1, reason: 'none', isWorthAsking: false });
    expect(judge(NO_FILMING_FACTS, 30, 0.4301)).toEqual({ factor: 1, reason: 'long', isWorthAsking: true });
    expect(judge(NO_FILMING_FACTS, 30, 0.54)).toMatchObject({ reason: 'too-long', isWorthAsking: true });
  });

  it('does not ask while top or strike is missing, or they are in the wrong order', () => {
    expect(judge(NO_FILMING_FACTS, 30, null).isWorthAsking).toBe(false);
    expect(judge(NO_FILMING_FACTS, 30, -2).isWorthAsking).toBe(false);
  });

  it('does not suggest slow motion for any realistic downswing', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.15, max: 0.42, noNaN: true }), fc.constantFrom(24, 30, 60, 240), (down, fps) => {
        expect(judge(NO_FILMING_FACTS, fps, down)).toMatchObject({ factor: 1, isWorthAsking: false });
      }),
      { seed: 62 },
    );
  });

  it('proposes one of the offered factors, whatever the marks are', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 500, noNaN: true }), (down) => {
        expect(OFFERED_FACTORS).toContain(judge(NO_FILMING_FACTS, 30, down).factor);
      }),
      { seed: 62 },
    );
  });
});

describe('the capture rate in the container', () => {
  it.each([
    [240, 30, 8],
    [240, 29.97, 8],
    [120, 30.045, 4],
    [960, 30, 32],
    [120, 25, 4.8],
    [240, 240, 1],
    [120, 119.88, 1],
    [30, 60, null],
    [1e9, 30, null],
    [Number.NaN, 30, null],
    [0, 30, null],
    [null, 30, null],
  ])('filmed at %s and shown at %f fps is %s times slower', (captured, shown, factor) => {
    expect(captureFactor(captured, shown)).toBe(factor);
  });

  it('a capture rate above the playback rate means slow motion, even without marks', () => {
    expect(judge(filmedAt(240), 30, null)).toEqual({ factor: 8, reason: 'capture-rate', isWorthAsking: true });
    expect(judge(filmedAt(240), 30, 2.1)).toEqual({ factor: 8, reason: 'capture-rate', isWorthAsking: true });
  });

  it('a file of 120 or 240 fps that plays in real time is not slow motion', () => {
    expect(judge(filmedAt(240), 240, 0.25)).toEqual({ factor: 1, reason: 'none', isWorthAsking: false });
    expect(judge(NO_FILMING_FACTS, 120, 0.25).isWorthAsking).toBe(false);
  });

  it('ignores a rate that contradicts the marks: an editor brought the file back to real time', () => {
    expect(judge(filmedAt(240), 30, 0.25)).toEqual({ factor: 1, reason: 'contradicted', isWorthAsking: true });
  });

  it('asks about a phone’s slow-motion tag without a rate, and proposes the factor of the marks', () => {
    const facts = { capturedPerSecond: null, isMarkedSlow: true };
    expect(judge(facts, 30, 1)).toEqual({ factor: 4, reason: 'phone-mark', isWorthAsking: true });
    expect(judge(facts, 30, 0.25).factor).toBe(1);
  });

  it('ignores the rate if the frames could not be read', () => {
    expect(judgeSlowMotion({ facts: filmedAt(240), clip: null, annotations: marked(0.25) }).reason).toBe('none');
  });
});

describe('the factor in use', () => {
  const inUse = (slowMotionFactor: number | null, proposedFactor: number | null) =>
    factorInUse({ slowMotionFactor, proposedFactor });

  it('is the proposal until the visitor answers, and real time without either', () => {
    expect([inUse(null, null), inUse(null, 4), inUse(1, 4), inUse(8, 4)]).toEqual([1, 4, 1, 8]);
  });

  it('is never an invalid number', () => {
    expect([0, 0.5, 33, Number.NaN].map((factor) => inUse(factor, factor))).toEqual([1, 1, 1, 1]);
  });

  it('gives every part of the swing its true duration and keeps the ratio', () => {
    const slow = { restTime: 2, topTime: 5.4, strikeTime: 6.4 };
    const inLife = inTrueTime(slow, 4);
    expect((inLife.strikeTime ?? 0) - (inLife.topTime ?? 0)).toBeCloseTo(0.25, 9);
    expect(tempoRatio(inLife)).toBeCloseTo(tempoRatio(slow) ?? 0, 9);
    expect(inTrueTime({ ...slow, restTime: null }, 4).restTime).toBeNull();
  });

  it('is plausible when its downswing is within the observed range', () => {
    expect(isPlausibleFactor(4, 1)).toBe(true);
    expect(isPlausibleFactor(8, 1)).toBe(false);
    expect(isPlausibleFactor(1, 1)).toBe(false);
  });
});

const labeled = footage.filter(({ kind }) => kind === 'golf');

describe.skipIf(!hasFootage)(`labeled footage ${NEEDS_FOOTAGE}`, () => {
  it.for(labeled.flatMap((clip) => (clip.ground_truth?.swings ?? []).map((swing) => ({ clip, swing }))))(
    'the rule is right and the tempo within its ± on $clip.slug',
    ({ clip, swing }) => {
      const annotations = { restTime: swing.rest.t, topTime: swing.top.t, strikeTime: swing.strike.t };
      const isSlow = clip.speed?.startsWith('slow') ?? false;
      const { factor } = judgeSlowMotion({ facts: NO_FILMING_FACTS, clip: shownAt(clip.fps_avg), annotations });
      expect(factor > 1).toBe(isSlow);
      const footage = {
        ...footageOf({ clip: null, annotations, slowMotionFactor: factor, newPicturesPerSecond: null }),
        pictureInterval: 1 / clip.fps_avg,
      };
      const inLife = inTrueTime(annotations, factor);
      const back = (inLife.topTime ?? 0) - (inLife.restTime ?? 0);
      const down = (inLife.strikeTime ?? 0) - (inLife.topTime ?? 0);
      expect(Math.abs((tempoRatio(annotations) ?? 0) - swing.tempo_ratio)).toBeLessThan(
        ratioUncertainty(back, down, footage),
      );
    },
  );
});
