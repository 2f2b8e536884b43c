// Where the swings meet: which alignments can be chosen, and what is missing for the others.
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { AlignmentSwitch } from './view-more.tsx';

const MARKED: SwingAnnotations = { restTime: 1, topTime: 2, strikeTime: 3 };

function renderSwitch(user: SwingAnnotations, pro: SwingAnnotations) {
  const onChange = vi.fn();
  render(<AlignmentSwitch alignment="strike" marks={{ user, pro }} onChange={onChange} />);
  return onChange;
}

const canChoose = (name: string) => !screen.getByRole<HTMLInputElement>('radio', { name }).disabled;

test('enables all three when everything is marked', () => {
  const onChange = renderSwitch(MARKED, MARKED);
  expect(['Match impact', 'Match top', 'Every position'].map(canChoose)).toEqual([true, true, true]);
  fireEvent.click(screen.getByRole('radio', { name: 'Every position' }));
  expect(onChange.mock.calls).toEqual([['all']]);
  expect(screen.queryByText(/please mark/)).toBeNull();
});

test('shows which marks matching every position needs [S2.32]', () => {
  renderSwitch({ ...MARKED, restTime: null }, { ...MARKED, restTime: null, topTime: null });
  expect(['Match impact', 'Match top', 'Every position'].map(canChoose)).toEqual([true, false, false]);
  const all = screen.getByRole('radio', {
    name: 'Every position',
    description: 'For every position, please mark your setup, the pro’s setup, the pro’s top.',
  });
  expect(all).toBeTruthy();
});
