// 'Biggest differences': its sentences, and what a press on one shows.
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { useMemo } from 'react';
import { expect, test, vi } from 'vitest';
import { bodyAngles } from '#domain/body/body-angles.ts';
import { AS_FILMED } from '#domain/comparison/comparison-choices.ts';
import { readFocus } from '#domain/focus/focus.ts';
import { FILMED_UNKNOWN } from '#domain/library/golfer.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { makeClip } from '#domain/video/clip.ts';
import { DRAWN_MARKS, type DrawnBody, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import type { ComparisonSide } from '#web/clip/use-comparison-sides.ts';
import { SyncedPair } from '#web/player/synced/synced-pair.ts';
import type { KnownBody } from './compared-differences.ts';
import { DifferencesList, type PreviewDifferences, useDifferences } from './differences-list.tsx';
import { planOf } from './preview-plan.ts';

/** A backswing of twice the time. */
const SLOW_MARKS = { restTime: 1, topTime: 2.6, strikeTime: 2.9 };
const CLIP = makeClip({
  widthPx: 100,
  heightPx: 100,
  frameTimes: Array.from({ length: 240 }, (_, index) => index / 60),
});
const UPRIGHT: DrawnBody = { view: 'down-the-line', lean: 0.1 };
const BENT: DrawnBody = { view: 'down-the-line', lean: 0.2 };

function side(annotations: SwingAnnotations, golferName: string | null): ComparisonSide {
  const annotatedClip = { clip: CLIP, annotations };
  const unknown = { posterUrl: null, doubts: {}, bodyUrl: null, filmed: FILMED_UNKNOWN, club: null };
  return { ...unknown, src: 'blob:clip', annotatedClip, golferName, slowMotionFactor: 1 };
}

/** `headHeight` is how far the head rises until the top, in body heights. */
function known(body: DrawnBody | null, headHeight?: number): KnownBody {
  if (!body) return { facts: null, measured: null, said: {} };
  const track = drawnSwing(body);
  const angles = bodyAngles(track, DRAWN_MARKS);
  const head = headHeight === undefined ? {} : { top: { value: headHeight, plusMinus: 0.02 } };
  const measures = { ...angles.measures, headHeight: { ...angles.measures.headHeight, ...head } };
  const measured = { angles: { ...angles, measures }, annotations: DRAWN_MARKS };
  return { facts: { track, outlines: null }, measured, said: {} };
}

interface ListCase {
  readonly marks?: SwingAnnotations;
  readonly user?: DrawnBody | null;
  readonly pro?: DrawnBody | null;
  readonly headHeight?: number;
  readonly factor?: { slowMotionFactor: number | null; proposedFactor: number | null };
  readonly hasEvidence?: boolean;
  readonly isLooking?: boolean;
  readonly areBodiesDone?: boolean;
  readonly onAsk?: (() => void) | null;
}

function renderList({
  marks = DRAWN_MARKS,
  user = null,
  pro = null,
  headHeight,
  factor = { slowMotionFactor: 1, proposedFactor: null },
  hasEvidence = false,
  isLooking = false,
  areBodiesDone = false,
  onAsk = null,
}: ListCase) {
  const sides = { user: side(marks, null), pro: side(DRAWN_MARKS, 'Ada') };
  const facts = { body: null, name: null, tempo: null };
  const swings = planOf({ ...sides.user, ...facts }, { ...sides.pro, ...facts }, 'strike', AS_FILMED, null);
  if (typeof swings !== 'object') throw new Error(swings);
  const pair = new SyncedPair();
  pair.setSwings(swings);
  const file = new File([], 'swing.mp4');
  const compared = { user: { clipId: 'a', file, annotations: marks, ...factor }, pro: { golferId: 1 } };
  const latest: { current: PreviewDifferences | null } = { current: null };
  function Listed() {
    const bodies = useMemo(() => ({ user: known(user, headHeight), pro: known(pro, headHeight && 0) }), []);
    const differences = useDifferences({ pair, compared, sides, bodies, choices: { ...AS_FILMED, hasEvidence } });
    latest.current = differences;
    return (
      <DifferencesList
        {...{ differences, isLooking, areBodiesDone, onAsk }}
        viewsDiffer={user?.view !== pro?.view}
        golferName="Ada"
      />
    );
  }
  return { ...render(<Listed />), pair, latest };
}

const SPINE = /^2 of 2 *At setup your spine is about 20° more upright than Ada’s\./;

test('each difference is a sentence with its confidence; a press shows both golfers there with lines, another goes back', () => {
  const { pair, latest } = renderList({ marks: SLOW_MARKS, user: UPRIGHT, pro: BENT });
  const list = screen.getByRole('region', { name: 'Biggest differences' });
  expect(within(list).getAllByRole('button')).toHaveLength(2);
  act(() => pair.goTo(0.5));
  const was = pair.getState().at;
  const spine = () => screen.getByRole('button', { name: SPINE });
  fireEvent.click(spine());
  // The strikes meet: at rest each side shows its own moment, with the same lines on both.
  expect([pair.getState().apart !== null, pair.getState().playing, spine().getAttribute('aria-pressed')]).toEqual([
    ...[true, false, 'true'],
  ]);
  const kinds = (of: 'user' | 'pro') =>
    latest.current?.evidence[of].map(({ shapes }) => shapes.map(({ kind }) => kind));
  expect([kinds('user'), kinds('pro')]).toEqual([[['angle']], [['angle']]]);
  expect(latest.current?.framed.framing).toBe('golfers');
  expect(spine().textContent).toMatch(/Tour players: 29° to 47°\.$/);
  fireEvent.click(spine());
  expect(spine().textContent).not.toContain('Tour players');
  expect([pair.getState().apart !== null, pair.getState().at, spine().getAttribute('aria-pressed')]).toEqual([
    ...[false, was, 'false'],
  ]);
  expect(latest.current?.evidence).toEqual({ user: [], pro: [] });
});

test('a press makes the shown difference of the bodies the focus, which stays on the device, and another press drops it', () => {
  localStorage.clear();
  const { unmount } = renderList({ marks: SLOW_MARKS, user: UPRIGHT, pro: BENT });
  const workOn = () => screen.queryByRole('button', { name: 'Work on this' });
  expect(workOn()).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Biggest differences.*Your backswing/ }));
  expect(workOn()).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: SPINE }));
  fireEvent.click(workOn() as HTMLElement);
  expect(workOn()?.getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole('status').textContent).toContain('Kept in My swings.');
  const kept = readFocus(JSON.parse(localStorage.getItem('swingmark:focus') ?? 'null'));
  expect(kept).toMatchObject({ measure: 'spineTilt', position: 'rest', goal: 29 });
  unmount();
  renderList({ marks: SLOW_MARKS, user: UPRIGHT, pro: BENT });
  fireEvent.click(screen.getByRole('button', { name: SPINE }));
  expect(workOn()?.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(workOn() as HTMLElement);
  expect(localStorage.getItem('swingmark:focus')).toBeNull();
});

