// The Swing Timing Analysis as a visitor reads it.
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Side } from '#domain/side.ts';
import { USUAL_FOOTAGE } from '#domain/swing/timing-uncertainty.ts';
import { TimingCard } from './timing-card.tsx';
import { timingScale } from './timing-picture.tsx';

const USER = { restTime: 0, topTime: 1.2, strikeTime: 1.6 };
const PRO = { restTime: 1, topTime: 1.9, strikeTime: 2.2 };
const NOT_MARKED = { restTime: null, topTime: null, strikeTime: null };

function cells(): string[][] {
  return screen.getAllByRole('row').map((row) => {
    const parts = [...within(row).queryAllByRole('rowheader'), ...within(row).queryAllByRole('cell')];
    return parts.map((cell) => cell.textContent ?? '');
  });
}

test('shows each phase of both swings to two decimals, with the signed difference and its word', () => {
  render(<TimingCard user={USER} pro={PRO} proName="Ada" alignment="strike" />);
  expect(cells().slice(1)).toEqual([
    ['Setup to top', '1.20 s ±0.08 s', '0.90 s ±0.08 s', '+0.30 s Slower ±0.11 s'],
    ['Top to impact', '0.40 s ±0.03 s', '0.30 s ±0.03 s', '+0.10 s Slower ±0.05 s'],
    ['Total, setup to impact', '1.60 s ±0.08 s', '1.20 s ±0.08 s', '+0.40 s Slower ±0.11 s'],
  ]);
});

test('shows a quicker phase as Faster, and one without a mark as N/A [S9.3]', () => {
  render(<TimingCard user={{ ...PRO, restTime: null }} pro={USER} proName={null} alignment="strike" />);
  expect(cells().slice(1)).toEqual([
    ['Setup to top', 'N/A', '1.20 s ±0.08 s', 'N/A'],
    ['Top to impact', '0.30 s ±0.03 s', '0.40 s ±0.03 s', '-0.10 s Faster ±0.05 s'],
    ['Total, setup to impact', 'N/A', '1.60 s ±0.08 s', 'N/A'],
  ]);
});

test('shows the tempo first, and describes the picture in words', () => {
  render(<TimingCard user={USER} pro={{ ...PRO, topTime: 1.8 }} proName="Ada" alignment="top" />);
  expect(screen.getByText('3.0:1')).toBeTruthy();
  expect(screen.getByText('2.0:1')).toBeTruthy();
  const picture = screen.getByRole('img').getAttribute('aria-label');
  expect(picture).toContain('aligned at top');
  expect(picture).toContain('You: backswing 1.20 s, downswing 0.40 s');
});

test('grays and explains a difference within its ±, without Slower or Faster', () => {
  render(<TimingCard user={PRO} pro={{ ...PRO, strikeTime: 2.18 }} proName="Ada" alignment="strike" />);
  expect(cells()[2]?.[3]).toBe('+0.02 s No measurable difference ±0.05 s');
  const verdict = screen.getAllByText('No measurable difference', { exact: false, selector: 'td > span' });
  expect(verdict.every(({ className }) => className.includes('text-ink-soft'))).toBe(true);
  expect(screen.queryByText('Slower', { exact: false, selector: 'td *' })).toBeNull();
  expect(screen.getByText(/Your downswing takes the same time \(±0\.05 s\)\./)).toBeTruthy();
});

test('removes slow motion from all seconds, and keeps the ratio', () => {
  const slow = { restTime: 4, topTime: 7.6, strikeTime: 8.8 };
  const footage = { user: { pictureInterval: 1 / 30, slowMotionFactor: 4 }, pro: USUAL_FOOTAGE };
  render(<TimingCard user={slow} pro={PRO} proName="Ada" alignment="strike" footage={footage} />);
  expect(cells().slice(1)).toEqual([
    ['Setup to top', '0.90 s ±0.07 s', '0.90 s ±0.08 s', '0.00 s No measurable difference ±0.10 s'],
    ['Top to impact', '0.30 s ±0.02 s', '0.30 s ±0.03 s', '0.00 s No measurable difference ±0.04 s'],
    ['Total, setup to impact', '1.20 s ±0.07 s', '1.20 s ±0.08 s', '0.00 s No measurable difference ±0.10 s'],
  ]);
  expect(screen.getAllByText('3.0:1')).toHaveLength(2);
  expect(screen.getByText('±0.3')).toBeTruthy();
  expect(screen.getByText(/with the factor you confirmed/)).toBeTruthy();
  expect(screen.getByRole('img').getAttribute('aria-label')).toContain('You: backswing 0.90 s, downswing 0.30 s');
});

test('uses a proposed factor until it is confirmed, and compares no seconds in words', () => {
  const slow = { restTime: 4, topTime: 7.6, strikeTime: 8.8 };
  const footage = { user: { pictureInterval: 1 / 30, slowMotionFactor: 4 }, pro: USUAL_FOOTAGE };
  render(<TimingCard user={slow} pro={PRO} proName="Ada" alignment="strike" footage={footage} isFactorUnconfirmed />);
  expect(cells()[1]?.[1]).toContain('0.90 s');
  expect(screen.getByText(/Same 3\.0:1 rhythm\./)).toBeTruthy();
  expect(screen.getByText(/One clip looks like slow motion/)).toBeTruthy();
  expect(screen.getByText(/with the proposed factor/)).toBeTruthy();
  expect(screen.queryByText(/Your (down|back)swing is/)).toBeNull();
});

test('shows the same digits in headline, table and picture: times that add up, and exact differences rounded once', () => {
  // 0.6667 − 0.4833 is 0.1834: 0.18, although 0.67 − 0.48 would be 0.19.
  const user = { restTime: 0, topTime: 0.6667, strikeTime: 1.0667 };
  const pro = { restTime: 0, topTime: 0.4833, strikeTime: 0.7167 };
  render(<TimingCard user={user} pro={pro} proName="Ada" alignment="strike" />);
  const rows = cells()
    .slice(1)
    .map((row) => row.slice(1).map((cell) => Math.round(Number.parseFloat(cell) * 100)));
  const [back = [], down = [], total = []] = rows;
  expect(rows.map((row) => row[2])).toEqual([18, 17, 35]);
  for (const column of [0, 1]) expect((back[column] ?? 0) + (down[column] ?? 0)).toBe(total[column]);
  const amount = ((down[2] ?? 0) / 100).toFixed(2);
  expect(screen.getByText(new RegExp(`Your downswing is ${amount} s slower than Ada’s`))).toBeTruthy();
  const picture = screen.getByRole('img').getAttribute('aria-label');
  expect(picture).toContain(`You: backswing ${((back[0] ?? 0) / 100).toFixed(2)} s`);
});

test('shows no picture without marks', () => {
  render(<TimingCard user={NOT_MARKED} pro={PRO} proName="Ada" alignment="strike" />);
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getAllByText('N/A').length).toBeGreaterThan(3);
});

test('aligns both events on the picture’s scale', () => {
  const scale = timingScale({ user: USER, pro: PRO }, 'top');
  const placeOf = (side: Side) => scale?.marks[side].find(({ position }) => position === 'top')?.at;
  expect(placeOf('user')).toBeCloseTo(scale?.eventAt ?? Number.NaN);
  expect(placeOf('pro')).toBeCloseTo(scale?.eventAt ?? Number.NaN);
  expect(scale?.marks.user[0]?.at).toBe(0);
  expect(scale?.ticks.map(({ seconds }) => seconds.toFixed(1))).toContain('-1.2');
});
