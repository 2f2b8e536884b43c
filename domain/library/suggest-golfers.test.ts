// The golfers that are suggested for a swing, with the shipped library.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import library from '#content/library.json' with { type: 'json' };
import { bodyAngles } from '#domain/body/body-angles.ts';
import { NO_ANNOTATIONS } from '#domain/swing/swing.ts';
import { clubKindOf, type GolferTempo, golferTempo } from './golfer.ts';
import { readStoredGolferBody } from './golfer-body.ts';
import { guessedClub } from './guessed-club.ts';
import {
  playsOtherHand,
  type RankedGolfer,
  rankedGolfers,
  type SwingTraits,
  suggestedGolfers,
  TRAITS_UNKNOWN,
} from './suggest-golfers.ts';

const factorOf = (golfer: object) => ('slowMotionFactor' in golfer ? Number(golfer.slowMotionFactor) : 1);

/** The shipped golfers as their cards list them, by name. */
const GOLFERS = library.golfers
  .map((golfer, id): RankedGolfer & { readonly slug: string } => ({
    id,
    slug: golfer.slug,
    name: golfer.name,
    club: golfer.club,
    view: golfer.view as RankedGolfer['view'],
    hand: golfer.hand as RankedGolfer['hand'],
    tempo: golferTempo(golfer, factorOf(golfer)),
  }))
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

/** Frames of backswing and downswing at 30 a second, as golfers write a tempo. */
const tempoOf = (back: number, down: number): GolferTempo => ({ ratio: back / down, seconds: (back + down) / 30 });

const slugs = (traits: Partial<SwingTraits>) =>
  suggestedGolfers(GOLFERS, { ...TRAITS_UNKNOWN, ...traits }).map(({ golfer }) => golfer.slug);

const FACE_ON = { view: 'face-on', hand: 'right' } as const;
const DOWN_THE_LINE = { view: 'down-the-line', hand: 'right' } as const;

it.each<[Partial<SwingTraits>, string]>([
  [{ ...FACE_ON, club: 'driver', tempo: tempoOf(24, 8) }, 'driver-face-on-24-8'],
  [{ ...DOWN_THE_LINE, club: 'driver', tempo: tempoOf(25, 8) }, 'driver-down-the-line-24-8'],
  [{ ...FACE_ON, club: 'driver', tempo: tempoOf(20, 7) }, 'driver-face-on-one-plane-21-7'],
  [{ ...FACE_ON, club: 'driver', tempo: tempoOf(28, 9) }, 'driver-face-on-woman-27-9'],
  [{ ...DOWN_THE_LINE, club: 'iron' }, 'iron-down-the-line-27-9'],
  // A left-hander sees a right-hander with the same club in a mirror, before a left-hander with another.
  [{ view: 'face-on', hand: 'left', club: 'driver' }, 'driver-face-on-24-8'],
  [{ view: 'face-on', hand: 'left', club: 'iron' }, 'iron-face-on-left-21-7'],
  [{ view: 'down-the-line', hand: 'left', club: 'driver' }, 'driver-down-the-line-24-8'],
  [{ ...FACE_ON, club: 'wedge' }, 'wedge-face-on-24-8'],
  [{ ...FACE_ON, club: 'chip' }, 'chip-face-on-18-9'],
  // Without a club, the tempo decides.
  [{ ...DOWN_THE_LINE, tempo: tempoOf(21, 7) }, 'driver-down-the-line-one-plane-21-7'],
  [{ ...DOWN_THE_LINE, tempo: tempoOf(24, 8) }, 'driver-down-the-line-24-8'],
  // Unconfirmed slow motion: only the ratio is known.
  [{ ...FACE_ON, club: 'driver', tempo: tempoOf(8 * 24, 8 * 8) }, 'driver-face-on-24-8'],
  // Without a tempo, the usual one.
  [DOWN_THE_LINE, 'driver-down-the-line-24-8'],
])('for %o, suggests %s first', (traits, slug) => {
  expect(slugs(traits)[0]).toBe(slug);
});

it('suggests different golfers for different tempos, whatever the order of the list', () => {
  const firsts = [tempoOf(21, 7), tempoOf(24, 8), tempoOf(27, 9)].map((tempo) => {
    const traits = { ...TRAITS_UNKNOWN, ...DOWN_THE_LINE, club: 'driver', tempo } as const;
    expect(suggestedGolfers(GOLFERS.toReversed(), traits)).toEqual(suggestedGolfers(GOLFERS, traits));
    return suggestedGolfers(GOLFERS, traits)[0]?.golfer.slug;
  });
  expect(new Set(firsts).size).toBe(3);
});

it('offers three clubs while the club is unknown, and the golfer’s own club first once it is known', () => {
  const clubs = (club: SwingTraits['club']) =>
    suggestedGolfers(GOLFERS, { ...TRAITS_UNKNOWN, ...DOWN_THE_LINE, club }).map(({ golfer }) => clubKindOf(golfer));
  expect(new Set(clubs(null))).toEqual(new Set(['driver', 'iron', 'wedge']));
  expect(clubs('driver')).toEqual(['driver', 'driver', 'driver']);
});

