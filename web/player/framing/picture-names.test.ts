// The names on the pictures.
import { expect, test } from 'vitest';
import { pictureName, usualNames } from './picture-names.ts';

const NONE = { isShown: true, user: null, pro: null };

test('names a golfer by name and the visitor’s own video “Earlier”, unless a name was typed [S2.35]', () => {
  expect(usualNames('Ada')).toEqual({ user: 'You', pro: 'Ada' });
  expect(usualNames('Model swing: 7 iron, down the line, 27/9').pro).toBe('Pro');
  const own = usualNames(null);
  expect([pictureName(NONE, 'user', own), pictureName(NONE, 'pro', own)]).toEqual(['You', 'Earlier']);
  expect(pictureName({ ...NONE, pro: ' In May ' }, 'pro', own)).toBe('In May');
  expect(pictureName({ ...NONE, pro: ' \u202e ' }, 'pro', own)).toBe('Earlier');
});
