// The golfer among the people of a clip, and who is no longer followed.
import { expect, test } from 'vitest';
import type { BodyTrack } from '#domain/body/body-track.ts';
import { drawnBody, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { golferOf, personAt, squareNear, standsBehind, trackOf, withoutBystanders } from './people.ts';

const SIZE = { widthPx: 1000, heightPx: 1000 };
const GOLFER = { name: 'golfer', frames: [...drawnSwing({ sizePx: 200 }, { picturesPerSecond: 15 }).frames] };
const SPECTATOR = { name: 'spectator', frames: standing(300).frames.slice() };

function standing(sizePx: number): BodyTrack {
  return { ...SIZE, frames: GOLFER.frames.map((frame) => ({ ...frame, body: drawnBody({ sizePx }) })) };
}

test('the golfer is the person who swings, though a larger spectator was found first', () => {
  expect(golferOf([SPECTATOR, GOLFER], SIZE)?.name).toBe('golfer');
  expect(golferOf([GOLFER, SPECTATOR], SIZE)?.name).toBe('golfer');
  expect(golferOf([], SIZE)).toBeUndefined();
});

test('everybody is followed until someone swings; spectators are then dropped, unless they were found just now', () => {
  const addressing = { ...GOLFER, frames: GOLFER.frames.filter(({ time }) => time < 1) };
  const newcomer = { name: 'newcomer', frames: SPECTATOR.frames.slice(-3) };
  const names = (people: readonly { readonly name: string }[]) => people.map(({ name }) => name);
  expect(names(withoutBystanders([SPECTATOR, addressing], SIZE))).toEqual(['spectator', 'golfer']);
  expect(names(withoutBystanders([SPECTATOR, GOLFER, newcomer], SIZE))).toEqual(['golfer', 'newcomer']);
});

test('a smaller person who does not swing makes room for someone new', () => {
  expect(standsBehind(SPECTATOR, 400, SIZE)).toBe(true);
  expect(standsBehind(SPECTATOR, 310, SIZE)).toBe(false);
  expect(standsBehind(GOLFER, 400, SIZE)).toBe(false);
});

test('a person is looked for where they were in the picture nearest in time, and their track is in order', () => {
  const squareAt = (xPx: number) => ({ center: { xPx, yPx: 0 }, sidePx: 100, angle: 0 });
  const person = personAt(squareAt(0));
  expect(squareNear(person, 1)).toEqual(squareAt(0));
  person.squares.push({ time: 1, square: squareAt(10) }, { time: 2, square: squareAt(20) });
  expect(squareNear(person, 1.2)).toEqual(squareAt(10));
  person.frames.push({ frameIndex: 30, time: 1, body: null }, { frameIndex: 0, time: 0, body: null });
  expect(trackOf(person, SIZE).frames.map(({ frameIndex }) => frameIndex)).toEqual([0, 30]);
});
