import { expect, it } from 'vitest';
import type { Filmed } from './golfer.ts';
import { golfersFilmed, golfersLike } from './suggest-golfers.ts';

const golfer = (name: string, view: Filmed['view'], hand: Filmed['hand']) => ({ name, view, hand });
const GOLFERS = [
  golfer('Ada', 'down-the-line', 'right'),
  golfer('Ben', 'face-on', 'right'),
  golfer('Cleo', 'face-on', 'left'),
  golfer('Dan', null, null),
  golfer('Eve', 'face-on', 'right'),
  // Nobody knows whether this golfer has to be mirrored.
  golfer('Flo', 'face-on', null),
];

it.each<[string, Filmed, string[], string[]]>([
  ['view and hand', { view: 'face-on', hand: 'right' }, ['Ben', 'Cleo', 'Eve'], ['Ada', 'Dan', 'Flo']],
  ['a view alone', { view: 'face-on', hand: null }, ['Ben', 'Cleo', 'Eve', 'Flo'], ['Ada', 'Dan']],
  [
    'a view that no golfer has',
    { view: 'from-behind', hand: 'right' },
    [],
    ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Flo'],
  ],
  ['an unknown view', { view: null, hand: 'right' }, [], ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Flo']],
])('puts golfers like the clip first with %s, and keeps their order', (_, clip, alike, others) => {
  const groups = golfersLike(GOLFERS, clip);
  expect(groups.alike.map(({ name }) => name)).toEqual(alike);
  expect(groups.others.map(({ name }) => name)).toEqual(others);
});

it('filters golfers by view, hand or both, and excludes unknown ones', () => {
  const golfers = [
    { view: 'face-on', hand: 'right' },
    { view: 'face-on', hand: 'left' },
    { view: 'down-the-line', hand: 'right' },
    { view: null, hand: null },
  ] as const;
  expect(golfersFilmed(golfers, { view: null, hand: null })).toHaveLength(4);
  expect(golfersFilmed(golfers, { view: 'face-on', hand: null })).toEqual(golfers.slice(0, 2));
  expect(golfersFilmed(golfers, { view: 'face-on', hand: 'left' })).toEqual([golfers[1]]);
  expect(golfersFilmed(golfers, { view: 'down-the-line', hand: 'left' })).toEqual([]);
});
