// The positions below the player: proposals, corrections and what is taken of them.
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { Certainty, FoundSwing } from '#domain/moments/found-swing.ts';
import { NOTHING_TAKEN, type TakenMoments, withMoments } from '#domain/moments/taken-moments.ts';
import { NO_ANNOTATIONS, type SwingAnnotations, withPosition } from '#domain/swing/swing.ts';
import { makeClip } from '#domain/video/clip.ts';
import { createFramePlayer } from '#web/player/engine/frame-player.ts';
import { PositionEditor } from './position-editor.tsx';

const FRAME_TIMES = Array.from({ length: 240 }, (_, frame) => frame / 60);
const CLIP = makeClip({ widthPx: 640, heightPx: 360, frameTimes: FRAME_TIMES });
const PLAYER = createFramePlayer();
const SOURCE = new Blob([]);

function foundSwing(strike: number, confidence = 0.9, doubtfulFrames = 0): FoundSwing {
  const moment = (time: number, certainty: Certainty, frames = 1) => ({
    time,
    confidence,
    certainty,
    range: { from: time - frames / 60, to: time + frames / 60 },
  });
  return {
    confidence,
    isShort: false,
    moments: {
      rest: moment(strike - 1, doubtfulFrames > 0 ? 'check' : 'sure', doubtfulFrames),
      top: moment(strike - 0.25, 'sure'),
      strike: moment(strike, 'heard'),
    },
  };
}

/** The editor with a page that keeps the marks. */
function show(swings: readonly FoundSwing[], before: SwingAnnotations = NO_ANNOTATIONS) {
  const on = { onShow: vi.fn(), onClose: vi.fn() };
  const page: { annotations: SwingAnnotations; taken: TakenMoments } = { annotations: before, taken: NOTHING_TAKEN };
  function Page() {
    const [annotations, setAnnotations] = useState(before);
    const [taken, setTaken] = useState(NOTHING_TAKEN);
    const [startsAfterRest, setStartsAfterRest] = useState(false);
    Object.assign(page, { annotations, taken });
    return (
      <PositionEditor
        {...{ source: SOURCE, clip: CLIP, annotations, taken, startsAfterRest, player: PLAYER, next: null }}
        {...{ swings, track: null }}
        colorClass="text-you"
        onPick={(position, time) => setAnnotations(withPosition(annotations, position, time))}
        onTake={(moments) => {
          setAnnotations(withMoments(annotations, taken, moments));
          setTaken(moments);
        }}
        onStartsAfterRest={(starts) => {
          setStartsAfterRest(starts);
          if (starts) setAnnotations(withPosition(annotations, 'rest', null));
        }}
        {...on}
      />
    );
  }
  render(<Page />);
  return { page, on };
}

const tick = (name: string) => screen.getByRole('radio', { name: new RegExp(`^${name}`) });
const ticks = () => screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const scrubber = () => screen.getByRole('slider');
const frame = () => Number(scrubber().getAttribute('aria-valuenow'));
const text = () => scrubber().getAttribute('aria-valuetext');
const ends = () => ['aria-valuemin', 'aria-valuemax'].map((name) => Number(scrubber().getAttribute(name)));

async function type(keys: string) {
  scrubber().focus();
  await userEvent.keyboard(keys);
}

/** Presses at a frame of the scrubber, moves through the others and lets go; where each is 10 pixels wide. */
function drag(...frames: readonly number[]) {
  const [first = 0, last = 0] = ends();
  const rect = { left: 0, width: (last - first + 1) * 10 };
  vi.spyOn(scrubber(), 'getBoundingClientRect').mockReturnValue(rect as DOMRect);
  const shown: number[] = [];
  for (const [index, target] of frames.entries()) {
    const at = { clientX: (target - first) * 10 + 5, button: 0 };
    if (index === 0) fireEvent.pointerDown(scrubber(), at);
    else fireEvent.pointerMove(scrubber(), at);
    shown.push(frame());
  }
  fireEvent.pointerUp(scrubber());
  return shown;
}

describe('proposals', () => {
  test('show for each position whether it was found or needs a check, and mark nothing before a press', () => {
    const { page } = show([foundSwing(2, 0.9, 2)]);
    expect(
      screen.getByText(/^Swing found\. We’re not sure here\. Drag to the last frame before the club moves\.$/),
    ).toBeTruthy();
    expect(ticks()).toEqual(['Setup Check', 'Top Found', 'Impact Found']);
    expect(page.annotations).toEqual(NO_ANNOTATIONS);
  });

  test('say when a swing is uncertain', () => {
    show([foundSwing(2, 0.5)]);
    expect(screen.getByText(/^This might be a swing\. Please check\./)).toBeTruthy();
  });

  test('are taken all at once', async () => {
    const { page, on } = show([foundSwing(2)]);
    await press('Looks right');
    expect(page.annotations).toEqual({ restTime: 1, topTime: 1.75, strikeTime: 2 });
    expect(on.onClose).toHaveBeenCalled();
  });

  test('never replace a mark made by hand, before or after', async () => {
    const { page } = show([foundSwing(2, 0.9, 10)], { ...NO_ANNOTATIONS, restTime: 9 / 60 });
    expect(ticks()).toEqual(['Setup Your choice', 'Top Found', 'Impact Found']);
    await userEvent.click(tick('Top'));
    await type('{ArrowLeft}{ArrowLeft}');
    expect(ticks()).toEqual(['Setup Your choice', 'Top Your choice', 'Impact Found']);
    await press('Looks right');
    expect(page.annotations).toEqual({ restTime: 9 / 60, topTime: 103 / 60, strikeTime: 2 });
  });

  test('are replaced by a mark made by hand until the visitor asks for the found frame', async () => {
    const { page } = show([foundSwing(2)], { ...NO_ANNOTATIONS, restTime: 0.15 });
    await press('Back to the one we found');
    expect(page.annotations.restTime).toBe(1);
  });

  test('lead to the next swing of the video, and back to the first', async () => {
    show([foundSwing(2), foundSwing(3.5, 0.7)]);
    expect(screen.getByText(/Swing 1 of 2/)).toBeTruthy();
    await press('Next swing');
    expect(screen.getByText(/Swing 2 of 2/)).toBeTruthy();
    expect(text()).toBe('frame 151, 2.50 s');
    await press('Next swing');
    expect(screen.getByText(/Swing 1 of 2/)).toBeTruthy();
  });

  test('begin with the surest swing, and count by time', async () => {
    show([foundSwing(3.5), foundSwing(2, 0.7)]);
    expect(screen.getByText(/Swing 2 of 2/)).toBeTruthy();
    await press('Next swing');
    expect(screen.getByText(/Swing 1 of 2/)).toBeTruthy();
  });
});

