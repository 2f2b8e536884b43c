// Toasts: one at a time, five seconds, reached by F8 (specification §9).
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toast, toastStore } from './toast-store.ts';
import { Toaster } from './toaster.tsx';

function Raise({ title }: { title: string }) {
  return (
    <button type="button" onClick={() => toast({ title, description: `about ${title}` })}>
      {`${title}!`}
    </button>
  );
}

const shown = () => screen.queryAllByRole('listitem').map((toast) => toast.textContent);

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(
    <>
      <Raise title="first" />
      <Raise title="second" />
      <Toaster />
    </>,
  );
});

afterEach(() => vi.useRealTimers());

const user = userEvent.setup({ advanceTimers: (delayMs) => vi.advanceTimersByTime(delayMs) });

test('a second toast replaces the first [S9.4]', async () => {
  await user.click(screen.getByText('first!'));
  await user.click(screen.getByText('second!'));
  expect(shown()).toEqual(['secondabout second']);
});

test('a toast closes after five seconds and leaves the store after 1,000,000 ms [S9.4]', async () => {
  await user.click(screen.getByText('first!'));
  await act(() => vi.advanceTimersByTimeAsync(4000));
  expect(shown()).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(shown()).toHaveLength(0);
  expect(toastStore.getState().toast?.open).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(1_000_000));
  expect(toastStore.getState().toast).toBeNull();
});

test('F8 focuses the toast [S9.4]', async () => {
  await user.click(screen.getByText('first!'));
  await user.keyboard('[F8]');
  expect(document.activeElement?.tagName).toBe('OL');
});
