// Checked positions: counted, and read from an untrusted file.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CheckedSwing, checkedPositions, countChecked, readCheckedSwings } from './checked-swing.ts';
import type { Moment } from './found-swing.ts';
import { earlierMoments } from './taken-moments.ts';

const moment = (time: number, certainty: Moment['certainty']): Moment => ({
  time,
  certainty,
  confidence: 0.8,
  range: { from: time - 0.1, to: time + 0.1 },
});

const MARKS = { restTime: 0.5, topTime: 1.3, strikeTime: 1.6 };
const swing = (taken: Parameters<typeof checkedPositions>[1], marks = MARKS): CheckedSwing => ({
  pictureInterval: 1 / 30,
  slowMotionFactor: 1,
  body: null,
  positions: checkedPositions(marks, taken),
});

test('proposals are counted as right within one frame at the strike, two at the top and four at rest', () => {
  const near = swing({ rest: moment(0.62, 'check'), top: moment(1.36, 'sure'), strike: moment(1.63, 'heard') });
  const far = swing({ rest: moment(0.7, 'check'), top: moment(1.5, 'sure'), strike: moment(1.7, 'check') });
  expect(countChecked([near, far])).toEqual({
    rest: { checked: 2, right: 1, sure: 0, sureAndWrong: 0 },
    top: { checked: 2, right: 1, sure: 2, sureAndWrong: 1 },
    strike: { checked: 2, right: 1, sure: 1, sureAndWrong: 0 },
  });
});

test('positions without a proposal or a mark are not counted', () => {
  const { rest, top, strike } = countChecked([
    swing({ rest: moment(0.5, 'sure'), strike: moment(1.6, 'sure') }, { ...MARKS, restTime: Number.NaN }),
    swing({}),
  ]);
  expect([rest.right, top.checked, strike.checked]).toEqual([0, 0, 1]);
});

test('a file is read as it was written, and any other value is refused without an error', () => {
  const swings = [swing({ strike: moment(1.6, 'heard') }), swing({ rest: moment(0.4, 'check') })];
  const file = { format: 'swingmark-positions', version: 1, swings };
  expect(readCheckedSwings(JSON.parse(JSON.stringify(file)))).toEqual(swings);
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (value, positions) => {
      readCheckedSwings(value);
      readCheckedSwings({ ...file, swings: value });
      readCheckedSwings({ ...file, swings: [{ ...swings[0], positions }] });
    }),
  );
  expect(readCheckedSwings({ ...file, swings: [{ ...swings[0], slowMotionFactor: 0 }] })).toBeNull();
  expect(readCheckedSwings({ ...file, version: 2 })).toBeNull();
});

test('the proposals of a trimmed clip are earlier, with their ranges', () => {
  const { strike } = earlierMoments({ strike: moment(1.6, 'sure') }, 1);
  expect(strike?.time).toBeCloseTo(0.6, 9);
  expect(strike?.range?.from).toBeCloseTo(0.5, 9);
});