describe('a doubtful rest', () => {
  test('opens a scrubber over its whole range, then over single frames around the one that is picked', async () => {
    const { page, on } = show([foundSwing(2, 0.9, 40)]);
    expect(ends()).toEqual([21, 101]);
    drag(61, 32);
    expect(page.annotations.restTime).toBe(31 / 60);
    expect(ends()).toEqual([18, 46]);
    drag(30);
    expect(page.annotations.restTime).toBe(29 / 60);
    expect(on.onShow).toHaveBeenLastCalledWith(29 / 60);
    expect(ticks()[0]).toBe('Setup Your choice');
  });

  test('before the start of the clip is omitted, and the other two are accepted', async () => {
    const { page } = show([foundSwing(2, 0.9, 40)], { ...NO_ANNOTATIONS, restTime: 0.2 });
    await press('The swing starts before the clip');
    expect(ticks()[0]).toBe('Setup Not in the clip');
    expect(screen.getByText('Without the setup there is no tempo. Top and impact still line up.')).toBeTruthy();
    await press('Looks right');
    expect(page.annotations).toEqual({ restTime: null, topTime: 1.75, strikeTime: 2 });
  });

  test('that was accepted anyway still asks for a check', async () => {
    show([foundSwing(2, 0.9, 40)]);
    await press('Looks right');
    expect(ticks()[0]).toBe('Setup Check');
  });
});

test('two drags correct a sure rest by 20 frames', async () => {
  const { page } = show([foundSwing(2)]);
  drag(61, 47);
  drag(47, 41);
  expect(page.annotations.restTime).toBe(40 / 60);
});

test('marks made by hand have the same scrubber, without proposals', async () => {
  const { page } = show([], { ...NO_ANNOTATIONS, restTime: 1 });
  expect(ticks()).toEqual(['Setup Your choice', 'Top Not set', 'Impact Not set']);
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull();
  await type('{ArrowRight}{ArrowRight}{ArrowUp}');
  expect(page.annotations.restTime).toBe(63 / 60);
});

describe('the scrubber', () => {
  test('moves frame by frame with the finger, shows the number of each, and picks the one where it is lifted', async () => {
    const { page, on } = show([foundSwing(2)]);
    expect(screen.getByText('frame 61, 1.00 s')).toBeTruthy();
    expect(drag(61, 62, 63, 64, 63)).toEqual([61, 62, 63, 64, 63]);
    expect(on.onShow.mock.calls).toEqual([[62 / 60]]);
    expect(page.annotations.restTime).toBe(62 / 60);
    expect(screen.getByText('frame 63, 1.03 s')).toBeTruthy();
  });

  test('picks nothing when the browser takes the drag over for scrolling', async () => {
    const { page } = show([foundSwing(2)]);
    vi.spyOn(scrubber(), 'getBoundingClientRect').mockReturnValue({ left: 0, width: 290 } as DOMRect);
    await userEvent.pointer({ keys: '[MouseLeft>]', target: scrubber(), coords: { clientX: 20 } });
    expect(frame()).not.toBe(61);
    fireEvent.pointerCancel(scrubber());
    expect(frame()).toBe(61);
    expect(page.annotations.restTime).toBeNull();
  });

  test('can be walked with the arrow keys, and moves on at its ends up to those of the clip', async () => {
    show([foundSwing(2)]);
    await userEvent.click(tick('Top'));
    expect(screen.getByRole('slider', { name: 'Frames around top' })).toBe(scrubber());
    expect(ends()).toEqual([92, 120]);
    await type('{ArrowRight}{ArrowRight}{ArrowLeft}');
    expect(text()).toBe('frame 107, 1.77 s');
    await type('{End}');
    expect([frame(), ...ends()]).toEqual([120, 106, 134]);
    await type('{End}{End}{End}{End}{End}{End}{End}{End}{End}{ArrowRight}');
    expect([frame(), ...ends()]).toEqual([240, 226, 240]);
    expect(document.activeElement).toBe(scrubber());
  });

  test('gives way to a message when the browser cannot draw it', async () => {
    show([foundSwing(2)]);
    await waitFor(() => expect(screen.getByText(/^This browser can't show single frames of this video/)).toBeTruthy());
  });
});
