// Both bodies beside each other as a visitor reads them.
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { bodyAngles } from '#domain/body/body-angles.ts';
import { makeBodyTrack } from '#domain/body/body-track.ts';
import { compareBodies, type MeasuredBody } from '#domain/comparison/body-comparison.ts';
import { DRAWN_MARKS, type DrawnBody, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { BodyTable } from './body-card.tsx';

const NAMES = { user: 'You', pro: 'Ada' };

function measured(body: DrawnBody): MeasuredBody {
  return { angles: bodyAngles(drawnSwing(body), DRAWN_MARKS), annotations: DRAWN_MARKS };
}

/** The table's rows with numbers, by position. */
function rows(): string[][] {
  return screen
    .getAllByRole('row')
    .map((row) => [...within(row).queryAllByRole('rowheader'), ...within(row).queryAllByRole('cell')])
    .filter(({ length }) => length > 1)
    .map((cells) => cells.map((cell) => cell.textContent ?? ''));
}

test('shows numbers with unit and ±, and grays and explains a difference within the ±', () => {
  const bodies = {
    user: measured({ view: 'down-the-line', lean: 0.1 }),
    pro: measured({ view: 'down-the-line', lean: 0.2 }),
  };
  render(<BodyTable rows={compareBodies(bodies)} names={NAMES} hasDifferences isBallKnown />);
  const [differing] = screen.getAllByRole('table');
  if (!differing) throw new Error('There is no table');
  expect(
    within(differing)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Measure', 'You', 'Ada', 'Difference']);
  expect(rows()[0]).toEqual(['Setup', '16° ±4', '34° ±4', '−18° ±6']);
  // Equal measures are folded below those that differ.
  const folded = screen.getByText(/^No measurable difference \(/).closest('details');
  if (!folded) throw new Error('Nothing is folded');
  expect([folded.open, folded.contains(screen.getByText('Spine tilt'))]).toEqual([false, false]);
  expect(folded.contains(screen.getByText('Knee'))).toBe(true);
  expect(rows().find(([, user]) => user === '180° ±22')).toEqual([
    ...['Setup', '180° ±22', '180° ±22', '0° ±32 no measurable difference'],
  ]);
  expect(screen.getByText(/^Shoulder line, Shoulder sway, .*: not visible from this camera angle\.$/)).toBeTruthy();
  const within0 = screen.getAllByText('0°', { selector: 'td:last-child > span' });
  expect(within0.every(({ className }) => className.includes('text-ink-soft'))).toBe(true);
  // The parts of the body keep their order, and stand once above what differs and once above the rest.
  const parts = screen.getAllByRole('rowheader', { name: /^(Spine|Head|Shoulders|Hips|Hands|Legs and stance)$/ });
  expect(parts.map(({ textContent }) => textContent)).toEqual(['Spine', 'Spine', 'Hips', 'Hands', 'Legs and stance']);
  // Each measure says in one line what it is.
  expect(screen.getByText('How far the line from hips to shoulders leans from upright.')).toBeTruthy();
});

test('shows a dash with an explanation for unavailable measurements (tooltip and accessible name)', () => {
  const { rerender } = render(
    <BodyTable rows={compareBodies({ user: measured({}), pro: null })} names={NAMES} hasDifferences isBallKnown />,
  );
  expect(rows().at(-1)?.slice(2)).toEqual(['–The body was not found here', '–Cannot be compared']);
  // Where nothing is compared, nothing is said to be equal.
  expect(screen.queryByText(/^No (measurable )?difference/)).toBeNull();
  expect(screen.getByText(/^What each video shows \(\d+\)$/)).toBeTruthy();
  const bodies = { user: measured({}), pro: measured({ view: 'down-the-line' }) };
  rerender(<BodyTable rows={compareBodies(bodies)} names={NAMES} hasDifferences={false} isBallKnown />);
  expect(rows().at(-1)?.[2]).toBe('–Not visible from this view');
  expect(screen.getAllByTitle('Not visible from this view').length).toBeGreaterThanOrEqual(4);
});

test('shows what tour players do beneath the row, and nothing between different views', () => {
  const bodies = { user: measured({ view: 'down-the-line', lean: 0.1 }), pro: measured({ view: 'down-the-line' }) };
  const { rerender } = render(<BodyTable rows={compareBodies(bodies)} names={NAMES} hasDifferences isBallKnown />);
  expect(screen.getAllByText('Tour players: 29° to 47°')).toHaveLength(1);
  const mixed = { ...bodies, pro: measured({}) };
  rerender(<BodyTable rows={compareBodies(mixed)} names={NAMES} hasDifferences={false} isBallKnown />);
  expect(screen.queryByText(/^Tour players/)).toBeNull();
  // What cannot be compared is folded.
  const folded = screen.getByText(/^What each video shows \(\d+\)$/).closest('details');
  expect([folded?.open, folded?.contains(screen.getByText('Spine tilt'))]).toEqual([false, true]);
});

test('says in one sentence that nothing can be compared', () => {
  render(<BodyTable rows={compareBodies({ user: null, pro: null })} names={NAMES} hasDifferences isBallKnown />);
  expect(screen.getByText(/^Nothing can be compared here yet/)).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('omits the column of differences between different views', () => {
  const bodies = { user: measured({}), pro: measured({ view: 'down-the-line' }) };
  render(<BodyTable rows={compareBodies(bodies)} names={NAMES} hasDifferences={false} isBallKnown />);
  expect(screen.queryByText('Difference')).toBeNull();
  expect(rows().every((cells) => cells.length === 3)).toBe(true);
});

test('says nothing of the ball until it has been searched for on both sides', () => {
  const withBall = (xPx: number): MeasuredBody => {
    const track = makeBodyTrack({
      ...drawnSwing({}),
      ball: { time: DRAWN_MARKS.restTime, xPx, yPx: 800, certainty: 1 },
    });
    return { angles: bodyAngles(track, DRAWN_MARKS), annotations: DRAWN_MARKS, club: 'iron' };
  };
  const table = (bodies: Parameters<typeof compareBodies>[0], isBallKnown: boolean) => (
    <BodyTable rows={compareBodies(bodies)} names={NAMES} hasDifferences isBallKnown={isBallKnown} />
  );
  const bodies = { user: withBall(400), pro: withBall(530) };
  const { rerender } = render(table({ user: measured({}), pro: measured({}) }, false));
  expect(screen.queryByText(/Ball position|Distance to the ball/)).toBeNull();
  rerender(table(bodies, true));
  expect(screen.getByText('Ball position')).toBeTruthy();
  expect(rows().find(([, user]) => user?.startsWith('−25%'))).toEqual(['Setup', '−25% ±7', '0% ±7', '−25% ±10']);
  expect(
    screen.getByText(
      /^Distance to the ball, .*: not visible from this camera angle\.$|Distance to the ball: not visible/,
    ),
  ).toBeTruthy();
});
