// A time limit counts the time awake only.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { awakeTimeout } from './awake-timeout.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

test('a limit ends after its time, unless it is ended before', () => {
  const [ended, stopped] = [vi.fn(), vi.fn()];
  awakeTimeout(ended, 8000);
  const stop = awakeTimeout(stopped, 8000);
  vi.advanceTimersByTime(7999);
  expect(ended).not.toHaveBeenCalled();
  stop();
  vi.advanceTimersByTime(1);
  expect(ended).toHaveBeenCalledOnce();
  expect(stopped).not.toHaveBeenCalled();
});

test('an hour of sleep does not count, not even at the end', () => {
  const ended = vi.fn();
  awakeTimeout(ended, 8000);
  vi.advanceTimersByTime(7500);
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(500);
  expect(ended).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(ended).toHaveBeenCalledOnce();
});
