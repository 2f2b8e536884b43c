import { describe, expect, it } from 'vitest';
import { changeOf, hasEnoughPictures, type SessionSwing, sessionTempo, tempoSpread } from './range-session.ts';

function swing(
  number: number,
  backswing: number,
  downswing: number,
  kind: SessionSwing['kind'] = 'shot',
): SessionSwing {
  const annotations = { restTime: 1, topTime: 1 + backswing, strikeTime: 1 + backswing + downswing };
  const pictureTimes = picturesAt(30);
  return {
    id: `swing-${number}`,
    number,
    kind,
    struckAtMs: number * 30_000,
    annotations,
    pictureTimes,
    isStarred: false,
  };
}

/** The times of a clip of 10 s. */
function picturesAt(rate: number): readonly number[] {
  return Array.from({ length: 10 * rate }, (_, index) => index / rate);
}

const STEADY = [0.8, 0.82, 0.78, 0.8, 0.81].map((backswing, index) => swing(index + 1, backswing, 0.26));

describe('changeOf', () => {
  it('names the part of the swing that changed most against the last five', () => {
    const swings = [...STEADY, swing(6, 0.8, 0.34)];
    expect(changeOf(swings, 'swing-6')).toMatchObject({ part: 'downswing', over: 5 });
    expect(changeOf(swings, 'swing-6')?.by).toBeCloseTo(0.08, 9);
    expect(changeOf([...STEADY, swing(6, 0.6, 0.26)], 'swing-6')).toMatchObject({ part: 'backswing' });
  });

  it('is null for a steady swing, a practice swing and the first shots', () => {
    expect(changeOf([...STEADY, swing(6, 0.81, 0.26)], 'swing-6')).toBeNull();
    expect(changeOf([...STEADY, swing(6, 0.5, 0.26, 'practice')], 'swing-6')).toBeNull();
    expect(changeOf([swing(1, 0.8, 0.26), swing(2, 0.5, 0.3)], 'swing-2')).toBeNull();
  });

  it('is null for what footage of 30 fps cannot show, and for what differs from shot to shot anyway', () => {
    expect(changeOf([...STEADY, swing(6, 0.8, 0.26 + 1 / 30)], 'swing-6')).toBeNull();
    const uneven = [0.7, 0.9, 0.75, 0.85, 0.8].map((backswing, index) => swing(index + 1, backswing, 0.26));
    expect(changeOf([...uneven, swing(6, 0.9, 0.26)], 'swing-6')).toBeNull();
    expect(changeOf([...STEADY, swing(6, 0.9, 0.26)], 'swing-6')).toMatchObject({ part: 'backswing' });
  });

  it('leaves practice swings and unmarked swings out of the comparison', () => {
    const unmarked = { ...swing(9, 1, 1), annotations: { restTime: null, topTime: null, strikeTime: 3 } };
    const practice = [20, 21, 22].map((number) => swing(number, 2, 1, 'practice'));
    expect(changeOf([...STEADY, unmarked, ...practice, swing(30, 0.8, 0.34)], 'swing-30')).toMatchObject({ over: 5 });
  });
});

describe('sessionTempo', () => {
  const at = (pictureTimes: readonly number[]) => ({ ...swing(1, 0.9, 0.3), pictureTimes });

  it.each([
    ['60 pictures a second', picturesAt(60), 3],
    ['24 pictures a second', picturesAt(24), 3],
    ['one missing picture of 24 a second', picturesAt(24).toSpliced(40, 1), 3],
    ['18 pictures a second', picturesAt(18), null],
    ['30 pictures a second without half of them', picturesAt(30).filter((_, index) => index % 2 === 0), null],
    ['60 pictures a second with a gap at the top', picturesAt(60).filter((time) => Math.abs(time - 1.9) > 0.06), null],
    ['no clip', [], null],
  ])('with %s', (_, times, tempo) => {
    const found = sessionTempo(at(times));
    expect(found === null ? null : Math.round(found * 1e6) / 1e6).toBe(tempo);
  });

  it('counts the pictures between rest and strike only', () => {
    const slowBefore = picturesAt(60).filter((time, index) => time > 1 || index % 30 === 0);
    expect(hasEnoughPictures(at(slowBefore))).toBe(true);
  });

  it('keeps swings with too few pictures out of every comparison', () => {
    const sparse = [1, 2, 3].map((number) => ({ ...swing(number, 2, 1), pictureTimes: picturesAt(10) }));
    expect(tempoSpread([...sparse, ...STEADY])).toEqual(tempoSpread(STEADY));
    expect(changeOf([...STEADY, ...sparse, swing(30, 0.8, 0.34)], 'swing-30')).toMatchObject({ over: 5 });
    expect(changeOf([...STEADY, { ...swing(6, 0.8, 0.5), pictureTimes: picturesAt(10) }], 'swing-6')).toBeNull();
  });
});

describe('tempoSpread', () => {
  it('is the mean and the deviation of the shots’ tempos', () => {
    const spread = tempoSpread([swing(1, 0.6, 0.2), swing(2, 0.8, 0.2), swing(3, 5, 0.2, 'practice')]);
    expect(spread).toMatchObject({ count: 2, trend: null });
    expect(spread?.mean).toBeCloseTo(3.5, 9);
    expect(spread?.deviation).toBeCloseTo(Math.SQRT1_2, 9);
    expect(tempoSpread([swing(1, 0.6, 0.2)])).toBeNull();
  });

  it('has a trend only where it is larger than the scatter', () => {
    const slowing = [0.6, 0.62, 0.61, 0.8, 0.79, 0.81].map((backswing, index) => swing(index, backswing, 0.2));
    expect(tempoSpread(slowing)?.trend).toBeCloseTo(0.95, 1);
    const scattered = [0.5, 0.9, 0.6, 0.95, 0.55, 0.8].map((backswing, index) => swing(index, backswing, 0.2));
    expect(tempoSpread(scattered)?.trend).toBeNull();
  });
});
