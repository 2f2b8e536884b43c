import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { Certainty, FoundSwing } from '#domain/moments/found-swing.ts';
import { MomentProposals } from './moment-proposals.tsx';

const FPS_60 = { numerator: 60, denominator: 1 };
const FRAME_TIMES = Array.from({ length: 240 }, (_, frame) => frame / 60);

function foundSwing(strike: number, confidence: number, strikeCertainty: Certainty = 'sure'): FoundSwing {
  const moment = (time: number, certainty: Certainty) => ({
    time,
    confidence,
    certainty,
    range: { from: time - 2 / 60, to: time + 1 / 60 },
  });
  return {
    confidence,
    moments: {
      rest: moment(strike - 1, 'check'),
      top: moment(strike - 0.25, 'sure'),
      strike: moment(strike, strikeCertainty),
    },
  };
}

function show(...swings: FoundSwing[]) {
  const on = { onUse: vi.fn(), onShow: vi.fn(), onClose: vi.fn() };
  const source = new Blob([]);
  render(
    <MomentProposals
      source={source}
      frameTimes={FRAME_TIMES}
      frameRate={FPS_60}
      swings={swings}
      track={null}
      next={null}
      colorClass="text-you"
      {...on}
    />,
  );
  return on;
}

describe('the proposals', () => {
  test('say how sure each is, and set nothing by themselves', () => {
    const on = show(foundSwing(2, 0.9, 'heard'));
    const [rest, top, strike] = screen.getAllByRole('listitem').map((item) => within(item));
    expect(screen.getByText(/^We found a swing\./)).toBeTruthy();
    expect(rest?.getByText(/^Please check/)).toBeTruthy();
    expect(top?.getByText('Confident')).toBeTruthy();
    expect(strike?.getByText('Confident: matches the sound')).toBeTruthy();
    expect(strike?.getByText('frame 121, 2.00 s')).toBeTruthy();
    expect(on.onUse).not.toHaveBeenCalled();
  });

  test('say between which frames a position lies that is not sure', () => {
    show(foundSwing(2, 0.9));
    expect(screen.getAllByText('Please check: between frames 59 and 62')).toHaveLength(1);
  });

  test('say so when it is not sure that there is a swing', () => {
    show(foundSwing(2, 0.5));
    expect(screen.getByText(/^This might be a swing\. Please check\./)).toBeTruthy();
  });

  test('are taken one by one or all at once, after another frame was picked', async () => {
    const on = show(foundSwing(2, 0.9));
    const strip = within(screen.getByRole('listbox', { name: 'Frames around the proposed strike' }));
    await userEvent.click(strip.getByRole('option', { name: 'Frame 123, 2 frames later' }));
    expect(on.onShow).toHaveBeenCalledWith(122 / 60);
    await userEvent.click(screen.getByRole('button', { name: 'Use this frame as strike' }));
    expect(on.onUse).toHaveBeenLastCalledWith({ strike: 122 / 60 });
    await userEvent.click(screen.getByRole('button', { name: 'Use all three' }));
    expect(on.onUse).toHaveBeenLastCalledWith({ rest: 1, top: 1.75, strike: 122 / 60 });
    expect(on.onClose).toHaveBeenCalled();
  });

  test('lead on to the next swing of the video, and round again', async () => {
    show(foundSwing(2, 0.9), foundSwing(3.5, 0.7));
    expect(screen.getByText(/Swing 1 of 2/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Next swing' }));
    expect(screen.getByText(/Swing 2 of 2/)).toBeTruthy();
    expect(screen.getByText('frame 211, 3.50 s')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Next swing' }));
    expect(screen.getByText(/Swing 1 of 2/)).toBeTruthy();
  });
});

describe('a film strip', () => {
  test('is walked with the arrow keys and ends at its ends', async () => {
    show(foundSwing(2, 0.9));
    const strip = within(screen.getByRole('listbox', { name: 'Frames around the proposed top' }));
    expect(strip.getAllByRole('option')).toHaveLength(13);
    strip.getByRole('option', { selected: true }).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
    expect(strip.getByRole('option', { selected: true }).getAttribute('aria-label')).toBe('Frame 107, 1 frame later');
    await userEvent.keyboard('{End}{ArrowRight}');
    expect(strip.getByRole('option', { selected: true }).getAttribute('aria-label')).toBe('Frame 112, 6 frames later');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Frame 112, 6 frames later');
  });

  test('says so where the browser cannot draw it', async () => {
    show(foundSwing(2, 0.9));
    // One strip for each of the three positions, and each finds out by itself.
    await waitFor(() =>
      expect(screen.getAllByText(/^This browser can't show single frames of this video/)).toHaveLength(3),
    );
  });
});
