// What the hero says of its two swings is what the product says of them.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analyseTiming } from '#domain/swing/timing-analysis.ts';
import { inShort } from '#web/swing/timing-words.ts';
import { words } from '#web/words/words.ts';
import { HERO_MARKS } from './hero-strip.tsx';

const LIBRARY = JSON.parse(readFileSync('content/library.json', 'utf8')) as {
  demo: Marks;
  golfers: (Marks & { slug: string })[];
  hero: Marks;
};

interface Marks {
  restTime: number;
  topTime: number;
  strikeTime: number;
}

test('the hero’s marks, tempos and sentence are those of its swings [S2.6]', () => {
  const { demo, golfers, hero } = LIBRARY;
  const pro = golfers.find(({ slug }) => slug === 'driver-face-on-24-8');
  if (!pro) throw new Error('The golfer of the hero is not in the library');
  expect(HERO_MARKS).toEqual({ rest: hero.restTime, top: hero.topTime, strike: hero.strikeTime });
  expect(inShort(analyseTiming(demo, pro), null, true)).toBe(words.hero.inShort);
  expect([tempoOf(demo), tempoOf(pro)]).toEqual([words.hero.yourTempo, words.hero.proTempo]);
});

function tempoOf({ restTime, topTime, strikeTime }: Marks): string {
  const ratio = (topTime - restTime) / (strikeTime - topTime);
  return `${ratio.toFixed(1)} : 1 · ${(strikeTime - restTime).toFixed(2)} s`;
}
