// The tables of usual launch monitors, as their users have published them: names above, units beside or below, and their own forms.
import { describe, expect, test } from 'vitest';
import { findTable, knownColumns, type LaunchShot, pairShots, readShots, tableAt } from './launch-table.ts';

function shotsOf(lines: readonly (readonly string[])[]): readonly LaunchShot[] {
  const table = findTable(lines);
  if (!table) throw new Error('No table was found');
  return readShots(table, knownColumns(table.names));
}

/** The values with few digits. */
function told({ clockTime, day, carry, ballSpeed, direction }: LaunchShot) {
  return [clockTime, day, carry?.toFixed(1), ballSpeed?.toFixed(1), direction];
}

describe('findTable and readShots', () => {
  test('read a table with date and time in one column, and units in a row of their own', () => {
    const lines = [
      ['Date', 'Player', 'Club Type', 'Ball Speed', 'Launch Angle', 'Launch Direction', 'Carry Distance', 'Note'],
      ['', '', '', '[mph]', '[deg]', '[deg]', '[yds]', ''],
      ['4/19/26 11:45:45 PM', 'Ann', '9 Iron', '100', '24', '-8', '120', ''],
      ['4/19/26 11:46:05 PM', 'Ann', '9 Iron', '', '', '', '', 'no data'],
      ['4/20/26 12:00:10 AM', 'Ann', '9 Iron', '98.5', '24', '2', '118', ''],
    ];
    expect(shotsOf(lines).map(told)).toEqual([
      [85_545, '4/19/26', '109.7', '44.7', -8],
      [10, '4/20/26', '107.9', '44.0', 2],
    ]);
  });

  test('read a table with lines above the names, units beside them, meters and decimal commas', () => {
    const lines = [
      ['Session of 15.03.2026'],
      [],
      ['Shot', 'Date', 'Time', 'Carry (m)', 'Ball Speed (km/h)', 'Launch H (deg)'],
      ['1', '15.03.2026', '10:00:07', '140,5', '190', '2.1 L'],
      ['2', '15.03.2026', '10:00:41', '138', '187', '0.4 R'],
    ];
    expect(shotsOf(lines).map(told)).toEqual([
      [36_007, '15.03.2026', '140.5', '52.8', -2.1],
      [36_041, '15.03.2026', '138.0', '51.9', 0.4],
    ]);
  });

  test('read a table without times, in yards and miles per hour where nothing else is said', () => {
    const lines = [
      ['Club', 'Index', 'Ball Speed(mph)', 'Launch Direction', 'Carry(yd)', 'Total(yd)'],
      ['7 Iron', '1', '115', 'L1.5', '150', '160'],
    ];
    expect(shotsOf(lines).map(told)).toEqual([[null, '', '137.2', '51.4', -1.5]]);
  });

  test('know no table in other files, and read one by columns that are chosen', () => {
    const lines = [
      ['a', 'b', 'c'],
      ['10:00', '150', '0'],
    ];
    expect(findTable(lines)).toBeNull();
    expect(readShots(tableAt(lines, 0), { time: 0, carry: 1 }).map(told)).toEqual([
      [36_000, '', '137.2', undefined, null],
    ]);
    expect(findTable([])).toBeNull();
  });
});

describe('pairShots', () => {
  const struckAt = (seconds: number, index: number) => ({
    id: `${index + 1}`,
    struckAtMs: 1_800_000_000_000 + seconds * 1000,
  });
  const row = (clockTime: number | null, carry: number, day = ''): LaunchShot => ({
    clockTime,
    day,
    carry,
    ballSpeed: null,
    direction: null,
  });
  const SHOTS = [0, 31, 77, 102, 150].map(struckAt);
  const carries = (found: ReturnType<typeof pairShots>) =>
    typeof found === 'string' ? found : found.map(({ id, launch }) => `${id}: ${launch.carry}`);

  test('pairs by the day whose times fit, in whatever order the table has its rows', () => {
    const rows = [
      ...[102, 77, 31, 0].map((time) => row(40_000 + time, time + 100, 'today')),
      ...[0, 45, 95, 160].map((time) => row(40_000 + time, 1, 'yesterday')),
    ];
    expect(carries(pairShots(SHOTS, rows))).toEqual(['1: 100', '2: 131', '3: 177', '4: 202']);
  });

  test('pairs in order without times only where the numbers agree', () => {
    const rows = [1, 2, 3, 4, 5].map((carry) => row(null, carry));
    expect(carries(pairShots(SHOTS, rows))).toEqual(['1: 1', '2: 2', '3: 3', '4: 4', '5: 5']);
    expect(pairShots(SHOTS, rows.slice(1))).toBe('without-times');
    expect(pairShots([], [])).toBe('without-times');
  });

  test('does not guess where the times do not fit, or those of two days do', () => {
    expect(
      pairShots(
        SHOTS,
        [0, 10, 20, 30].map((time) => row(time, 1)),
      ),
    ).toBe('not-alike');
    const twice = ['today', 'yesterday'].flatMap((day) => [0, 31, 77, 102].map((time) => row(time, 1, day)));
    expect(pairShots(SHOTS, twice)).toBe('not-alike');
  });
});
