import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import SlowMotionChip from './slow-motion-chip.tsx';

test('shows no chip for a clip in real time', () => {
  const { container } = render(<SlowMotionChip factor={1} proposedFactor={null} onAnswer={() => undefined} />);
  expect(container.innerHTML).toBe('');
});

test('shows slow motion and changes it with one choice, including a factor that is not in the list', async () => {
  const onAnswer = vi.fn();
  render(<SlowMotionChip factor={4.8} proposedFactor={4.8} onAnswer={onAnswer} />);
  const chip = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Slow motion' });
  expect(chip.selectedOptions[0]?.text).toBe('Yours in slow motion, 4.8×');
  await userEvent.selectOptions(chip, 'Yours in real time');
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(1);
});

test('changes a clip from real time back to slow motion', () => {
  render(<SlowMotionChip factor={1} proposedFactor={8} onAnswer={() => undefined} />);
  expect(screen.getByRole<HTMLSelectElement>('combobox').selectedOptions[0]?.text).toBe('Yours in real time');
});
