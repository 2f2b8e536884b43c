// The golfer picker in each of its states.
import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GolferCard } from '#contract/golfers.ts';
import type { Filmed } from '#domain/library/golfer.ts';
import { type SwingTraits, TRAITS_UNKNOWN } from '#domain/library/suggest-golfers.ts';
import { answerCalls, refusal } from '#tests/web/answer-calls.ts';
import { GOLFER_CARD } from '#tests/web/golfer-card.ts';
import { createQueryClient, QueryClientProvider } from '#web/api/query.tsx';
import { GolferPicker } from './golfer-picker.tsx';

const ADA: GolferCard = {
  ...{ ...GOLFER_CARD, id: 1, name: 'Ada Fairway', thumbnailUrl: '/uploads/thumbnails/1.jpg' },
  majorChampionships: 2,
  club: 'Driver',
  height: '6\'1"',
};
const BEN: GolferCard = { ...ADA, id: 2, name: 'Ben Bunker', club: null, height: null };

// jsdom has none.
beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })));
afterEach(() => vi.unstubAllGlobals());

function show(answers: Parameters<typeof answerCalls>[0], chosenId: number | null = null, clip?: Partial<SwingTraits>) {
  vi.stubGlobal('fetch', answerCalls(answers).fetch);
  const onChoose = vi.fn<(golfer: GolferCard) => void>();
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <GolferPicker chosenId={chosenId} onChoose={onChoose} {...(clip && { swing: { ...TRAITS_UNKNOWN, ...clip } })} />
    </QueryClientProvider>,
  );
  return { onChoose, container };
}

test('shows four placeholders while the golfers load [S2.10]', async () => {
  show({ listGolfers: () => [ADA] });
  expect(screen.getAllByTestId('golfer-placeholder')).toHaveLength(4);
  await screen.findByRole('button', { name: 'Ada Fairway' });
});

test('shows the known facts of a golfer, and marks the chosen card as pressed [S2.11]', async () => {
  const { onChoose } = show({ listGolfers: () => [ADA, BEN] }, 2);
  const ada = await screen.findByRole('button', { name: 'Ada Fairway' });
  const ben = screen.getByRole('button', { name: 'Ben Bunker' });
  for (const text of ['Major Championships: 2', 'Club: Driver', 'Height: 6\'1"', 'Professional Swing']) {
    expect(within(ada).getByText(text)).toBeTruthy();
  }
  expect(within(ben).queryByText(/Club|Height/)).toBeNull();
  expect([ada, ben].map((card) => card.getAttribute('aria-pressed'))).toEqual(['false', 'true']);
  await userEvent.click(ada);
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(ADA);
});

test('shows view, hand and tempo if known, and plays the swing while the pointer is over the card [S2.11]', async () => {
  const tempo = { ratio: 3, seconds: 0.93 };
  const { container } = show({ listGolfers: () => [{ ...ADA, view: 'down-the-line', hand: 'left', tempo }, BEN] });
  const ada = await screen.findByRole('button', { name: 'Ada Fairway' });
  for (const text of ['Down the line', 'Left-handed', 'Quick tempo, 3.0:1']) {
    expect(within(ada).getByText(text, { exact: false })).toBeTruthy();
  }
  expect(within(screen.getByRole('button', { name: 'Ben Bunker' })).queryByText(/tempo/)).toBeNull();
  expect(container.querySelector('video')).toBeNull();
  await userEvent.hover(ada);
  await vi.waitFor(() => expect(ada.querySelector('video')?.getAttribute('src')).toBe('/media/golfers/1.mp4'));
  await userEvent.unhover(ada);
  expect(container.querySelector('video')).toBeNull();
});

test('plays no card with reduced motion', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const { container } = show({ listGolfers: () => [ADA] });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).hover(await screen.findByRole('button'));
  await vi.advanceTimersByTimeAsync(5000);
  vi.useRealTimers();
  expect(container.querySelector('video')).toBeNull();
});

