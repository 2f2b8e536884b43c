import { expect, test } from 'vitest';
import { hearClicks, type SoundPiece } from './hear-clicks.ts';

const RATE = 48_000;
const SAMPLES = 480;

/** A piece of quiet sound at a time in seconds, with a click at its start where wanted. */
function piece(time: number, hasClick: boolean): SoundPiece {
  const samples = Float32Array.from({ length: SAMPLES }, (_, n) => {
    const click = hasClick ? 0.6 * Math.exp(-n / (0.005 * RATE)) * Math.sin((2e4 * n) / RATE) : 0;
    return 0.002 * Math.sin(n * n) + click;
  });
  return {
    sampleRate: RATE,
    numberOfFrames: SAMPLES,
    timestamp: Math.round(time * 1e6),
    copyTo: (to) => (to as Float32Array).set(samples),
    close: () => undefined,
  };
}

const wallSeconds = () => (performance.timeOrigin + performance.now()) / 1000;

/** Delivers pieces as a microphone does, and returns how late each click is after its time in the recording. */
async function heardIn(pieces: readonly SoundPiece[], clickAt: number) {
  const clicks: number[] = [];
  const canHear: boolean[] = [];
  const begun = wallSeconds();
  const waiting = pieces.values();
  const sound = new ReadableStream<SoundPiece>({
    async pull(out) {
      const { value: next, done } = waiting.next();
      if (done) return out.close();
      const end = begun + (next.timestamp / 1e6 + SAMPLES / RATE) * (next === pieces[0] ? 0 : 1);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1000 * (end - wallSeconds()))));
      out.enqueue(next);
    },
  });
  await hearClicks(sound, {
    onClick: ({ time }) => clicks.push(time - begun - clickAt),
    onCanHear: (can) => canHear.push(can),
  });
  return { clicks, canHear };
}

const second = (clickAt: number) =>
  Array.from({ length: 100 }, (_, n) => piece(n / 100, n === Math.round(clickAt * 100)));

test.each([
  ['a click has the wall time at which it was recorded', []],
  ['a first piece with a time of another clock moves no click', [piece(2.24, false)]],
])('%s', async (_, first) => {
  const { clicks, canHear } = await heardIn([...first, ...second(0.6)], 0.6);
  expect(clicks).toHaveLength(1);
  // Never early, and no later than a busy machine's fastest delivery.
  expect(clicks[0]).toBeGreaterThan(-0.02);
  expect(clicks[0]).toBeLessThan(0.5);
  expect(canHear).toEqual([true]);
});
