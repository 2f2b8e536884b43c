import { describe, expect, test } from 'vitest';
import { commandOf, type KeyPress } from './player-keys.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

describe('keys of the player', () => {
  test.each([
    [press(' '), { does: 'play' }],
    [press(','), { does: 'frame', count: -1 }],
    [press('.'), { does: 'frame', count: 1 }],
    [press('ArrowLeft'), { does: 'step', count: -1 }],
    [press('ArrowRight', { shiftKey: true }), { does: 'step', count: 10 }],
    [press('ArrowLeft', { shiftKey: true }), { does: 'step', count: -10 }],
    [press('r'), { does: 'mark', position: 'rest' }],
    [press('T'), { does: 'mark', position: 'top' }],
    [press('s'), { does: 'mark', position: 'strike' }],
    [press('Home'), { does: 'start' }],
    [press('End'), { does: 'end' }],
    [press('?', { shiftKey: true }), { does: 'list-keys' }],
  ])('%o asks for %o', (key, command) => {
    expect(commandOf(key, true)).toEqual(command);
  });

  test.each([
    press('s', { ctrlKey: true }),
    press('r', { metaKey: true }),
    press('ArrowLeft', { altKey: true }),
    press('x'),
  ])('%o is left to the browser', (key) => {
    expect(commandOf(key, true)).toBeNull();
  });

  test('a player without marks leaves R, T and S alone', () => {
    expect(['r', 't', 's'].map((key) => commandOf(press(key), false))).toEqual([null, null, null]);
  });

  test.each([
    ['Russian', 'к', 'KeyR', { does: 'mark', position: 'rest' }],
    ['Russian', 'Е', 'KeyT', { does: 'mark', position: 'top' }],
    ['Greek', 'σ', 'KeyS', { does: 'mark', position: 'strike' }],
    ['Hebrew', 'ל', 'KeyK', { does: 'play' }],
    ['Thai', 'ด', 'KeyF', { does: 'full-screen' }],
    ['Arabic', '١', 'Digit1', { does: 'position', position: 'rest' }],
    ['Russian', 'б', 'Comma', { does: 'frame', count: -1 }],
  ])('a %s keyboard’s %s is the key %s of an English one [F51]', (_, key, code, command) => {
    expect(commandOf(press(key, { code }), true)).toEqual(command);
  });

  test('Shift with a Cyrillic letter is the upper sign of its place [F51]', () => {
    expect(commandOf(press('Б', { code: 'Comma', shiftKey: true }), true)).toEqual({ does: 'slower' });
  });

  test('a Latin letter counts as it is, wherever it is on the keyboard [F51]', () => {
    // Dvorak has the R at the place of the O, and the P at that of the R.
    expect(commandOf(press('r', { code: 'KeyO' }), true)).toEqual({ does: 'mark', position: 'rest' });
    expect(commandOf(press('p', { code: 'KeyR' }), true)).toBeNull();
    expect(commandOf(press('é', { code: 'Digit2' }), true)).toBeNull();
  });

  test('ignores names of built-in properties', () => {
    expect(commandOf(press('constructor'), true)).toBeNull();
  });
});
