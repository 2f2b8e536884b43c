// The sample pair in place of the hero's picture says why there is nothing to play.
import { render, screen } from '@testing-library/react';
import { afterEach, test, vi } from 'vitest';
import { answerCalls, refusal } from '#tests/web/answer-calls.ts';
import { DEMO_VIDEO } from '#tests/web/demo-video.ts';
import { createQueryClient, QueryClientProvider } from '#web/api/query.tsx';
import { HeroDemo } from './demo-live.tsx';

afterEach(() => vi.unstubAllGlobals());

function show(answers: Parameters<typeof answerCalls>[0]) {
  vi.stubGlobal('fetch', answerCalls(answers).fetch);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <HeroDemo waiting={null} onOwnVideo={() => undefined} onClose={() => undefined} />
    </QueryClientProvider>,
  );
}

test('with an empty library', async () => {
  show({ listDemos: () => [DEMO_VIDEO], listGolfers: () => [] });
  await screen.findByText('No professional golfers available. Please add some in the admin panel.');
});

test('without a demo swing', async () => {
  show({ listDemos: () => [], listGolfers: () => [] });
  await screen.findByText('There is no demo swing on this server.');
});

test('with a demo swing that cannot be loaded', async () => {
  show({ listDemos: () => [DEMO_VIDEO], listGolfers: () => refusal(500, 'Broken', 'internal') });
  await screen.findByText('The demo could not be loaded. Please check your connection and try again.');
});
