// The announcements of the keyboard's pen to screen readers, and their timing.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useKeyboardPen } from './use-keyboard-pen.ts';
import { usePen } from './use-pen.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const AREA = { xPx: 0, yPx: 0, widthPx: 200, heightPx: 100 };

function Picture() {
  const element = useRef<HTMLButtonElement>(null);
  const pen = usePen({ tool: 'line', area: AREA, onBegin: () => undefined, onStroke: () => undefined });
  const keyboard = useKeyboardPen(element, { isOn: true, area: AREA, pen, mover: null, onDelete: () => false });
  return (
    <>
      <button ref={element} type="button" {...keyboard.handlers} />
      <output>{keyboard.said}</output>
    </>
  );
}

test('announces the cross-hair’s place after a pause, unless a later key has announced something else', () => {
  render(<Picture />);
  const picture = screen.getByRole('button');
  const said = () => screen.getByRole('status').textContent;
  const rest = () => act(() => void vi.advanceTimersByTime(1_000));
  // The first key only shows the cross-hair.
  for (const key of ['ArrowUp', 'ArrowUp']) fireEvent.keyDown(picture, { key });
  expect(said()).toBe('');
  rest();
  expect(said()).toBe('Cross-hair 50% from the left, 49% from the top.');

  const begun = 'The line starts here. Move the cross-hair and press Enter to end it.';
  for (const key of ['ArrowUp', 'Enter']) fireEvent.keyDown(picture, { key });
  expect(said()).toBe(begun);
  rest();
  expect(said()).toBe(begun);
});
