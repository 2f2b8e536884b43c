// The golfer's box by hand: two handles, by pointer and keys.
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { AS_FILMED, type GolferBox, withSideChoices } from '#domain/comparison/comparison-choices.ts';
import { planComparison } from '#domain/comparison/comparison-plan.ts';
import { makeClip } from '#domain/video/clip.ts';
import { GolferHandles } from './golfer-handles.tsx';

const CLIP = makeClip({ widthPx: 1000, heightPx: 500, frameTimes: [0, 0.5, 1] });
const SIDE = { clip: CLIP, annotations: { restTime: 0, topTime: 0.5, strikeTime: 1 } };

/** The pro's body is not known, so that the visitor's picture stays as it is. */
function Handles({ isMirrored = false }: { readonly isMirrored?: boolean }) {
  const [box, setBox] = useState<GolferBox | null>(null);
  const result = planComparison(SIDE, SIDE, 'strike', withSideChoices(AS_FILMED, 'user', { box, isMirrored }));
  return (
    result.ok && (
      <>
        <GolferHandles pane={result.plan.panes.user} of="You" onChange={setBox} />
        <output>{JSON.stringify(box)}</output>
      </>
    )
  );
}

const handle = (name: string) => screen.getByRole('slider', { name });
const box = () => JSON.parse(screen.getByRole('status').textContent ?? '') as GolferBox | null;

test('keys move head and feet, with accessible names, and never past each other', async () => {
  render(<Handles />);
  handle('Top of the head: You').focus();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{PageUp}');
  expect(box()).toEqual({ headPermille: 165, solesPermille: 900, middlePermille: 500 });
  handle('Feet: You').focus();
  await userEvent.keyboard('{ArrowDown}{ArrowLeft}');
  expect(box()).toEqual({ headPermille: 165, solesPermille: 905, middlePermille: 495 });
  expect(handle('Feet: You').getAttribute('aria-valuetext')).toBe('91% down, 50% across the picture');
  await userEvent.keyboard('{PageUp>60/}');
  expect(box()).toMatchObject({ headPermille: 165, solesPermille: 215 });
});

test.each([
  [false, 250],
  [true, 750],
])('sets a handle where it is released, in a mirrored picture: %s', (isMirrored, middlePermille) => {
  render(<Handles isMirrored={isMirrored} />);
  const feet = handle('Feet: You');
  const frame = feet.parentElement as HTMLElement;
  frame.getBoundingClientRect = () => new DOMRect(100, 0, 400, 200);
  feet.setPointerCapture = () => undefined;
  const at = (clientX: number, clientY: number) => ({ bubbles: true, button: 0, clientX, clientY });
  fireEvent(feet, new MouseEvent('pointermove', at(200, 100)));
  expect(box()).toBeNull();
  fireEvent(feet, new MouseEvent('pointerdown', at(300, 180)));
  fireEvent(feet, new MouseEvent('pointermove', at(200, 160)));
  // The picture stays until then.
  expect(box()).toBeNull();
  expect(feet.getAttribute('aria-valuenow')).toBe('800');
  fireEvent(feet, new MouseEvent('pointerup', at(200, 160)));
  expect(box()).toEqual({ headPermille: 200, solesPermille: 800, middlePermille });
});
