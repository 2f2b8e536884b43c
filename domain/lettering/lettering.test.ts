// Names of any text, and letterings of any value.
import { expect, it } from 'vitest';
import { coverOf, MAX_NAME_LENGTH, readLettering, shownName } from './lettering.ts';

it.each([
  ['  Ada\n\tLovelace ', 'Ada Lovelace'],
  ['a\u0000b\u0007c', 'a b c'],
  ['safe\u202egpj.exe', 'safegpj.exe'],
  ['\u2067שלום\u2069', 'שלום'],
  ['محمد', 'محمد'],
  ['👩‍🦰 Zoë', '👩‍🦰 Zoë'],
  [' \u200f\n ', null],
  ['', null],
])('shows %j as %j', (text, shown) => {
  expect(shownName(text)).toBe(shown);
});

it('cuts a long name between characters', () => {
  expect(shownName('🏌'.repeat(100))).toBe('🏌'.repeat(MAX_NAME_LENGTH));
});

it('requires one digit per pixel', () => {
  expect(readLettering({ widthPx: 3, heightPx: 1, cover: '0f5' })).toEqual({ widthPx: 3, heightPx: 1, cover: '0f5' });
  expect(coverOf({ widthPx: 3, heightPx: 1, cover: '0f5' })).toEqual([0, 1, 1 / 3]);
});

it.each([
  null,
  7,
  {},
  { widthPx: 2, heightPx: 1, cover: '0' },
  { widthPx: 1, heightPx: 1, cover: 'g' },
  { widthPx: 0, heightPx: 1, cover: '' },
  { widthPx: 481, heightPx: 1, cover: '0'.repeat(481) },
  { widthPx: 1.5, heightPx: 2, cover: '000' },
  { widthPx: 1, heightPx: 1, cover: ['0'] },
])('rejects %j', (value) => {
  expect(readLettering(value)).toBeNull();
});
