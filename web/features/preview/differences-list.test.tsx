// 'What differs most': its sentences, and what a press on one shows.
import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { bodyAngles } from '#domain/body/body-angles.ts';
import type { MeasuredBody } from '#domain/comparison/body-comparison.ts';
import { AS_FILMED } from '#domain/comparison/comparison-choices.ts';
import { FILMED_UNKNOWN } from '#domain/library/golfer.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { makeClip } from '#domain/video/clip.ts';
import { DRAWN_MARKS, type DrawnBody, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { SyncedPair } from '#web/player/synced/synced-pair.ts';
import type { ComparisonSide } from '#web/videos/use-comparison-sides.ts';
import { DifferencesList } from './differences-list.tsx';
import { planOf } from './preview-plan.ts';

const SLOW_MARKS = { restTime: 1, topTime: 2.2, strikeTime: 2.65 };
const CLIP = makeClip({
  ...{ widthPx: 100, heightPx: 100 },
  frameTimes: Array.from({ length: 240 }, (_, index) => index / 60),
});
const UPRIGHT: DrawnBody = { view: 'down-the-line', lean: 0.1 };
const BENT: DrawnBody = { view: 'down-the-line', lean: 0.2 };

function side(annotations: SwingAnnotations, golferName: string | null): ComparisonSide {
  const annotatedClip = { clip: CLIP, annotations };
  const unknown = { src: 'blob:clip', doubts: {}, bodyUrl: null, filmed: FILMED_UNKNOWN };
  return { ...unknown, annotatedClip, golferName, slowMotionFactor: 1 };
}

function measured(body: DrawnBody): MeasuredBody {
  return { angles: bodyAngles(drawnSwing(body), DRAWN_MARKS), annotations: DRAWN_MARKS };
}

function renderList({
  marks = DRAWN_MARKS as SwingAnnotations,
  user = null as DrawnBody | null,
  pro = null as DrawnBody | null,
  factor = { slowMotionFactor: 1 as number | null, proposedFactor: null as number | null },
}) {
  const sides = { user: side(marks, null), pro: side(DRAWN_MARKS, 'Ada') };
  const facts = { body: null, name: null, tempo: null };
  const swings = planOf({ ...sides.user, ...facts }, { ...sides.pro, ...facts }, 'strike', AS_FILMED, null);
  if (typeof swings !== 'object') throw new Error(swings);
  const pair = new SyncedPair();
  pair.setSwings(swings);
  const choose = vi.fn();
  const file = new File([], 'swing.mp4');
  const compared = { user: { clipId: 'a', file, annotations: marks, ...factor }, pro: { golferId: 1 } };
  const bodies = { user: { measured: user && measured(user) }, pro: { measured: pro && measured(pro) } };
  const shown = render(<DifferencesList {...{ compared, sides, bodies, pair, choose }} choices={AS_FILMED} />);
  return { ...shown, pair, choose, swings };
}

test('each difference is a sentence with its confidence; a press shows the position and the body lines on both sides', () => {
  const { pair, choose } = renderList({ marks: SLOW_MARKS, user: UPRIGHT, pro: BENT });
  const list = screen.getByRole('region', { name: 'What differs most' });
  const items = within(list).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Much the same rhythm, 50 % slower.Clear',
    'At setup your spine is about 20° more upright than Ada’s.Clear',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'At setup your spine is about 20° more upright than Ada’s.' }));
  expect(choose.mock.calls).toEqual([[{ ...AS_FILMED, hasBodyLines: true }]]);
  // The strikes meet: at rest each side shows its own moment.
  expect([pair.getState().isApart, pair.getState().playing]).toEqual([true, false]);
  fireEvent.click(screen.getByRole('button', { name: /^Much the same rhythm/ }));
  expect(choose).toHaveBeenCalledOnce();
  expect(pair.getState().at).toBeCloseTo(pair.getState().swings?.plan.meetAt ?? Number.NaN, 1);
});

test('until the bodies are known there is nothing but the timing, and nothing at all without a difference', () => {
  const { container, unmount } = renderList({});
  expect(container.textContent).toBe('');
  unmount();
  renderList({ marks: SLOW_MARKS });
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

test('a factor of slow motion that is only proposed leaves the pace out', () => {
  const { container } = renderList({ marks: SLOW_MARKS, factor: { slowMotionFactor: null, proposedFactor: 4 } });
  expect(container.textContent).toBe('');
});

test('says so when both bodies were compared and nothing differs', () => {
  renderList({ user: BENT, pro: BENT });
  expect(screen.getByText(/^No difference larger than our margin of error/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