test('hides a thumbnail that fails to load and keeps its place [S2.11]', async () => {
  const { container } = show({ listGolfers: () => [ADA] });
  await screen.findByRole('button', { name: 'Ada Fairway' });
  const picture = container.querySelector('img');
  if (!picture) throw new Error('The card has no picture');
  fireEvent.error(picture);
  expect(container.querySelector('img')?.className).toContain('invisible');
});

test('shows the specified texts for an empty library and a failed load', async () => {
  show({ listGolfers: () => [] });
  await screen.findByText('No professional golfers available. Please add some in the admin panel.');
});

test('retries a failed load', async () => {
  const answers = [refusal(500, 'Something went wrong', 'internal'), [ADA]];
  show({ listGolfers: () => answers.shift() ?? [] });
  await screen.findByText('Failed to load professional golfers. Please try again.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Ada Fairway' });
});

test('lists golfers filmed like the visitor’s clip, under a heading that says so, and all with “Any view” [S2.30]', async () => {
  const golfers: GolferCard[] = [
    { ...ADA, view: 'down-the-line', hand: 'left' },
    { ...BEN, view: 'face-on', hand: 'left' },
    { ...BEN, id: 9, name: 'Cleo Creek', view: 'face-on', hand: 'right' },
  ];
  show({ listGolfers: () => golfers }, null, { view: 'face-on', hand: 'right' });
  await screen.findByRole('heading', { name: 'Face-on, right-handed like your clip' });
  const cards = () => screen.getAllByRole('button').map((card) => card.textContent);
  const alike = [
    expect.stringMatching(/^Cleo Creek.*Face-on, Right-handed(?!.*Mirrored)/),
    expect.stringMatching(/^Ben Bunker.*Face-on, Left-handed.*Mirrored/),
  ];
  expect(cards()).toEqual(alike);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show golfers by view' }), 'Any view');
  expect(cards()).toEqual([...alike, expect.stringMatching(/^Ada Fairway.*Down the line, Left-handed.*Mirrored/)]);
  expect(screen.getByRole('heading', { name: 'Other golfers' })).toBeTruthy();
  expect(screen.getByText(/^Filmed from another angle\./)).toBeTruthy();
});

test.each([
  [1, 'No driver filmed face-on in the library. Closest: 7 iron, face-on.'],
  // The suggested golfers say it then.
  [null, undefined],
])('with the golfer %s chosen, says of a swing that no golfer matches: %s', async (chosenId, sentence) => {
  const golfers: GolferCard[] = [
    { ...ADA, club: 'Driver', view: 'down-the-line', hand: 'right' },
    { ...BEN, club: '7 iron', view: 'face-on', hand: 'left' },
  ];
  const { container } = show({ listGolfers: () => golfers }, chosenId, {
    view: 'face-on',
    hand: 'left',
    club: 'driver',
  });
  await screen.findByRole('button', { name: 'Ben Bunker' });
  expect(container.querySelector('[aria-live="polite"]')?.textContent).toBe(sentence);
});

test.each<[string, Filmed]>([
  ['nobody is filmed like the clip', { view: 'from-behind', hand: 'right' }],
  ['it is not known how the clip was filmed', { view: null, hand: null }],
])('the golfers keep their order when %s', async (_, clip) => {
  show({ listGolfers: () => [ADA, { ...BEN, view: 'face-on', hand: 'right' }] }, null, clip);
  await screen.findByRole('button', { name: 'Ada Fairway' });
  expect(screen.getAllByRole('button').map((card) => card.textContent?.slice(0, 3))).toEqual(['Ada', 'Ben']);
  expect(screen.queryByRole('heading')).toBeNull();
});

test('scrolls more than four golfers in part of a phone’s screen, until all are requested [S2.10]', async () => {
  const golfers = Array.from({ length: 5 }, (_, index) => ({ ...ADA, id: index + 1, name: `Golfer ${index + 1}` }));
  const { container } = show({ listGolfers: () => golfers });
  await screen.findByRole('button', { name: 'Golfer 5' });
  expect(container.querySelector('.max-sm\\:overflow-y-auto')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show all 5 golfers' }));
  expect(container.querySelector('.max-sm\\:overflow-y-auto')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
});
