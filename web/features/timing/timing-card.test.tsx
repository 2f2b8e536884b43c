// The Swing Timing Analysis as a visitor reads it.
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TimingCard } from './timing-card.tsx';
import { timingScale } from './timing-scale.ts';

const USER = { restTime: 0, topTime: 1.2, strikeTime: 1.6 };
const PRO = { restTime: 1, topTime: 1.9, strikeTime: 2.2 };
const NOT_MARKED = { restTime: null, topTime: null, strikeTime: null };

function cells(): string[][] {
  return screen.getAllByRole('row').map((row) => {
    const parts = [...within(row).queryAllByRole('rowheader'), ...within(row).queryAllByRole('cell')];
    return parts.map((cell) => cell.textContent ?? '');
  });
}

test('the table has each part of both swings to two decimals with the signed difference and its word', () => {
  render(<TimingCard user={USER} pro={PRO} proName="Ada" alignment="strike" />);
  expect(cells().slice(1)).toEqual([
    ['Rest to top', '1.20 s', '0.90 s', '+0.30 s Slower'],
    ['Top to strike', '0.40 s', '0.30 s', '+0.10 s Slower'],
    ['Total, rest to strike', '1.60 s', '1.20 s', '+0.40 s Slower'],
  ]);
});

test('a quicker part is Faster, and a part without a mark is N/A', () => {
  render(<TimingCard user={{ ...PRO, restTime: null }} pro={USER} proName={null} alignment="strike" />);
  expect(cells().slice(1)).toEqual([
    ['Rest to top', 'N/A', '1.20 s', 'N/A'],
    ['Top to strike', '0.30 s', '0.40 s', '-0.10 s Faster'],
    ['Total, rest to strike', 'N/A', '1.60 s', 'N/A'],
  ]);
});

test('the tempo stands first, and the picture says in words what it shows', () => {
  render(<TimingCard user={USER} pro={{ ...PRO, topTime: 1.8 }} proName="Ada" alignment="top" />);
  expect(screen.getByText('3.0 : 1')).toBeTruthy();
  expect(screen.getByText('2.0 : 1')).toBeTruthy();
  const picture = screen.getByRole('img').getAttribute('aria-label');
  expect(picture).toContain('aligned at the top');
  expect(picture).toContain('You: backswing 1.20 s, downswing 0.40 s');
});

test('without marks there is no picture and nothing breaks', () => {
  render(<TimingCard user={NOT_MARKED} pro={PRO} proName="Ada" alignment="strike" />);
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getAllByText('N/A').length).toBeGreaterThan(3);
});

test('both events stand at the same place of the picture’s scale', () => {
  const scale = timingScale({ user: USER, pro: PRO }, 'top');
  const placeOf = (side: 'user' | 'pro') => scale?.marks[side].find(({ position }) => position === 'top')?.at;
  expect(placeOf('user')).toBeCloseTo(scale?.eventAt ?? Number.NaN);
  expect(placeOf('pro')).toBeCloseTo(scale?.eventAt ?? Number.NaN);
  expect(scale?.marks.user[0]?.at).toBe(0);
  expect(scale?.ticks.map(({ seconds }) => seconds.toFixed(1))).toContain('-1.2');
});
