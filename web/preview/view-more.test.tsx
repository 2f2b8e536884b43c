// Where the swings meet: which alignments can be chosen, and what is missing for the others. And what changes a side's picture.
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { AS_FILMED } from '#domain/comparison/comparison-choices.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { NOT_LOOKED_AT } from '#web/body/clip-body.ts';
import { TooltipProvider } from '#web/ui/tooltip.tsx';
import { AlignmentSwitch, ViewMore } from './view-more.tsx';

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

test('each press mirrors a side or shows it as filmed again, swaps the sides, and nudges by a frame', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const none = { ...NOT_LOOKED_AT, clip: null, measured: null };
  function View() {
    const [choices, setChoices] = useState(AS_FILMED);
    const { isSwapped, user, pro } = choices;
    return (
      <TooltipProvider>
        <ViewMore
          {...{
            choices,
            choose: setChoices,
            wanted: 'nothing',
            lookedFor: 'nothing',
            hasGivenUp: false,
            isPlain: false,
            drawn: [],
          }}
          bodies={{ user: none, pro: none }}
          names={{ user: 'You', pro: 'Ada' }}
          golfersAt={null}
          onGiveUp={() => undefined}
        />
        <output aria-label="Choices">
          {JSON.stringify([isSwapped, user.isMirrored, pro.isMirrored, user.nudgeFrames, pro.nudgeFrames])}
        </output>
      </TooltipProvider>
    );
  }
  render(<View />);
  const after = (name: string) => {
    fireEvent.click(screen.getByRole('button', { name }));
    return JSON.parse(screen.getByRole('status', { name: 'Choices' }).textContent ?? '');
  };
  expect(after('Mirror your swing')).toEqual([false, true, false, 0, 0]);
  expect(after('Mirror the pro')).toEqual([false, true, true, 0, 0]);
  expect(after('Mirror your swing')).toEqual([false, false, true, 0, 0]);
  expect(after('Swap sides')).toEqual([true, false, true, 0, 0]);
  expect(after('Nudge the pro one frame forward')).toEqual([true, false, true, 0, 1]);
  expect(after('As filmed')).toEqual([false, false, false, 0, 0]);
});
