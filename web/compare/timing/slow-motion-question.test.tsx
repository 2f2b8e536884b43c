// The question about slow motion: when it is shown, what it proposes and why, and how to change the answer.
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { type FilmingFacts, NO_FILMING_FACTS } from '#domain/swing/slow-motion.ts';
import { frameRateOf } from '#domain/time.ts';
import { SlowMotionChip, SlowMotionQuestion } from './slow-motion-question.tsx';

const marked = (downswing: number) => ({ restTime: 0, topTime: 3, strikeTime: 3 + downswing });
const FILMED_AT_240: FilmingFacts = { capturedPerSecond: 240, isMarkedSlow: false };

function Asked({ downswing, facts = NO_FILMING_FACTS }: { downswing: number; facts?: FilmingFacts }) {
  const [answer, setAnswer] = useState<number | null>(null);
  const swing = { facts, clip: { frameRate: frameRateOf(30) }, annotations: marked(downswing) };
  return <SlowMotionQuestion swing={swing} answer={answer} onAnswer={setAnswer} />;
}

const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>('radio')
    .filter(({ checked }) => checked)
    .map(({ labels }) => labels?.[0]?.textContent);

test('asks about a long downswing, with the likely factor selected and the reason given', () => {
  render(<Asked downswing={1} />);
  expect(screen.getByRole('group', { name: 'Was this filmed in slow motion?' })).toBeTruthy();
  expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    'No, real time',
    '2× slower',
    '4× slower',
    '8× slower',
  ]);
  expect(chosen()).toEqual(['4× slower']);
  expect(screen.getByText('We treat it as 4× slow motion until you answer.')).toBeTruthy();
  expect(screen.getByText('Top to impact takes 1.00 s in this clip. In real time it takes about 0.25 s.')).toBeTruthy();
});

test('selects and names the file’s own rate, including an unusual one', () => {
  const { unmount } = render(<Asked downswing={2} facts={FILMED_AT_240} />);
  expect(chosen()).toEqual(['8× slower']);
  expect(screen.getByText('The file was filmed at 240 frames a second and plays at 30.')).toBeTruthy();
  unmount();
  render(<Asked downswing={1.2} facts={{ ...FILMED_AT_240, capturedPerSecond: 144 }} />);
  expect(chosen()).toEqual(['4.8× slower']);
});

test('confirms with one tap; the answer stays visible, gets the focus and can be changed', () => {
  render(<Asked downswing={1} />);
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.getByText('Speed: 4× slow motion')).toBeTruthy();
  const change = screen.getByRole('button', { name: 'Change slow motion' });
  expect(document.activeElement).toBe(change);
  fireEvent.click(change);
  expect(chosen()).toEqual(['4× slower']);
  fireEvent.click(screen.getByLabelText('No, real time'));
  expect(screen.getByRole('status').textContent).toContain('would then take 1.00 s, which no golfer does');
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(screen.getByText('Speed: real time')).toBeTruthy();
});

test('does not ask about a swing in real time, but lets the visitor choose slow motion', () => {
  render(<Asked downswing={0.3} />);
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.getByText('Speed: real time')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Change slow motion' }));
  fireEvent.click(screen.getByLabelText('8× slower'));
  expect(screen.getByRole('status').textContent).toContain('would then take 0.04 s');
});

test('asks about a slow swing, with real time selected', () => {
  render(<Asked downswing={0.48} />);
  expect(chosen()).toEqual(['No, real time']);
  expect(screen.getByText(/long for real time, but possible for a slow swing/)).toBeTruthy();
});

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
