// The positions below the player: proposals, corrections and what is taken of them.
import { render, screen, waitFor, within } from '@testing-library/react';
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
        found={swings.length > 0 ? { swings, track: null } : null}
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
const pick = (name: string) => userEvent.click(screen.getByRole('option', { name }));

describe('proposals', () => {
  test('show for each position whether it was found or needs a check, and mark nothing before a press', () => {
    const { page } = show([foundSwing(2, 0.9, 2)]);
    expect(
      screen.getByText(/^Found your swing\. We’re not sure here\. Tap the last frame before the club moves\.$/),
    ).toBeTruthy();
    expect(ticks()).toEqual(['SetupCheck', 'TopFound', 'ImpactFound']);
    expect(page.annotations).toEqual(NO_ANNOTATIONS);
  });

  test('say when a swing is uncertain', () => {
    show([foundSwing(2, 0.5)]);
    expect(screen.getByText(/^This might be a swing\. Please check\./)).toBeTruthy();
  });

  test('are taken all at once', async () => {
    const { page, on } = show([foundSwing(2)]);
    await press('Use all three');
    expect(page.annotations).toEqual({ restTime: 1, topTime: 1.75, strikeTime: 2 });
    expect(on.onClose).toHaveBeenCalled();
  });

  test('never replace a mark made by hand, before or after', async () => {
    const { page } = show([foundSwing(2, 0.9, 10)], { ...NO_ANNOTATIONS, restTime: 9 / 60 });
    expect(ticks()).toEqual(['SetupYour choice', 'TopFound', 'ImpactFound']);
    await userEvent.click(tick('Top'));
    await pick('Frame 104, 2 frames earlier');
    expect(ticks()).toEqual(['SetupYour choice', 'TopYour choice', 'ImpactFound']);
    await press('Use all three');
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
    expect(screen.getByRole('option', { selected: true }).getAttribute('aria-label')).toMatch(/^Frame 151,/);
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
  test('opens a strip over its whole range, then the frames around the one that is tapped', async () => {
    const { page, on } = show([foundSwing(2, 0.9, 40)]);
    const names = () => screen.getAllByRole('option').map((option) => option.getAttribute('data-frame'));
    expect(names()).toHaveLength(8);
    expect([names()[0], names().at(-1)]).toEqual(['20', '100']);
    await userEvent.click(screen.getAllByRole('option')[1] as HTMLElement);
    expect(page.annotations.restTime).toBe(31 / 60);
    expect(names()).toEqual(Array.from({ length: 25 }, (_, index) => String(19 + index)));
    await pick('Frame 30, 2 frames earlier');
    expect(page.annotations.restTime).toBe(29 / 60);
    expect(on.onShow).toHaveBeenLastCalledWith(29 / 60);
    expect(ticks()[0]).toBe('SetupYour choice');
  });

  test('before the start of the clip is omitted, and the other two are accepted', async () => {
    const { page } = show([foundSwing(2, 0.9, 40)], { ...NO_ANNOTATIONS, restTime: 0.2 });
    await press('The clip starts later');
    expect(ticks()[0]).toBe('SetupNot in the clip');
    expect(screen.getByText('Without the setup there is no tempo. Top and impact still line up.')).toBeTruthy();
    await press('Use top and impact');
    expect(page.annotations).toEqual({ restTime: null, topTime: 1.75, strikeTime: 2 });
  });

  test('that was accepted anyway still asks for a check', async () => {
    show([foundSwing(2, 0.9, 40)]);
    await press('Use all three');
    expect(ticks()[0]).toBe('SetupCheck');
  });
});

test('three taps correct a sure rest by 20 frames', async () => {
  const { page } = show([foundSwing(2)]);
  await press('Wider');
  const wanted = 60 - 20;
  const far = screen.getAllByRole('option').map((option) => Number(option.getAttribute('data-frame')));
  const nearest = far.reduce((a, b) => (Math.abs(a - wanted) <= Math.abs(b - wanted) ? a : b));
  await userEvent.click(screen.getAllByRole('option')[far.indexOf(nearest)] as HTMLElement);
  await userEvent.click(screen.getByRole('option', { name: new RegExp(`^Frame ${wanted + 1}\\b`) }));
  expect(page.annotations.restTime).toBe(wanted / 60);
});

test('marks made by hand have the same strip, without proposals', async () => {
  const { page } = show([], { ...NO_ANNOTATIONS, restTime: 1 });
  expect(ticks()).toEqual(['SetupYour choice', 'TopNot set', 'ImpactNot set']);
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull();
  await pick('Frame 64, 3 frames later');
  expect(page.annotations.restTime).toBe(63 / 60);
});

test('frame numbers are shown on demand', async () => {
  show([foundSwing(2)]);
  await userEvent.click(tick('Impact'));
  expect(screen.queryByText('frame 121, 2.00 s')).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Frame numbers' }));
  expect(screen.getByText('frame 121, 2.00 s')).toBeTruthy();
});

describe('the strip', () => {
  test('can be walked with the arrow keys, which stop at both ends', async () => {
    show([foundSwing(2)]);
    await userEvent.click(tick('Top'));
    const strip = within(screen.getByRole('listbox', { name: 'Frames around top' }));
    expect(strip.getAllByRole('option')).toHaveLength(13);
    strip.getByRole('option', { selected: true }).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
    expect(strip.getByRole('option', { selected: true }).getAttribute('aria-label')).toBe('Frame 107, 1 frame later');
    await userEvent.keyboard('{End}{ArrowRight}');
    expect(strip.getByRole('option', { selected: true }).getAttribute('aria-label')).toBe('Frame 112, 6 frames later');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Frame 112, 6 frames later');
  });

  test('shows a message when the browser cannot draw it', async () => {
    show([foundSwing(2)]);
    await waitFor(() => expect(screen.getByText(/^This browser can't show single frames of this video/)).toBeTruthy());
  });
});
