// A launch monitor's file becomes numbers beside the session's shots, and every file that cannot says what to do.
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { LaunchedShot } from '#domain/range/launch-table.ts';
import { launchText } from '#web/words/launch-words.ts';
import { LaunchNumbers } from './launch-numbers.tsx';
import type { RangeSwing } from './range-swing.ts';

/** Shots hit at 10:00:00 and these seconds later, by the phone's clock. */
const SECONDS = [0, 34, 71, 96];
const SWINGS = SECONDS.map(
  (seconds, index) =>
    ({ id: `${index + 1}`, kind: 'shot', struckAtMs: Date.UTC(2026, 2, 15, 10, 0, seconds) }) as unknown as RangeSwing,
);

/** The table of a monitor whose clock is 70 s ahead. */
const lineOf = (seconds: number) => {
  const time = new Date(Date.UTC(2026, 2, 15, 10, 0, seconds + 70)).toISOString().slice(11, 19);
  return `2026-03-15 ${time},${150 + seconds},115,-2`;
};
const TABLE = ['Date,Carry Distance,Ball Speed,Launch Direction', ',[yds],[mph],[deg]', ...SECONDS.map(lineOf)];

function choose(lines: readonly string[]) {
  const paired: (readonly LaunchedShot[])[] = [];
  const { unmount } = render(<LaunchNumbers swings={SWINGS} onPaired={(launched) => paired.push(launched)} />);
  const file = new File([lines.join('\r\n')], 'session.csv', { type: 'text/csv' });
  fireEvent.change(screen.getByLabelText('Add launch monitor numbers', { selector: 'input' }), {
    target: { files: [file] },
  });
  return { paired, unmount };
}

test('a table with times finds its shots, in the units of the region', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-US');
  const { paired } = choose(TABLE);
  await screen.findByText('4 of 4 shots have their numbers.');
  const texts = paired[0]?.map(({ id, launch }) => `${id}: ${launchText(launch)}`);
  expect(texts?.[1]).toBe('2: Carry 184 yd · ball 115 mph · 2° left');
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  expect(paired[0]?.[0] && launchText(paired[0][0].launch)).toBe('Carry 137 m · ball 185 km/h · 2° left');
  vi.restoreAllMocks();
});

test('a table with unknown names asks which column is which, and needs one with numbers', async () => {
  const { paired } = choose([
    'Wann;Weite;x',
    ...SECONDS.map((seconds) => `${lineOf(seconds).split(',')[0]};${seconds + 150},5;a`),
  ]);
  await screen.findByRole('group', { name: 'Which column is which?' });
  const use = screen.getByRole('button', { name: 'Use these columns' });
  expect(use.hasAttribute('disabled')).toBe(true);
  fireEvent.change(screen.getByRole('combobox', { name: 'Time' }), { target: { value: '0' } });
  expect(use.hasAttribute('disabled')).toBe(true);
  fireEvent.change(screen.getByRole('combobox', { name: 'Carry' }), { target: { value: '1' } });
  fireEvent.click(use);
  await screen.findByText('4 of 4 shots have their numbers.');
  expect(paired[0]?.[0]?.launch.carry).toBeCloseTo(150.5 * 0.9144);
  expect(screen.queryByRole('group', { name: 'Which column is which?' })).toBeNull();
});

test.each([
  ['that is no table', ['hello'], /^This file has no table\./],
  [
    'of another session',
    [...TABLE.slice(0, 2), lineOf(0), lineOf(11), lineOf(500)],
    /^The times in this table don’t fit/,
  ],
  [
    'without times and with other shots',
    ['Carry,Ball Speed', '150,115'],
    /^This table has no times, and its rows \(1\) are not as many as your shots \(4\)\./,
  ],
  ['too large', [...TABLE, 'x'.repeat(2_000_001)], /^This file is too large/],
])('a file %s changes nothing and says what to do', async (_, lines, sentence) => {
  const { paired, unmount } = choose(lines);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(sentence));
  expect(paired).toEqual([]);
  unmount();
});
