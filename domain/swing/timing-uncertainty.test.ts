// The ± of timings: the figures that it was made from, and that it holds for simulated marks with those errors.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeClip } from '#domain/video/clip.ts';
import type { Position } from './swing.ts';
import { analyseTiming } from './timing-analysis.ts';
import {
  combined,
  type Footage,
  footageOf,
  markDeviation,
  ratioUncertainty,
  spanUncertainty,
} from './timing-uncertainty.ts';

const at = (fps: number, slowMotionFactor = 1): Footage => ({ pictureInterval: 1 / fps, slowMotionFactor });

describe('the deviation of a mark', () => {
  it('matches 461 swings marked twice at 30 fps', () => {
    expect(markDeviation('rest', at(30)) * 30).toBeCloseTo(1.1, 9);
    expect(markDeviation('top', at(30)) * 30).toBeCloseTo(0.37, 9);
    expect(markDeviation('strike', at(30)) * 30).toBeCloseTo(0.37, 9);
  });

  it('shrinks with the picture interval for the strike, but hardly for the rest', () => {
    expect(markDeviation('strike', at(240))).toBeCloseTo(markDeviation('strike', at(30)) / 8, 9);
    expect(markDeviation('rest', at(240))).toBeGreaterThan(0.9 * markDeviation('rest', at(30)));
  });

  it('is the same for 240 fps in real time and played eight times slower', () => {
    for (const position of ['rest', 'top', 'strike'] as const)
      expect(markDeviation(position, at(30, 8))).toBeCloseTo(markDeviation(position, at(240)), 12);
  });

  it('never improves with fewer pictures', () => {
    const rates = fc.double({ min: 5, max: 240, noNaN: true });
    fc.assert(
      fc.property(rates, rates, fc.constantFrom<Position>('rest', 'top', 'strike'), (one, other, position) => {
        const [few, many] = [Math.min(one, other), Math.max(one, other)];
        expect(markDeviation(position, at(few))).toBeGreaterThanOrEqual(markDeviation(position, at(many)));
      }),
      { seed: 62 },
    );
  });
});

it('two clips of 30 fps cannot resolve 0.05 s in the downswing and 0.11 s in the backswing', () => {
  const down = spanUncertainty('top', 'strike', at(30));
  const back = spanUncertainty('rest', 'top', at(30));
  expect(combined(down, down)).toBeCloseTo(0.05, 2);
  expect(combined(back, back)).toBeCloseTo(0.11, 2);
});

describe('the footage of a clip', () => {
  const annotations = { restTime: 0, topTime: 1, strikeTime: 1.5 };
  const whole = { annotations, slowMotionFactor: 1, newPicturesPerSecond: null };

  it('uses the frames between the marks, so that a different rate elsewhere does not matter', () => {
    const frameTimes = [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.51, 1.52, 1.53, 1.54, 1.55, 1.56, 1.57, 1.58];
    const clip = makeClip({ widthPx: 10, heightPx: 10, frameTimes });
    expect(footageOf({ ...whole, clip }).pictureInterval).toBeCloseTo(0.25, 9);
    const onlyRest = { restTime: 0, topTime: null, strikeTime: null };
    expect(footageOf({ ...whole, clip, annotations: onlyRest }).pictureInterval).toBeCloseTo(0.01, 3);
  });

  it('uses the new pictures where frames are repeated, and 30 fps by default', () => {
    expect(footageOf({ ...whole, clip: null, newPicturesPerSecond: 5 }).pictureInterval).toBe(0.2);
    expect(footageOf({ ...whole, clip: null }).pictureInterval).toBe(1 / 30);
  });
});

describe('the stated interval contains the true value (20,000 simulated pairs of swings each)', () => {
  it.each([
    ['30 beside 30 fps', at(30), at(30)],
    ['60 beside 240 fps', at(60), at(240)],
    ['240 fps shown at 30 beside 30 fps', at(30, 8), at(30)],
    ['5 new pictures a second beside 30 fps', at(5, 4), at(30)],
  ])('%s', (_, userFootage, proFootage) => {
    const random = seeded(62);
    const held = { time: 0, difference: 0, ratio: 0 };
    const pairs = 20_000;
    for (let pair = 0; pair < pairs; pair++) {
      const user = someSwing(random);
      const pro = someSwing(random);
      const footage = { user: userFootage, pro: proFootage };
      const { phases, tempo } = analyseTiming(
        marksOf(user, userFootage, random),
        marksOf(pro, proFootage, random),
        footage,
      );
      const [back, down] = [phases[0], phases[1]];
      if (!back || !down || back.user === null || down.user === null || down.pro === null || !tempo.user) throw Error();
      const holds = (measured: number, truth: number, uncertainty: number) =>
        Math.abs(measured - truth) <= uncertainty ? 1 : 0;
      held.time += holds(back.user, user.top - user.rest, back.uncertainty.user);
      const trueDifference = user.strike - user.top - (pro.strike - pro.top);
      held.difference += holds(down.user - down.pro, trueDifference, down.differenceUncertainty);
      const trueRatio = (user.top - user.rest) / (user.strike - user.top);
      held.ratio += holds(tempo.user.ratio, trueRatio, tempo.user.uncertainty);
    }
    for (const count of Object.values(held)) {
      expect(count / pairs).toBeGreaterThan(0.88);
      expect(count / pairs).toBeLessThan(0.97);
    }
  });
});

it('estimates the error of the tempo ratio within 25 % (median) of the spread between two people’s marks', () => {
  // GolfDB's medians at 30 fps: 26 frames back, 8 down. Two markings differ by √2 of one; the median is 0.674 deviations.
  const deviation = ratioUncertainty(26 / 30, 8 / 30, at(30)) / 1.96;
  expect(0.674 * Math.SQRT2 * deviation).toBeCloseTo(0.25, 1);
});

/** A swing as they are: 0.75 to 1.05 s back, 0.22 to 0.34 s down, begun at any moment. */
function someSwing({ uniform }: Random): Record<Position, number> {
  const rest = 1 + uniform();
  const top = rest + 0.75 + 0.3 * uniform();
  return { rest, top, strike: top + 0.22 + 0.12 * uniform() };
}

/** Marks as a person sets them: the moment, missed a little, on the picture nearest to it; times of the clip. */
function marksOf(truth: Record<Position, number>, { pictureInterval, slowMotionFactor }: Footage, random: Random) {
  const interval = pictureInterval / slowMotionFactor;
  const mark = (position: Position) => {
    const handSd =
      position === 'strike' ? Math.sqrt(0.37 ** 2 - 1 / 12) * interval : Math.sqrt(SD[position] ** 2 - 1 / 12) / 30;
    const meant = truth[position] + random.normal() * handSd;
    return Math.round(meant / interval) * interval * slowMotionFactor;
  };
  return { restTime: mark('rest'), topTime: mark('top'), strikeTime: mark('strike') };
}

const SD = { rest: 1.1, top: 0.37 } as const;

interface Random {
  readonly uniform: () => number;
  readonly normal: () => number;
}

function seeded(seed: number): Random {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}
