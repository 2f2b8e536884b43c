// The search's card: what it says about where the video is, and how long an answer stays.
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { NOTHING_TAKEN } from '#domain/moments/taken-moments.ts';
import { NO_ANNOTATIONS, type SwingAnnotations } from '#domain/swing/swing.ts';
import { makeClip } from '#domain/video/clip.ts';
import { createFramePlayer } from '#web/player/engine/frame-player.ts';
import { FindKeyPositions } from './find-key-positions.tsx';

const CLIP = makeClip({ widthPx: 640, heightPx: 360, frameTimes: [0, 1 / 30, 2 / 30] });
const SOURCE = new Blob([]);
const nothing = () => undefined;

/** jsdom has no workers: this one fails as the real one does on a file that it cannot read. */
class UnreadableWorker extends EventTarget {
  postMessage() {
    setTimeout(() => this.dispatchEvent(new Event('error')));
  }
  terminate() {}
}

/** This worker reads nothing until it is told to search without the body. */
class WaitingWorker extends UnreadableWorker {
  override postMessage(message?: unknown) {
    if (message === 'without-body') super.postMessage();
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function card(isLocal: boolean, annotations: SwingAnnotations = NO_ANNOTATIONS, beginsByItself = false) {
  return (
    <FindKeyPositions
      source={SOURCE}
      clip={CLIP}
      isLocal={isLocal}
      beginsByItself={beginsByItself}
      annotations={annotations}
      taken={NOTHING_TAKEN}
      startsAfterRest={false}
      player={createFramePlayer()}
      colorClass="text-you"
      onPick={nothing}
      onTake={nothing}
      onStartsAfterRest={nothing}
      onShow={nothing}
    />
  );
}

test('shows that the video stays in the browser only while that is true', () => {
  const { rerender } = render(card(true));
  expect(screen.getByText(/The video stays in this browser\./)).toBeTruthy();
  rerender(card(false));
  expect(screen.queryByText(/stays in this browser/)).toBeNull();
});

test('clears the message of a search without result once a position is marked by hand', async () => {
  vi.stubGlobal('Worker', UnreadableWorker);
  const { rerender } = render(card(true));
  await userEvent.click(screen.getByRole('button', { name: 'Find the key positions' }));
  expect(await screen.findByText(/^This browser can't read this video's frames\./)).toBeTruthy();
  rerender(card(true, { ...NO_ANNOTATIONS, restTime: 0 }));
  expect(screen.queryByText(/can't read this video's frames/)).toBeNull();
});

test('asks before the download on a metered connection, and searches without it if declined', async () => {
  vi.stubGlobal('Worker', WaitingWorker);
  vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: { saveData: true } } }));
  render(card(true));
  await userEvent.click(screen.getByRole('button', { name: 'Find the key positions' }));
  expect(
    await screen.findByText(/^Finding the golfer needs a download of 10\.7 MB, once\..* found less often\.$/),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download it' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Search without it' }));
  expect(await screen.findByText(/^This browser can't read this video's frames\./)).toBeTruthy();
});

test('searches a newly chosen clip once the page is idle, until a position is marked by hand [S2.38]', async () => {
  const ended = vi.fn();
  vi.stubGlobal(
    'Worker',
    class extends WaitingWorker {
      override terminate() {
        ended();
      }
    },
  );
  const { rerender } = render(card(true, NO_ANNOTATIONS, true));
  expect(screen.getByRole('button', { name: 'Find the key positions' })).toBeTruthy();
  await userEvent.pointer({ keys: '[MouseLeft]', target: document.body });
  expect(await screen.findByText('Looking for the swing… 0%', {}, { timeout: 20_000 })).toBeTruthy();
  expect(document.activeElement).toBe(document.body);
  rerender(card(true, { ...NO_ANNOTATIONS, topTime: 1 / 30 }, true));
  expect(screen.getByRole('button', { name: 'Find the key positions' })).toBeTruthy();
  expect(ended).toHaveBeenCalled();
});

test('does not search automatically a clip with a mark, or on a metered connection [S2.38]', async () => {
  const started = vi.fn();
  vi.stubGlobal(
    'Worker',
    class extends WaitingWorker {
      override postMessage() {
        started();
      }
    },
  );
  vi.useFakeTimers();
  const { unmount } = render(card(true, { ...NO_ANNOTATIONS, restTime: 0 }, true));
  await vi.advanceTimersByTimeAsync(60_000);
  unmount();
  vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: { saveData: true } } }));
  render(card(true, NO_ANNOTATIONS, true));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(started).not.toHaveBeenCalled();
  expect(screen.queryByRole('alert')).toBeNull();
});
