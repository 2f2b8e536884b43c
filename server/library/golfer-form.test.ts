import { describe, expect, it } from 'vitest';
import { checkGolferForm } from './add-golfer.ts';

const GOOD = {
  name: 'Annika',
  majorChampionships: '10',
  club: 'Driver',
  height: `5'6"`,
  restTime: '0.5',
  topTime: '1.2',
  strikeTime: '1.6',
};
const check = (change: Record<string, string>, hasVideo = true) =>
  checkGolferForm(new Map(Object.entries({ ...GOOD, ...change })), hasVideo);

describe('the administrator’s form (hostile cases 104 and 105)', () => {
  it('gives a golfer', () => {
    expect(check({})).toEqual({
      name: 'Annika',
      majorChampionships: 10,
      club: 'Driver',
      height: `5'6"`,
      restTime: 0.5,
      topTime: 1.2,
      strikeTime: 1.6,
      slowMotionFactor: null,
      view: null,
      hand: null,
      mustBeNew: false,
    });
  });

  it('treats blank majors, club and height as absent', () => {
    const { majorChampionships, club, height } = check({ majorChampionships: '', club: ' ', height: '' });
    expect([majorChampionships, club, height]).toEqual([0, null, null]);
    const { name, restTime, topTime, strikeTime } = GOOD;
    expect(
      checkGolferForm(new Map(Object.entries({ name, restTime, topTime, strikeTime })), true).majorChampionships,
    ).toBe(0);
  });

  it.each(['', '   ', '\u200b\u200d\ufeff', '\u0000', '\n\t', '\u2028'])('104: the name %j is blank', (name) => {
    expect(() => check({ name })).toThrow('Please provide a name and select a video file');
  });

  it('104: a form without a video is refused in the same words', () => {
    expect(() => check({}, false)).toThrow('Please provide a name and select a video file');
  });

  it.each<Record<string, string>>([{ restTime: '0' }, { topTime: '' }, { strikeTime: '0.0' }])(
    '104: %o is not marked',
    (change) => {
      expect(() => check(change)).toThrow('Please mark all key positions in the video');
    },
  );

  it.each(['abc', '-3', '1e10', '18 OR', '1.5', '99999', ' 3'])(
    '104: rejects %j as a number of majors',
    (majorChampionships) => {
      expect(() => check({ majorChampionships })).toThrow('Major championships is a whole number');
    },
  );

  it.each(['NaN', '1e3', '-1', '0x10', '1,5', ' '])('83: rejects %j as a time', (topTime) => {
    expect(() => check({ topTime })).toThrow('Invalid time (topTime)');
  });

  it('85: positions in another order are refused', () => {
    expect(() => check({ topTime: '0.4' })).toThrow('Positions must be in the order rest, top, strike');
    expect(() => check({ topTime: '1.6' })).toThrow('Positions must be in the order rest, top, strike');
  });

  it('accepts a slow-motion factor', () => {
    expect(check({ slowMotionFactor: '' }).slowMotionFactor).toBeNull();
    expect(check({ slowMotionFactor: '4' }).slowMotionFactor).toBe(4);
    expect(check({ slowMotionFactor: '4.8' }).slowMotionFactor).toBe(4.8);
  });

  it.each(['0', '0.5', '33', '-4', '4x', '1e1', 'NaN', ' '])(
    'rejects %j as a slow-motion factor',
    (slowMotionFactor) => {
      expect(() => check({ slowMotionFactor })).toThrow('Slow motion is a number from 1 to 32');
    },
  );

  it('105: a name over 200 characters is refused, an unusual one is kept unchanged', () => {
    expect(() => check({ name: 'x'.repeat(201) })).toThrow('Please use a shorter name');
    for (const name of ['<script>alert(1)</script>', `"><img onerror=x>`, 'Ann 👩‍🦰', 'नी‍र'])
      expect(check({ name }).name).toBe(name);
    expect(check({ name: ' An\u0000n\u202e ' }).name).toBe('An n');
  });
});
