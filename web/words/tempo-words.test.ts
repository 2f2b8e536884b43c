// A tempo in words.
import { expect, test } from 'vitest';
import { makeClip } from '#domain/video/clip.ts';
import { formatTempo, tempoText } from './timing-words.ts';

const ANNOTATIONS = { restTime: 1, topTime: 1.92, strikeTime: 2.22 };
const clipOf = (perSecond: number) =>
  makeClip({
    widthPx: 320,
    heightPx: 240,
    frameTimes: Array.from({ length: 9 * perSecond }, (_, at) => at / perSecond),
  });

test('always shows an error margin', () => {
  expect(formatTempo({ ratio: 3, uncertainty: 0.01 })).toEqual({ ratio: '3.0:1', uncertainty: '±0.1' });
});

test('shows a ratio no more precisely than its ±', () => {
  expect(formatTempo({ ratio: 2.86, uncertainty: 0.55 })).toEqual({ ratio: '2.9:1', uncertainty: '±0.6' });
  expect(formatTempo({ ratio: 2.86, uncertainty: 1.7 })).toEqual({ ratio: '3:1', uncertainty: '±2' });
});

test('shows ratio and duration of a swing in real time, as precisely as its frames allow', () => {
  expect(tempoText({ clip: clipOf(60), annotations: ANNOTATIONS, slowMotionFactor: 1 })).toBe('3.1:1 · 1.2 s');
  const slow = { restTime: 0, topTime: 3.68, strikeTime: 4.88 };
  expect(tempoText({ clip: clipOf(60), annotations: slow, slowMotionFactor: 4 })).toBe('3.1:1 · 1.2 s');
  expect(tempoText({ clip: clipOf(10), annotations: ANNOTATIONS, slowMotionFactor: 1 })).toBe('3:1 · 1.2 s');
  expect(tempoText({ clip: null, annotations: ANNOTATIONS, slowMotionFactor: 1 })).toBe('3.1:1 · 1.2 s');
  expect(tempoText({ clip: null, annotations: { ...ANNOTATIONS, restTime: null }, slowMotionFactor: 1 })).toBeNull();
  expect(
    tempoText({ clip: clipOf(60), annotations: ANNOTATIONS, slowMotionFactor: 1, doubts: { rest: 1 } }),
  ).toBeNull();
});
