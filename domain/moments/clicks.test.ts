import { expect, test } from 'vitest';
import { clicksIn } from './clicks.ts';

const RATE = 48_000;

/** Low hum and faint noise, with clicks of 3 kHz that fade within 20 ms. */
function soundWith(clicks: readonly number[], from = 0): Parameters<typeof clicksIn>[0] {
  const samples = new Float32Array(RATE * 2);
  for (let at = 0; at < samples.length; at++) {
    const time = at / RATE;
    samples[at] = 0.2 * Math.sin(2 * Math.PI * 100 * time) + 0.002 * Math.sin(at * at);
    for (const click of clicks) {
      const since = time - click;
      if (since >= 0)
        samples[at] = (samples[at] ?? 0) + 0.6 * Math.exp(-since / 0.005) * Math.sin(2 * Math.PI * 3000 * since);
    }
  }
  return { from, samplesPerSecond: RATE, samples };
}

test('a click over hum is found within a hundredth of a second', () => {
  const [onset, ...more] = clicksIn(soundWith([1.234]));
  expect(more).toEqual([]);
  expect(Math.abs((onset?.time ?? 0) - 1.234)).toBeLessThan(0.01);
});

test('sound that begins later than the clip keeps its time', () => {
  const [onset] = clicksIn(soundWith([0.5], 0.3));
  expect(Math.abs((onset?.time ?? 0) - 0.8)).toBeLessThan(0.01);
});

test('hum alone, and digital silence, have no onsets', () => {
  expect(clicksIn(soundWith([]))).toEqual([]);
  expect(clicksIn({ from: 0, samplesPerSecond: RATE, samples: new Float32Array(RATE) })).toEqual([]);
});
