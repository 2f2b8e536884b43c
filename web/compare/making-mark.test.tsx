// The mark of the comparison that is being made, which shows after a crash which one it was.
import { afterEach, expect, test } from 'vitest';
import { clearSession, readText } from '#web/clip/comparison-session.ts';
import { beginMaking } from './making-mark.ts';

afterEach(clearSession);

test('keeps the mark of a run when an earlier run ends late [F31]', () => {
  const endFirst = beginMaking('first');
  const endSecond = beginMaking('second');
  endFirst();
  expect(readText('making')).toBe('second');
  endSecond();
  expect(readText('making')).toBeNull();
});

test('takes a page that is left for no crash, also after an earlier run has ended [F31]', () => {
  const endFirst = beginMaking('first');
  beginMaking('second');
  endFirst();
  dispatchEvent(new Event('pagehide'));
  expect(readText('making')).toBeNull();
});
