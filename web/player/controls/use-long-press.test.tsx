// A button that is pressed or held.
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLongPress } from './use-long-press.ts';

const onPress = vi.fn<() => void>();
const onHold = vi.fn<() => void>();

function Held() {
  const press = useLongPress();
  return (
    <button type="button" {...press(onPress, onHold)}>
      Top
    </button>
  );
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

const press = (forMs: number) => {
  const button = screen.getByRole('button');
  fireEvent.pointerDown(button, { button: 0 });
  vi.advanceTimersByTime(forMs);
  fireEvent.pointerUp(button);
  fireEvent.click(button);
};

test('a short press and the keyboard trigger one action, a long press only the other [S2.33]', () => {
  render(<Held />);
  press(100);
  fireEvent.click(screen.getByRole('button'));
  expect([onPress.mock.calls.length, onHold.mock.calls.length]).toEqual([2, 0]);
  press(800);
  expect([onPress.mock.calls.length, onHold.mock.calls.length]).toEqual([2, 1]);
  press(100);
  expect([onPress.mock.calls.length, onHold.mock.calls.length]).toEqual([3, 1]);
});

test('cancels a long press when the pointer leaves or the button unmounts', () => {
  const { unmount } = render(<Held />);
  const button = screen.getByRole('button');
  fireEvent.pointerDown(button, { button: 0 });
  fireEvent.pointerLeave(button);
  vi.advanceTimersByTime(1000);
  fireEvent.pointerDown(button, { button: 0 });
  unmount();
  vi.advanceTimersByTime(1000);
  expect(onHold).not.toHaveBeenCalled();
});
