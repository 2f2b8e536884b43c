import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  formatClock,
  formatDifference,
  formatHeight,
  formatLength,
  formatRatio,
  formatSeconds,
  formatTenths,
} from './format-numbers.ts';

describe('times on the screen', () => {
  it.each([
    [0, '0:00.0'],
    [1.2, '0:01.2'],
    [9.99, '0:10.0'],
    [59.999, '1:00.0'],
    [61.25, '1:01.3'],
    [600, '10:00.0'],
    [-1, '0:00.0'],
  ])('%d s on the clock is %s [S2.16]', (seconds, text) => expect(formatClock(seconds)).toBe(text));

  it('rounds the clock like the toast', () => {
    for (const seconds of [1.07, 1.25, 1.449, 1.45, 1.949]) {
      expect(formatClock(seconds)).toBe(`0:0${formatTenths(seconds)}`);
    }
  });

  it('shows seconds to two decimals, and N/A for unmarked positions', () => {
    expect(formatSeconds(0.254)).toBe('0.25 s');
    expect(formatSeconds(null)).toBe('N/A');
  });

  it('signs a difference', () => {
    expect([0.06, -0.06, 0, null].map(formatDifference)).toEqual(['+0.06 s', '-0.06 s', '0.00 s', 'N/A']);
  });

  it('shows tenths and ratios', () => {
    expect(formatTenths(1.25)).toMatch(/^1\.[23]$/);
    expect(formatRatio(3.04)).toBe('3.0:1');
    expect(formatRatio(null)).toBe('N/A');
  });
});

describe('lengths', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ['en-US', [10, 25, 1, 175, 182], ['4 in', '10 in', '1 in'], [`5'9"`, `6'0"`]],
    ['en-GB', [10, 25, 1, 175, 182], ['10 cm', '25 cm', '1 cm'], ['1.75 m', '1.82 m']],
    ['zh-Hant-US', [10, 25, 1, 175, 182], ['4 in', '10 in', '1 in'], [`5'9"`, `6'0"`]],
    ['en', [10, 25, 1, 175, 182], ['10 cm', '25 cm', '1 cm'], ['1.75 m', '1.82 m']],
    ['c', [10, 25, 1, 175, 182], ['10 cm', '25 cm', '1 cm'], ['1.75 m', '1.82 m']],
  ])(
    'are in the units of the region of %s',
    (language, [a = 0, b = 0, c = 0, tall = 0, taller = 0], lengths, heights) => {
      vi.stubGlobal('navigator', { language });
      expect([a, b, c].map(formatLength)).toEqual(lengths);
      expect([tall, taller].map(formatHeight)).toEqual(heights);
    },
  );
});

it('writes the decimal sign of the language on the clock and in sizes [F44]', async () => {
  vi.resetModules();
  const { default: texts } = await import('./en.json', { with: { type: 'json' } });
  const { language } = texts;
  texts.language = 'de';
  const german = await import('./format-numbers.ts');
  expect(german.formatClock(61.25)).toBe('1:01,3');
  expect(german.formatWholeClock(61.9)).toBe('1:01');
  expect(german.formatSize(3_440_000)).toBe('3,4 MB');
  texts.language = language;
  vi.resetModules();
});
