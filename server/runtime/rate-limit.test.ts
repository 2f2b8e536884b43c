// How often something may happen.
import { expect, test } from 'vitest';
import { RateLimit } from './rate-limit.ts';

test('each key has its own allowance, which refills within an hour', () => {
  let now = 0;
  const limit = new RateLimit(4, () => now);
  const takes = (key: string, amount: number) => Array.from({ length: amount }, () => limit.take(key));
  expect(takes('a', 5)).toEqual([true, true, true, true, false]);
  expect(takes('b', 1)).toEqual([true]);
  now += 900_000;
  expect(takes('a', 2)).toEqual([true, false]);
  now += 3_600_000;
  expect(takes('a', 5)).toEqual([true, true, true, true, false]);
});