test('while a difference is shown, a press on another one shows that one, and a second press goes back to the beginning', () => {
  const { pair, latest } = renderList({ marks: SLOW_MARKS, user: UPRIGHT, pro: BENT });
  act(() => pair.goTo(0.5));
  const was = pair.getState().at;
  const [duration, spine] = within(screen.getByRole('region', { name: 'Biggest differences' })).getAllByRole('button');
  if (!duration || !spine) throw new Error('There are two differences');
  const pressed = () => [duration, spine].map((button) => button.getAttribute('aria-pressed'));
  fireEvent.click(duration);
  expect(pressed()).toEqual(['true', 'false']);
  fireEvent.click(spine);
  expect(pressed()).toEqual(['false', 'true']);
  expect(latest.current?.evidence.user).toHaveLength(1);
  fireEvent.click(spine);
  expect(pressed()).toEqual(['false', 'false']);
  expect(pair.getState().at).toBe(was);
});

test('Escape goes back too, playing goes back and plays, and a step to another frame only hides the lines', async () => {
  const { pair } = renderList({ marks: SLOW_MARKS, user: UPRIGHT, pro: BENT });
  const spine = () => screen.getByRole('button', { name: SPINE });
  act(() => pair.goTo(0.5));
  const was = pair.getState().at;
  fireEvent.click(spine());
  fireEvent.keyDown(document, { key: 'Escape' });
  expect([spine().getAttribute('aria-pressed'), pair.getState().at]).toEqual(['false', was]);
  fireEvent.click(spine());
  await act(async () => pair.setPlaying(true));
  expect([spine().getAttribute('aria-pressed'), pair.getState().at]).toEqual(['false', was]);
  act(() => pair.setPlaying(false));
  fireEvent.click(spine());
  const shownAt = pair.getState().at;
  act(() => pair.step(1));
  expect(spine().getAttribute('aria-pressed')).toBe('false');
  expect(pair.getState().at).not.toBe(shownAt);
  expect(pair.getState().at).not.toBe(was);
});

