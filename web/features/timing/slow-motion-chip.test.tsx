import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { SlowMotionChip } from './slow-motion-chip.tsx';

test('a clip in real time has no chip', () => {
  const { container } = render(<SlowMotionChip factor={1} proposedFactor={null} onAnswer={() => undefined} />);
  expect(container.innerHTML).toBe('');
});

test('slow motion is stated and changed with one choice, also a factor that is not offered', async () => {
  const onAnswer = vi.fn();
  render(<SlowMotionChip factor={4.8} proposedFactor={4.8} onAnswer={onAnswer} />);
  const chip = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Slow motion' });
  expect(chip.selectedOptions[0]?.text).toBe('Slow motion 4.8×');
  await userEvent.selectOptions(chip, 'Real time');
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(1);
});

test('a clip that was said to be in real time can be taken for slow motion again', () => {
  render(<SlowMotionChip factor={1} proposedFactor={8} onAnswer={() => undefined} />);
  expect(screen.getByRole<HTMLSelectElement>('combobox').selectedOptions[0]?.text).toBe('Real time');
});
