import { expect, it } from 'vitest';
import library from '#content/library.json' with { type: 'json' };
import { clubKindOf, golferTempo } from './golfer.ts';
import {
  heightInCm,
  type RankedGolfer,
  rankedGolfers,
  type SwingTraits,
  suggestedGolfers,
  TRAITS_UNKNOWN,
} from './suggest-golfers.ts';

/** The shipped golfers as their cards list them, by name. */
const GOLFERS = library.golfers
  .map((golfer): RankedGolfer & { readonly slug: string } => ({
    slug: golfer.slug,
    name: golfer.name,
    club: golfer.club,
    height: golfer.height,
    view: golfer.view as RankedGolfer['view'],
    hand: golfer.hand as RankedGolfer['hand'],
    tempo: golferTempo(golfer, 'slowMotionFactor' in golfer ? Number(golfer.slowMotionFactor) : 1),
  }))
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

const slugs = (traits: Partial<SwingTraits>) =>
  suggestedGolfers(GOLFERS, { ...TRAITS_UNKNOWN, ...traits }).map(({ golfer }) => golfer.slug);

it.each<[Partial<SwingTraits>, string]>([
  [{ view: 'face-on', hand: 'right', club: 'driver', seconds: 1.07 }, 'driver-face-on-24-8'],
  [{ view: 'down-the-line', hand: 'right', club: 'driver', seconds: 1.07 }, 'driver-down-the-line-24-8'],
  [{ view: 'face-on', hand: 'right', club: 'driver', seconds: 0.92 }, 'driver-face-on-one-plane-21-7'],
  [{ view: 'face-on', hand: 'right', club: 'driver', heightCm: 172, seconds: 1.2 }, 'driver-face-on-woman-27-9'],
  [{ view: 'down-the-line', hand: 'right', club: 'iron' }, 'iron-down-the-line-27-9'],
  [{ view: 'face-on', hand: 'left', club: 'driver' }, 'iron-face-on-left-21-7'],
  [{ view: 'face-on', hand: 'right', club: 'wedge' }, 'wedge-face-on-24-8'],
  [{ view: 'face-on', hand: 'right', club: 'chip' }, 'chip-face-on-18-9'],
])('for %o, suggests %s first', (traits, slug) => {
  expect(slugs(traits)[0]).toBe(slug);
});

it('suggests three golfers, all of the same camera angle and hand', () => {
  const suggested = suggestedGolfers(GOLFERS, { ...TRAITS_UNKNOWN, view: 'face-on', hand: 'right', club: 'wedge' });
  expect(suggested).toHaveLength(3);
  for (const { golfer, isAlike } of suggested)
    expect([golfer.view, golfer.hand, isAlike]).toEqual(['face-on', 'right', true]);
});

it('never counts a golfer with another or an unknown camera angle as alike', () => {
  const traits = { ...TRAITS_UNKNOWN, view: 'from-behind', hand: 'right', club: 'driver' } as const;
  expect(suggestedGolfers(GOLFERS, traits).map(({ isAlike }) => isAlike)).toEqual([false, false, false]);
  expect(suggestedGolfers(GOLFERS, TRAITS_UNKNOWN).some(({ isAlike }) => isAlike)).toBe(false);
  expect(suggestedGolfers([], traits)).toEqual([]);
});

it('ranks a full swing before a chip when the club is unknown, however short the swing', () => {
  expect(slugs({ view: 'face-on', hand: 'right', seconds: 0.8 })[0]).not.toMatch(/^chip/);
});

it('keeps the order of equal golfers, and returns all of them', () => {
  expect(rankedGolfers(GOLFERS, TRAITS_UNKNOWN).filter(({ slug }) => !slug.startsWith('chip'))).toEqual(
    GOLFERS.filter(({ slug }) => !slug.startsWith('chip')),
  );
  const ranked = rankedGolfers(GOLFERS, { ...TRAITS_UNKNOWN, view: 'face-on', club: 'driver' });
  expect(new Set(ranked)).toEqual(new Set(GOLFERS));
});

it.each([
  [`6'1"`, 185],
  ['5’8', 173],
  ['185 cm', 185],
  ['1,85 m', 185],
  ['tall', null],
  [null, null],
])('reads the height %s as %s cm', (text, cm) => {
  expect(heightInCm(text)).toBe(cm);
});

it.each([
  ['Driver', 'Ann', 'driver'],
  ['3 wood', 'Ann', 'driver'],
  ['7 iron', 'Ann', 'iron'],
  [null, 'Hybrid, face-on', 'iron'],
  ['Pitching wedge', 'Ann', 'wedge'],
  ['Pitching wedge', 'Chip, face-on', 'chip'],
  ['Putter', 'Ann', null],
  [null, 'Ann Ironside', null],
])('classifies the club %s of %s as %s', (club, name, kind) => {
  expect(clubKindOf({ club, name })).toBe(kind);
});