it('prefers a right-handed golfer while the hand is unknown', () => {
  expect(slugs({ view: 'face-on', club: 'iron', tempo: tempoOf(21, 7) })[0]).toBe('iron-face-on-27-9');
});

it('guesses driver or shorter club from ball and shaft of every shipped golfer filmed down the line, and nothing face-on', () => {
  for (const golfer of library.golfers) {
    const body = readStoredGolferBody(JSON.parse(readFileSync(path.resolve('content', golfer.body), 'utf8')));
    if (!body) throw new Error(`The body of ${golfer.slug} cannot be read`);
    const guess = guessedClub(bodyAngles(body.track, golfer, factorOf(golfer)));
    const shown = golfer.view === 'face-on' ? null : golfer.club === 'Driver' ? 'driver' : 'iron';
    expect([golfer.slug, guess]).toEqual([golfer.slug, shown]);
  }
});

it.each([
  ['near the limit', 0.51, null, null],
  ['a ball and a shaft that disagree', 0.57, 63, null],
  ['a ball alone', 0.57, null, 'driver'],
  ['a shaft alone', null, 63, 'iron'],
])('with %s, guesses %s and %s as %s', (_, ball, shaft, club) => {
  const { measures } = bodyAngles({ widthPx: 100, heightPx: 100, frames: [] }, NO_ANNOTATIONS);
  const rest = (value: number | null, plusMinus: number) => ({ rest: value === null ? null : { value, plusMinus } });
  const found = { ...measures, ballDistance: rest(ball, 0.03), shaftPlane: rest(shaft, 3) };
  expect(guessedClub({ measures: found })).toBe(club);
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

it.each<[Partial<SwingTraits>, Partial<SwingTraits> | null]>([
  [{ ...FACE_ON, club: 'driver' }, null],
  [{ view: 'face-on', hand: 'left' }, null],
  [{ view: 'down-the-line', hand: 'left', club: 'driver' }, null],
  [{ view: 'from-behind', hand: 'right', club: 'driver' }, { view: 'from-behind' }],
  // With no view or hand known.
  [{ club: 'driver' }, null],
  [{}, null],
])('for %o, says that the library lacks %o', (traits, lacking) => {
  const suggested = suggestedGolfers(GOLFERS, { ...TRAITS_UNKNOWN, ...traits });
  const named = lacking && { view: null, club: null, ...lacking };
  expect(suggested.map((one) => one.lacking)).toEqual(suggested.map(() => named));
});

it('names all that the best match lacks, in the fewest words', () => {
  const golfer = (id: number, club: string, view: RankedGolfer['view']): RankedGolfer => {
    return { ...TRAITS_UNKNOWN, id, name: 'Ann', club, hand: 'right', view };
  };
  const lackingIn = (golfers: readonly RankedGolfer[], traits: Partial<SwingTraits>) =>
    suggestedGolfers(golfers, { ...TRAITS_UNKNOWN, ...traits })[0]?.lacking;
  const iron = golfer(1, '7 iron', 'face-on');
  const wedge = { view: 'down-the-line', club: 'wedge' } as const;
  expect(lackingIn([iron], wedge)).toEqual(wedge);
  const driver = { view: 'face-on', club: 'driver' } as const;
  expect(lackingIn([iron], driver)).toEqual({ view: null, club: 'driver' });
  expect(lackingIn([iron, golfer(2, 'Driver', 'down-the-line')], driver)).toEqual(driver);
  expect(lackingIn([iron], { view: 'face-on', hand: 'left' })).toBeNull();
});

it('mirrors golfers who are known to play with the other hand, and only them', () => {
  const mirrored = (hand: SwingTraits['hand']) =>
    suggestedGolfers(GOLFERS, { ...TRAITS_UNKNOWN, view: 'face-on', hand, club: 'iron' }).map(
      ({ golfer, isMirrored }) => [golfer.hand, isMirrored],
    );
  const [left, ...right] = mirrored('left');
  expect([left, new Set(right.map(String))]).toEqual([['left', false], new Set(['right,true'])]);
  for (const [hand, isMirrored] of mirrored('right')) expect(isMirrored).toBe(hand === 'left');
  expect(mirrored(null).some(([, isMirrored]) => isMirrored)).toBe(false);
  expect(playsOtherHand({ hand: null }, 'left')).toBe(false);
});

it('ranks a full swing before a chip when the club is unknown, however short the swing', () => {
  expect(slugs({ ...FACE_ON, tempo: tempoOf(18, 9) })[0]).not.toMatch(/^chip/);
});

it('ranks all golfers, equal ones by their id', () => {
  const ranked = rankedGolfers(GOLFERS, { ...TRAITS_UNKNOWN, view: 'face-on', club: 'driver' });
  expect(new Set(ranked)).toEqual(new Set(GOLFERS));
  const twins = [4, 2, 3].map((id) => ({ ...TRAITS_UNKNOWN, id, name: `Golfer ${9 - id}`, club: 'Driver' }));
  expect(rankedGolfers(twins, TRAITS_UNKNOWN).map(({ id }) => id)).toEqual([2, 3, 4]);
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
