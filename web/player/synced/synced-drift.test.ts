// How drift is measured and corrected, by numbers.
import { expect, test } from 'vitest';
import { catchUp, createDriftGauge, nudgeAgainst, START_SECONDS } from './synced-clock.ts';

const FRAME = { frameSeconds: 1 / 60, rate: 1 };

test('three frames make a measurement, and a single late one does not count', () => {
  const gauge = createDriftGauge();
  gauge.add({ ...FRAME, ahead: 0.02, clockAhead: 0.028 });
  gauge.add({ ...FRAME, ahead: -0.3, clockAhead: -0.3 });
  expect(gauge.drift()).toBeNull();
  gauge.add({ ...FRAME, ahead: 0.02, clockAhead: 0.028 });
  expect(gauge.drift()).toBeCloseTo(0.02 + 1 / 120, 6);
  gauge.reset();
  expect(gauge.drift()).toBeNull();
});

test('frames delayed only by the display hardly count', () => {
  const gauge = createDriftGauge();
  for (let frame = 0; frame < 3; frame++) gauge.add({ ...FRAME, ahead: -0.1, clockAhead: 0 });
  expect(gauge.drift()).toBeCloseTo(-1 / 240, 6);
});

test('corrects exactly the drift, with a maximum of a third of the speed', () => {
  for (const drift of [-0.2, -0.05, 0.02, 0.12]) {
    for (const rate of [0.25, 1, 2]) {
      const nudge = nudgeAgainst(drift, 1 / 60, rate);
      expect(((nudge?.rate ?? 0) - rate) * ((nudge?.forMs ?? 0) / 1000)).toBeCloseTo(-drift, 9);
      expect(Math.abs((nudge?.rate ?? 0) - rate)).toBeLessThanOrEqual(rate * 0.35 + 1e-9);
    }
  }
});

test('ignores a drift too small to see', () => {
  expect(nudgeAgainst(0.004, 1 / 30, 1)).toBeNull();
  expect(nudgeAgainst(-0.002, 1 / 240, 1)).toBeNull();
});

test('a led video that starts late catches up at twice its rate, and one with a head start keeps its rate', () => {
  const late = catchUp(0.2, 0.5);
  expect(late.rate).toBe(1);
  // Starting takes time, and at twice the rate the video gains as much as it lost.
  expect(late.forMs / 1000).toBeCloseTo(START_SECONDS + 0.4 + START_SECONDS, 9);
  expect(catchUp(-START_SECONDS, 1).rate).toBe(1);
});
