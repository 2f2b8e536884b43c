// The professional's side of the quick comparison in each of its states.
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GolferCard } from '#contract/golfers.ts';
import { TRAITS_UNKNOWN } from '#domain/library/suggest-golfers.ts';
import { answerCalls, refusal } from '#tests/web/answer-calls.ts';
import { GOLFER_CARD } from '#tests/web/golfer-card.ts';
import { createQueryClient, QueryClientProvider } from '#web/api/query.tsx';
import { SampleProCard } from './quick-compare.tsx';

const ADA: GolferCard = {
  ...{ ...GOLFER_CARD, id: 1, name: 'Ada Fairway', majorChampionships: 2, club: '7 iron' },
  level: 'Model',
  tag: 'Professional tempo',
};
const BEN: GolferCard = { ...ADA, id: 2, name: 'Ben Bunker', level: null, club: null, tag: null };

beforeEach(() => {
  // jsdom plays nothing and knows no media queries.
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
});
afterEach(() => vi.unstubAllGlobals());

function show(answers: Parameters<typeof answerCalls>[0], golfer: GolferCard | null = null) {
  vi.stubGlobal('fetch', answerCalls(answers).fetch);
  const onGolferChange = vi.fn<(golfer: GolferCard) => void>();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SampleProCard
        like={{ ...TRAITS_UNKNOWN, view: 'face-on', hand: 'right', club: 'driver' }}
        golfer={golfer}
        disabled={false}
        onGolferChange={onGolferChange}
      />
    </QueryClientProvider>,
  );
  return onGolferChange;
}

test('selects no golfer until the visitor does', async () => {
  const onGolferChange = show({ listGolfers: () => [ADA, BEN] });
  await userEvent.click(await screen.findByRole('radio', { name: 'Ben Bunker' }));
  expect(onGolferChange).toHaveBeenCalledExactlyOnceWith(BEN);
  expect(screen.getByRole('heading', { name: 'Select Professional' })).toBeTruthy();
});

test('shows the chosen golfer with level, club, tag and the three positions [S2.7]', async () => {
  const times = { restTime: 0.8, topTime: 1.6, strikeTime: 1.8666 };
  const clip = { widthPx: 720, heightPx: 1280, frameTimes: [0], frameRate: { numerator: 60, denominator: 1 } };
  const detail = { ...ADA, ...times, clip, videoUrl: '/media/golfers/1.mp4', slowMotionFactor: 1 };
  show({ listGolfers: () => [ADA, BEN], getGolfer: () => detail }, ADA);
  for (const text of ['Model', '7 iron', 'Professional tempo']) expect(screen.getByText(text)).toBeTruthy();
  for (const text of ['0.8 s', '1.6 s', '1.9 s']) await screen.findByText(text);
  expect(((await screen.findByRole('radio', { name: 'Ada Fairway' })) as HTMLInputElement).checked).toBe(true);
});

test('lists golfers of the sample’s camera angle first, its club before others, and names another angle', async () => {
  const faceOn = { view: 'face-on', hand: 'right' } as const;
  const driver: GolferCard = {
    ...ADA,
    id: 3,
    name: 'Cleo Driver',
    club: 'Driver',
    view: 'down-the-line',
    hand: 'right',
  };
  const iron: GolferCard = { ...ADA, ...faceOn };
  const wood: GolferCard = { ...BEN, ...faceOn, club: 'Driver' };
  show({ listGolfers: () => [driver, iron, wood] });
  await screen.findByRole('radio', { name: 'Cleo Driver' });
  const names = screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'));
  expect(names).toEqual(['Ben Bunker', 'Ada Fairway', 'Cleo Driver']);
  expect(screen.getAllByText('Other camera angle')).toHaveLength(1);
});

test('allows a comparison with a golfer whose times fail to load', async () => {
  show({ listGolfers: () => [ADA], getGolfer: () => refusal(500, 'Something went wrong', 'internal') }, ADA);
  await screen.findByText('The marked times could not be loaded.');
});

test('shows a message for an empty library', async () => {
  show({ listGolfers: () => [] });
  await screen.findByText('No professional golfers available. Please add some in the admin panel.');
});

test('retries a list that fails to load', async () => {
  const answers = [refusal(500, 'Something went wrong', 'internal'), [ADA]];
  show({ listGolfers: () => answers.shift() ?? [] });
  await screen.findByText('Failed to load professional golfers. Please try again.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('radio', { name: 'Ada Fairway' });
});
