// The golfers offered for a swing that was just found: the best match is chosen, and another is one tap away.
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import library from '#content/library.json' with { type: 'json' };
import type { GolferCard } from '#contract/golfers.ts';
import { withSideChoices } from '#domain/comparison/comparison-choices.ts';
import { type Filmed, golferTempo } from '#domain/library/golfer.ts';
import { answerCalls } from '#tests/web/answer-calls.ts';
import { GOLFER_CARD } from '#tests/web/golfer-card.ts';
import { createQueryClient, QueryClientProvider } from '#web/api/query.tsx';
import { clearClips, storeClip } from '#web/clip/clip-storage.ts';
import { clearSession } from '#web/clip/comparison-session.ts';
import { type Analysis, useAnalysis } from './analysis-store.ts';
import { useNextStep } from './pro-steps.tsx';

/** The cards of the shipped golfers in the order in which the server lists them. */
const CARDS = library.golfers
  .map((golfer, index): GolferCard => {
    const { name, club, view, hand } = golfer;
    const tempo = golferTempo(golfer, 'slowMotionFactor' in golfer ? Number(golfer.slowMotionFactor) : 1);
    return { ...GOLFER_CARD, ...({ view, hand } as Filmed), id: index + 1, name, club, tempo };
  })
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

/** A tempo of 21/7. */
const QUICK = { restTime: 1, topTime: 1.7, strikeTime: 1.9333 };

beforeEach(async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:swing', revokeObjectURL: () => undefined }));
  await clearClips();
  clearSession();
  vi.stubGlobal('fetch', answerCalls({ listGolfers: () => CARDS }).fetch);
});
afterEach(() => vi.unstubAllGlobals());

async function show(filmed: Filmed) {
  const latest: { analysis: Analysis | null } = { analysis: null };
  const showLive = vi.fn<() => void>();
  function Found() {
    const analysis = useAnalysis();
    latest.analysis = analysis;
    const next = useNextStep(analysis, showLive)({ ...filmed, annotations: QUICK });
    return (
      <>
        {next?.sentence}
        <button type="button" onClick={next?.onTaken}>
          Compare
        </button>
      </>
    );
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Found />
    </QueryClientProvider>,
  );
  const clip = await storeClip(new File(['a swing'], 'swing.mp4', { type: 'video/mp4' }));
  act(() => latest.analysis?.load('user', clip));
  await screen.findByRole('group', { name: 'Compare with' });
  return {
    showLive,
    chosen: () => latest.analysis?.golfer?.name,
    analysis: () => latest.analysis,
    isMirrored: () => latest.analysis?.getState().choices.pro.isMirrored,
  };
}

function faces(): readonly (readonly [string | null, boolean])[] {
  const group = screen.getByRole('group', { name: 'Compare with' });
  return [...group.querySelectorAll('input')].map((face) => [face.getAttribute('aria-label'), face.checked]);
}

test('offers three golfers filmed like the swing, with the nearest tempo chosen although no mark is set yet', async () => {
  const { showLive, chosen } = await show({ view: 'down-the-line', hand: 'right' });
  expect(faces()).toEqual([
    ['Leo, driver, down the line', true],
    ['Ada, wedge, down the line', false],
    ['Ben, 7 iron, down the line', false],
  ]);
  const best = screen.getByRole('radio', { name: 'Leo, driver, down the line' });
  expect(document.getElementById(best.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Driver3.0:1 · 0.9 s');
  expect(screen.queryByText(/^Check that the camera angle/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
  expect([chosen(), showLive.mock.calls.length]).toEqual(['Leo, driver, down the line', 1]);
});

test('compares with a tapped golfer, and offers golfers with the named club first', async () => {
  const { chosen } = await show({ view: 'down-the-line', hand: 'right' });
  await userEvent.click(screen.getByRole('radio', { name: 'Driver' }));
  expect(faces().map(([name]) => name)).toEqual([
    'Leo, driver, down the line',
    'Sam, driver, down the line',
    'Maya, driver, down the line',
  ]);
  await userEvent.click(screen.getByRole('radio', { name: 'Maya, driver, down the line' }));
  expect(faces().map(([, isChosen]) => isChosen)).toEqual([false, false, true]);
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
  expect(chosen()).toBe('Maya, driver, down the line');
});

test('says so when no golfer is filmed like the swing', async () => {
  await show({ view: 'from-behind', hand: 'right' });
  const sentence =
    /^No golfer filmed from behind in the library\. Shown: (face-on|down the line)(, face-on|, down the line)?\.$/;
  expect(screen.getByText(sentence)).toBeTruthy();
  expect(screen.queryByText(/^Check that the camera angle/)).toBeNull();
  expect(faces()).toHaveLength(3);
});

test('warns of the camera angle while it is not known how the swing is filmed', async () => {
  await show({ view: null, hand: null });
  expect(screen.getByText(/^Check that the camera angle is the same/)).toBeTruthy();
});

test('offers a left-hander the right-handers with the same club in a mirror', async () => {
  const { chosen, isMirrored } = await show({ view: 'face-on', hand: 'left' });
  await userEvent.click(screen.getByRole('radio', { name: 'Driver' }));
  const [best] = faces();
  expect(best).toEqual(['Leo, driver, face-on', true]);
  const face = screen.getByRole('radio', { name: 'Leo, driver, face-on' });
  const facts = () => document.getElementById(face.getAttribute('aria-describedby') ?? '')?.textContent;
  expect(facts()).toBe('Driver3.0:1 · 0.9 sMirrored');
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
  expect([chosen(), isMirrored()]).toEqual(['Leo, driver, face-on', true]);
});

test('does not mirror a golfer of the visitor’s hand, not even after a mirrored one', async () => {
  const { analysis, isMirrored } = await show({ view: 'face-on', hand: 'right' });
  const [left, right, unknown] = (['left', 'right', null] as const).map((hand) => ({ ...GOLFER_CARD, hand }));
  if (!left || !right || !unknown) throw new Error('There are three golfers');
  const choose = (golfer: GolferCard, hand: 'left' | 'right' | null) => {
    act(() => analysis()?.chooseGolfer(golfer, hand));
    return isMirrored();
  };
  expect([choose(left, 'right'), choose(right, 'right')]).toEqual([true, false]);
  // An unknown hand changes nothing.
  expect([choose(left, 'right'), choose(unknown, 'right'), choose(right, null)]).toEqual([true, true, true]);
});

test('takes a mirrored right-hander for the left-hander on screen', async () => {
  const { analysis, isMirrored } = await show({ view: 'face-on', hand: 'right' });
  act(() => {
    const { choices } = analysis()?.getState() ?? {};
    if (choices) analysis()?.setChoices(withSideChoices(choices, 'user', { isMirrored: true }));
  });
  await userEvent.click(screen.getByRole('radio', { name: 'Driver' }));
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
  expect(isMirrored()).toBe(true);
});
