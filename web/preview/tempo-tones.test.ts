// The tempo's clicks coincide with the marks at every speed, whenever they are scheduled and however the clock is
// corrected.
import { expect, test } from 'vitest';
import { PLAYBACK_SPEEDS } from '#domain/video/playback-speed.ts';
import { dueTones, LOOK_AHEAD_MS, toneLoop } from './tempo-tones.tsx';

const TIMES = { rest: 0.5, top: 1.37, strike: 1.64 };

test.each(PLAYBACK_SPEEDS)('plays each click once within 10 ms of its mark at speed %d [S2.42]', (rate) => {
  // A clock that is corrected by up to 3 ms at every frame, like the pair's, read at irregular times.
  const at = (nowMs: number) => (nowMs / 1000 + 0.003 * Math.sin(nowMs / 40)) * rate;
  const set = new Map<string, number>();
  for (let nowMs = 0; nowMs < (2 / rate) * 1000; nowMs += 17 + (nowMs % 23)) {
    for (const { position, atMs } of dueTones(TIMES, { at, rate }, nowMs)) {
      if (atMs >= nowMs) set.set(position, atMs);
    }
  }
  expect([...set.keys()]).toEqual(['rest', 'top', 'strike']);
  for (const position of ['rest', 'top', 'strike'] as const) {
    const offMs = ((at(set.get(position) ?? 0) - TIMES[position]) / rate) * 1000;
    expect(Math.abs(offMs), position).toBeLessThan(10);
  }
});

test('plays the click at the start of a loop, but none that is far away or past', () => {
  const clock = { at: (nowMs: number) => nowMs / 1000, rate: 1 };
  expect(dueTones(TIMES, clock, 500 - LOOK_AHEAD_MS - 1)).toEqual([]);
  expect(dueTones(TIMES, clock, 600)).toEqual([]);
  expect(dueTones(TIMES, clock, 516)).toEqual([{ position: 'rest', atMs: 500 }]);
  expect(dueTones({ ...TIMES, rest: null }, clock, 490)).toEqual([]);
});

test('loops the swing’s own times, and needs all three', () => {
  const loop = toneLoop({ restTime: 2, topTime: 2.9, strikeTime: 3.2 });
  expect(loop?.tones.map(({ after }) => Number(after.toFixed(6)))).toEqual([0, 0.9, 1.2]);
  expect(loop?.period).toBeGreaterThan(3);
  expect(toneLoop({ restTime: null, topTime: 1, strikeTime: 2 })).toBeNull();
  expect(toneLoop({ restTime: 2, topTime: 1, strikeTime: 2.5 })).toBeNull();
});
