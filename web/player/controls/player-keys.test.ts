import { describe, expect, test } from 'vitest';
import { commandOf, type KeyPress } from './player-keys.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
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

  test('ignores names of built-in properties', () => {
    expect(commandOf(press('constructor'), true)).toBeNull();
  });
});
