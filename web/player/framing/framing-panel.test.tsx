// "Same size" in one press, and the pictures by hand.
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { AS_FILMED, type ComparisonChoices, FIRST_CHOICES } from '#domain/comparison/comparison-choices.ts';
import { TooltipProvider } from '#web/ui/tooltip.tsx';
import { FramingPanel, type FramingState } from './framing-panel.tsx';

const NAMES = { user: 'You', pro: 'Ada' };
const IDLE: FramingState = { isLooking: false, isUnsure: false, onAsk: () => undefined };

function Panel({ first, isKnown, state = IDLE }: { first: ComparisonChoices; isKnown: boolean; state?: FramingState }) {
  const [choices, setChoices] = useState(first);
  const [isAdjusting, setAdjusting] = useState(false);
  return (
    <TooltipProvider>
      <FramingPanel
        choices={choices}
        onChange={setChoices}
        names={NAMES}
        isFramed={isKnown && choices.framing === 'golfers'}
        state={state}
        isAdjusting={isAdjusting}
        onAdjust={setAdjusting}
      />
      <output>{JSON.stringify([choices.framing, choices.user.fit, choices.pro.fit])}</output>
    </TooltipProvider>
  );
}

const sameSize = () => screen.getByRole('button', { name: 'Same size' });

test('shows known golfers at one size; one press shows the full pictures, and another switches back', async () => {
  render(<Panel first={FIRST_CHOICES} isKnown />);
  expect(sameSize().getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(sameSize());
  expect(screen.getByText(/"full"/)).toBeTruthy();
  expect(sameSize().getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(sameSize());
  expect(screen.getByText(/"golfers"/)).toBeTruthy();
});

test('tracks unknown golfers on a press, and reports when they were not found', async () => {
  const onAsk = vi.fn<() => void>();
  const { rerender } = render(<Panel first={FIRST_CHOICES} isKnown={false} state={{ ...IDLE, onAsk }} />);
  expect(sameSize().getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(sameSize());
  expect(onAsk).toHaveBeenCalledOnce();
  rerender(<Panel first={FIRST_CHOICES} isKnown={false} state={{ ...IDLE, isUnsure: true }} />);
  expect(screen.getByText(/could not be located reliably/)).toBeTruthy();
});

test('moves a picture with its sliders, and resets it with one press', async () => {
  render(<Panel first={AS_FILMED} isKnown={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'Adjust' }));
  expect(screen.getByText(/"golfers"/)).toBeTruthy();
  await userEvent.click(screen.getByText('Use sliders'));
  screen.getByLabelText('Size: Ada').focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(screen.getByText(/"sizePercent":102/)).toBeTruthy();
  expect(sameSize().getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(screen.queryByText(/"sizePercent":102/)).toBeNull();
});
