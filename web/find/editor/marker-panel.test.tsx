import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { NO_ANNOTATIONS, type SwingAnnotations } from '#domain/swing/swing.ts';
import { TooltipProvider } from '#web/ui/tooltip.tsx';
import { MarkerPanel, orderSentence } from './marker-panel.tsx';

function show(annotations: SwingAnnotations, disabled = false, awaitsAnswer = false) {
  const on = { onMark: vi.fn(), onJump: vi.fn(), onNudge: vi.fn(), onClear: vi.fn() };
  render(
    <TooltipProvider>
      <MarkerPanel
        annotations={annotations}
        colorClass="text-you"
        disabled={disabled}
        canNudge
        awaitsAnswer={awaitsAnswer}
        frameRate={FPS_30}
        {...on}
      />
    </TooltipProvider>,
  );
  return on;
}

const FPS_30 = { numerator: 30, denominator: 1 };
const MARKED = { restTime: 0, topTime: 1.2, strikeTime: 1.6 };

describe('the marker panel', () => {
  test('shows which positions are missing, and how many are set', () => {
    show({ ...NO_ANNOTATIONS, restTime: 0 });
    expect(screen.getByRole('heading', { name: 'Mark Key Positions' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Annotation Progress' })).toBeTruthy();
    expect(screen.getAllByText('Not set')).toHaveLength(2);
    expect(screen.getByText('1 of 3 positions marked')).toBeTruthy();
    expect(screen.queryByText('All positions marked! Ready for comparison.')).toBeNull();
  });

  test('is ready when all three are set, including a rest at 0 [S2.9]', () => {
    show(MARKED);
    expect(screen.getByText('All positions marked! Ready for comparison.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Go to top, 1.20 s' })).toBeTruthy();
  });

  test('is open while a position is missing or out of order, and closed while proposals wait or all are set', () => {
    const isOpen = () => screen.getByText(/of 3 positions marked/).closest('details')?.open;
    show({ ...NO_ANNOTATIONS, restTime: 0 });
    expect(isOpen()).toBe(true);
    cleanup();
    show({ restTime: 0, topTime: 2, strikeTime: 1.6 });
    expect(isOpen()).toBe(true);
    cleanup();
    show(NO_ANNOTATIONS, false, true);
    expect(isOpen()).toBe(false);
    cleanup();
    show(MARKED);
    expect(isOpen()).toBe(false);
  });

  test('marks, shows, moves and clears a position [S4.1]', async () => {
    const on = show(MARKED);
    await userEvent.click(screen.getByRole('button', { name: 'Mark Impact' }));
    await userEvent.click(screen.getByRole('button', { name: /^Go to impact/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Move impact one frame back' }));
    await userEvent.click(screen.getByRole('button', { name: 'Move impact one frame forward' }));
    await userEvent.click(screen.getByRole('button', { name: 'Clear impact' }));
    expect(on.onMark).toHaveBeenCalledWith('strike');
    expect(on.onJump).toHaveBeenCalledWith(1.6);
    expect(on.onNudge.mock.calls).toEqual([
      ['strike', -1],
      ['strike', 1],
    ]);
    expect(on.onClear).toHaveBeenCalledWith('strike');
  });

  test('a wrong order shows a message and can be corrected', () => {
    show({ restTime: 0, topTime: 2, strikeTime: 1.6 });
    expect(screen.getByText(/^The impact is marked before the top/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Mark Top' }).disabled).toBe(false);
  });

  test('disables marking without a picture', () => {
    show(NO_ANNOTATIONS, true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Mark Setup' }).disabled).toBe(true);
  });
});

test('shows no message while the marked positions are in order', () => {
  expect(orderSentence(NO_ANNOTATIONS)).toBeNull();
  expect(orderSentence({ restTime: 0, topTime: 1.2, strikeTime: 1.6 })).toBeNull();
  expect(orderSentence({ restTime: 0, topTime: null, strikeTime: 1.6 })).toBeNull();
});

test('names two positions in the wrong order in one sentence', () => {
  expect(orderSentence({ restTime: 0, topTime: 2, strikeTime: 1.6 })).toBe(
    'The impact is marked before the top. The order is setup, top, impact: please correct one of them.',
  );
  expect(orderSentence({ restTime: 2, topTime: null, strikeTime: 1.6 })).toContain('impact is marked before the setup');
});

test('names two positions on one frame too', () => {
  expect(orderSentence({ restTime: 1, topTime: 1, strikeTime: 1.6 })).toBe(
    'The setup and top are on the same frame. Please move one of them.',
  );
});
