// What a browser could not do on this device is remembered for a week, or until the browser has another version.
import { beforeEach, expect, test, vi } from 'vitest';

const load = async () => {
  vi.resetModules();
  return import('./false-answers.ts');
};

beforeEach(() => localStorage.clear());

test('a false answer is known to the next page, and forgotten on request', async () => {
  const first = await load();
  expect(first.falseAnswers()).toEqual([]);
  first.rememberFalse('encoder 0', 'body');
  const next = await load();
  expect(next.isFalse('encoder 0')).toBe(true);
  next.forgetFalse(['encoder 0']);
  expect((await load()).falseAnswers()).toEqual(['body']);
  (await load()).forgetFalse();
  expect((await load()).falseAnswers()).toEqual([]);
});

test('another version of the browser is believed again', async () => {
  (await load()).rememberFalse('encoder 0');
  const version = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mobile Safari 27.0');
  expect((await load()).falseAnswers()).toEqual([]);
  version.mockRestore();
});

test('after a week the browser is believed again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  (await load()).rememberFalse('pictures avc1');
  vi.setSystemTime(Date.now() + 6 * 24 * 3_600_000);
  const later = await load();
  expect(later.falseAnswers()).toEqual(['pictures avc1']);
  later.rememberFalse('body');
  vi.setSystemTime(Date.now() + 25 * 3_600_000);
  expect((await load()).falseAnswers()).toEqual([]);
  vi.useRealTimers();
});

test('without a storage, and with nonsense in it, the page remembers for itself', async () => {
  localStorage.setItem('swingmark:false-answers', '{"browser":');
  const page = await load();
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  page.rememberFalse('hardware avc1');
  expect(page.isFalse('hardware avc1')).toBe(true);
  refused.mockRestore();
  expect((await load()).falseAnswers()).toEqual([]);
});
