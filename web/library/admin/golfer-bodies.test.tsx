// The administrator's offer to track bodies in a browser that cannot, and the choices of view and hand.
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { AdminGolfer, GolferDetail } from '#contract/golfers.ts';
import { answerCalls, refusal } from '#tests/web/answer-calls.ts';
import { GOLFER_CARD } from '#tests/web/golfer-card.ts';
import { createQueryClient, QueryClientProvider } from '#web/api/query.tsx';
import { GolferBodies, useBodySearch } from './golfer-bodies.tsx';
import { SavedFilmed } from './golfer-list.tsx';

const ADA: AdminGolfer = {
  ...{ ...GOLFER_CARD, id: 1, name: 'Ada', majorChampionships: 2, view: 'face-on' },
  restTime: 0.5,
  topTime: 1.2,
  strikeTime: 1.6,
  contentKey: null,
};
const BEN: AdminGolfer = { ...ADA, id: 2, name: 'Ben', bodyUrl: '/uploads/bodies/2.json' };
const DETAIL: GolferDetail = {
  ...ADA,
  videoUrl: '/media/golfers/1.mp4',
  slowMotionFactor: 1,
  clip: { widthPx: 16, heightPx: 16, frameTimes: [0], frameRate: { numerator: 30, denominator: 1 } },
};

afterEach(() => vi.unstubAllGlobals());

interface BodiesProps {
  readonly golfers: readonly AdminGolfer[];
  readonly addedCount?: number;
  readonly onSessionEnded: () => void;
}

function Bodies({ onSessionEnded, ...props }: BodiesProps) {
  return <GolferBodies {...props} search={useBodySearch(onSessionEnded)} />;
}

function show(answers: Parameters<typeof answerCalls>[0], shown: (onSessionEnded: () => void) => ReactNode) {
  const { fetch, asked } = answerCalls(answers);
  vi.stubGlobal('fetch', fetch);
  const onSessionEnded = vi.fn<() => void>();
  render(<QueryClientProvider client={createQueryClient()}>{shown(onSessionEnded)}</QueryClientProvider>);
  return { asked, onSessionEnded };
}

test('offers nothing while every golfer has a body', () => {
  show({}, (onSessionEnded) => <Bodies golfers={[BEN]} onSessionEnded={onSessionEnded} />);
  expect(screen.queryByRole('region')).toBeNull();
});

test('shows one sentence in an unsupported browser, and stores nothing', async () => {
  const golfers = [ADA, BEN, { ...ADA, id: 3, name: 'Cleo' }];
  const { asked } = show({ getGolfer: () => DETAIL }, (onSessionEnded) => (
    <Bodies golfers={golfers} onSessionEnded={onSessionEnded} />
  ));
  const section = screen.getByRole('region', { name: 'Body lines of the golfers' });
  within(section).getByText('2 golfers have no body data yet.');
  await userEvent.click(within(section).getByRole('button', { name: 'Add body data' }));
  await within(section).findByText('Ada: This browser cannot track the golfer’s body. Everything else works.');
  expect(asked.map(({ name }) => name)).toEqual(['getGolfer']);
  expect(within(section).queryByText(/^Cleo/)).toBeNull();
  expect(document.activeElement).toBe(section);
  expect(within(section).getByRole('button', { name: 'Add body data' })).toBeTruthy();
});

test('tracks a new golfer’s body automatically after the upload', async () => {
  const client = createQueryClient();
  const { fetch, asked } = answerCalls({ getGolfer: () => DETAIL });
  vi.stubGlobal('fetch', fetch);
  const list = (addedCount: number, golfers: readonly AdminGolfer[]) => (
    <QueryClientProvider client={client}>
      <Bodies golfers={golfers} addedCount={addedCount} onSessionEnded={() => undefined} />
    </QueryClientProvider>
  );
  const { rerender } = render(list(0, [BEN]));
  rerender(list(1, [BEN, ADA]));
  await screen.findByText('Ada: This browser cannot track the golfer’s body. Everything else works.');
  expect(asked.map(({ name }) => name)).toEqual(['getGolfer']);
});

test('asks for a log-in after the session expired', async () => {
  const { onSessionEnded } = show(
    { getGolfer: () => refusal(401, 'Please log in as an administrator', 'not-logged-in') },
    (ended) => <Bodies golfers={[ADA]} onSessionEnded={ended} />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Add body data' }));
  await screen.findByText('Ada: Your session has ended. Please log in again.');
  expect(onSessionEnded).toHaveBeenCalledOnce();
});

test('shows view and hand as text; their choices open on request and save with one press each [S2.31]', async () => {
  const { asked } = show({ correctFilmed: () => ADA }, (ended) => <SavedFilmed golfer={ADA} onSessionEnded={ended} />);
  expect(screen.queryByRole('radio')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Change view and hand of Ada: Face-on' }));
  const view = screen.getByRole('group', { name: 'How Ada is filmed' });
  const hand = screen.getByRole('group', { name: 'With which hand Ada plays' });
  const checked = within(view).getByRole<HTMLInputElement>('radio', { name: 'Face-on' });
  expect([checked.checked, within(hand).queryByRole('radio', { checked: true })]).toEqual([true, null]);
  await userEvent.click(within(hand).getByRole('radio', { name: 'Left-handed' }));
  expect(asked).toMatchObject([
    { name: 'correctFilmed', path: '/api/pro/1/filmed', body: { view: 'face-on', hand: 'left' } },
  ]);
});

test('reverts a choice that could not be saved, with a message', async () => {
  const answer = refusal(
    503,
    'The server cannot use its storage at the moment. Please try again later.',
    'storage-failed',
  );
  show({ correctFilmed: () => answer }, (ended) => <SavedFilmed golfer={ADA} onSessionEnded={ended} />);
  await userEvent.click(screen.getByRole('button', { name: /^Change view and hand of Ada/ }));
  const view = screen.getByRole('group', { name: 'How Ada is filmed' });
  await userEvent.click(within(view).getByRole('radio', { name: 'From behind' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('The server cannot use its storage at the moment. Please try again later.');
  expect(within(view).getByRole<HTMLInputElement>('radio', { name: 'Face-on' }).checked).toBe(true);
});
