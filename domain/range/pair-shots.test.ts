// Rows of a launch monitor find their shots: in seeded sessions with a wrong clock and missing shots always, and never by a guess.
import { describe, expect, test } from 'vitest';
import { seeded } from '#tests/fixtures/seeded.ts';
import { pairByTime } from './pair-shots.ts';

interface Session {
  readonly shots: readonly number[];
  readonly rows: readonly number[];
  /** The pairs that belong together, as texts. */
  readonly true: readonly string[];
}

/** Balls hit every 12 to 60 s, written down 0.3 to 2.3 s later in whole seconds; a fifth is missing on each side. */
function session(seed: number): Session {
  const random = seeded(seed * 7919 + 1);
  const count = 12 + Math.floor(random() * 50);
  const ahead = (random() - 0.5) * 600;
  const balls: number[] = [];
  for (let index = 0; index < count; index += 1) balls.push((balls.at(-1) ?? 36_000) + 12 + 48 * random());
  const shots: number[] = [];
  const rows: number[] = [];
  const pairs: string[] = [];
  for (const ball of balls) {
    const [isSeen, isWritten] = [random() > 0.2, random() > 0.2];
    if (isSeen && isWritten) pairs.push(`${shots.length}-${rows.length}`);
    if (isSeen) shots.push(ball);
    if (isWritten) rows.push(Math.floor(ball + ahead + 0.3 + 2 * random()));
  }
  return { shots, rows, true: pairs };
}

describe('pairByTime', () => {
  test('pairs every shot of 400 seeded sessions rightly, with 5 minutes between the clocks and a fifth missing on each side', () => {
    const wrong = Array.from({ length: 400 }, (_, seed) => session(seed)).filter(({ shots, rows, true: pairs }) => {
      const found = pairByTime(shots, rows)?.pairs.map(({ shot, row }) => `${shot}-${row}`) ?? [];
      return found.join() !== pairs.join();
    });
    expect(wrong).toHaveLength(0);
  });

  test('says how far the clock is ahead', () => {
    const shots = [0, 31, 50, 94, 120];
    const rows = shots.map((time) => time + 133);
    expect(pairByTime(shots, rows)).toEqual({
      pairs: shots.map((_, index) => ({ shot: index, row: index })),
      clockAhead: 133,
    });
  });

  test('gives up where shots at a steady pace fit in several ways', () => {
    const every = (count: number) => Array.from({ length: count }, (_, index) => index * 30);
    expect(pairByTime(every(8), every(7))).toBeNull();
  });

  test('gives up where hardly anything agrees', () => {
    const random = seeded(5);
    const times = () => Array.from({ length: 20 }, () => random() * 4000).toSorted((a, b) => a - b);
    expect(pairByTime(times(), times())).toBeNull();
    expect([pairByTime([], [1, 2, 3]), pairByTime([1, 2], [1, 2])]).toEqual([null, null]);
  });

  test('gives each row to one shot only, the nearer one', () => {
    const shots = [0, 1.5, 40, 90, 131];
    const rows = [1.6, 40, 90, 131];
    expect(pairByTime(shots, rows)?.pairs).toEqual([
      { shot: 1, row: 0 },
      { shot: 2, row: 1 },
      { shot: 3, row: 2 },
      { shot: 4, row: 3 },
    ]);
  });
});
