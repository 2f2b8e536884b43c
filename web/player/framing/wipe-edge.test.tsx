// The edge of a wipe by keyboard and pointer.
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { AS_FILMED } from '#domain/comparison/comparison-choices.ts';
import { planComparison } from '#domain/comparison/comparison-plan.ts';
import { makeClip } from '#domain/video/clip.ts';
import { WipeEdge } from './wipe-edge.tsx';

const CLIP = makeClip({ widthPx: 1000, heightPx: 500, frameTimes: [0, 0.5, 1] });
const SIDE = { clip: CLIP, annotations: { restTime: 0, topTime: 0.5, strikeTime: 1 } };

function Wiped() {
  const [wipePercent, setWipePercent] = useState(50);
  const result = planComparison(SIDE, SIDE, 'strike', { ...AS_FILMED, layout: 'wipe', wipePercent });
  return result.ok && <WipeEdge plan={result.plan} onMove={setWipePercent} />;
}

test('moves with arrows, page keys, Home and End between its limits [S2.34]', async () => {
  render(<Wiped />);
  const edge = screen.getByRole('slider', { name: 'Edge between the two pictures' });
  const at = () => edge.getAttribute('aria-valuenow');
  edge.focus();
  for (const [key, percent] of [
    ['{ArrowRight}', '51'],
    ['{ArrowLeft}{ArrowLeft}', '49'],
    ['{PageUp}', '59'],
    ['{Home}{ArrowLeft}', '5'],
    ['{End}{PageUp}', '95'],
  ] as const) {
    await userEvent.keyboard(key);
    expect(at()).toBe(percent);
  }
  expect(edge.getAttribute('aria-valuetext')).toBe('At 95% of the width');
});

test('follows only the pointer that drags it', () => {
  render(<Wiped />);
  const edge = screen.getByRole('slider');
  const parent = edge.parentElement as HTMLElement;
  parent.getBoundingClientRect = () => new DOMRect(100, 0, 400, 200);
  edge.setPointerCapture = () => undefined;
  fireEvent(edge, new MouseEvent('pointermove', { bubbles: true, clientX: 200 }));
  expect(edge.getAttribute('aria-valuenow')).toBe('50');
  fireEvent(edge, new MouseEvent('pointerdown', { bubbles: true, button: 0, clientX: 300 }));
  fireEvent(edge, new MouseEvent('pointermove', { bubbles: true, clientX: 200 }));
  expect(edge.getAttribute('aria-valuenow')).toBe('25');
  fireEvent(edge, new MouseEvent('pointerup', { bubbles: true, clientX: 200 }));
  fireEvent(edge, new MouseEvent('pointermove', { bubbles: true, clientX: 400 }));
  expect(edge.getAttribute('aria-valuenow')).toBe('25');
});