test('with all lines on, the moment at which they are drawn is known, and leads there', () => {
  const { pair, latest } = renderList({ marks: SLOW_MARKS, user: UPRIGHT, pro: BENT, hasEvidence: true });
  expect(latest.current?.drawn.map(({ position }) => position)).toEqual(['rest']);
  act(() => latest.current?.drawn[0]?.show());
  expect(pair.getState().apart?.user).toBe(SLOW_MARKS.restTime);
});

test('until the bodies are known there is only the timing and the offer to compare them, in the same place', () => {
  const onAsk = vi.fn();
  const { unmount } = renderList({ marks: SLOW_MARKS, onAsk });
  expect(screen.getAllByRole('button')).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: /^Compare the bodies too/ }));
  expect(onAsk).toHaveBeenCalledOnce();
  unmount();
  renderList({ isLooking: true });
  expect(screen.getByRole('status').textContent).toContain('Comparing both bodies…');
});

test('leaves out the pace while a slow-motion factor is only proposed', () => {
  renderList({ marks: SLOW_MARKS, factor: { slowMotionFactor: null, proposedFactor: 4 } });
  expect(screen.getByRole('button', { name: /Your backswing to downswing is 5\.3:1/ })).toBeTruthy();
});

test('says so when both bodies were compared and nothing differs', () => {
  renderList({ user: BENT, pro: BENT });
  expect(screen.getByText('Too close to call.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('says so when the bodies differ no more than those of tour players', () => {
  renderList({ user: { ...UPRIGHT, lean: 0.15 }, pro: { ...BENT, lean: 0.27 } });
  expect(screen.getByText('Your bodies differ, but no more than tour players’ do.')).toBeTruthy();
});

test('says what to film when a body was not seen well enough to compare it', () => {
  renderList({ areBodiesDone: true });
  expect(screen.getByText(/^These bodies cannot be compared. Film face-on or down the line/)).toBeTruthy();
});

test('lengths are told for a usual height until the golfer sets theirs, once, below the sentence that was pressed', () => {
  const { unmount } = renderList({ user: BENT, pro: BENT, headHeight: -0.1 });
  const sentence = () => screen.getByRole('button', { name: /your head drops/ });
  const chosenIn = (select: HTMLElement) => (select as HTMLSelectElement).selectedOptions[0]?.text;
  expect(sentence().textContent).toMatch(/drops about 7 in/);
  expect(screen.queryByRole('combobox')).toBeNull();
  fireEvent.click(sentence());
  const height = screen.getByRole('combobox', { name: 'Your height' });
  expect(chosenIn(height)).toBe(`5'9" (assumed)`);
  fireEvent.change(height, { target: { value: `4'0"` } });
  expect(chosenIn(screen.getByRole('combobox'))).toBe(`4'0"`);
  expect(sentence().textContent).toMatch(/drops about 5 in/);
  unmount();
  expect(localStorage.getItem('swingmark:height-cm')).toBe('123');
});
