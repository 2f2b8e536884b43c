// The default data loader of specification §7, and what is loaded when.
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerCalls, refusal } from '#tests/web/answer-calls.ts';
import { createQueryClient, getByKey, QueryClientProvider, useQuery } from './query.tsx';

afterEach(() => vi.unstubAllGlobals());

test('loads data from the path made of the key’s segments [S7.2]', async () => {
  const server = answerCalls({ listGolfers: () => [] });
  vi.stubGlobal('fetch', server.fetch);
  expect(await getByKey(['/api', 'pro', 'list'], { on401: 'throw' })).toEqual([]);
  expect(server.asked[0]).toMatchObject({ path: '/api/pro/list', init: { credentials: 'include' } });
});

test('throws on a 401, or returns null on request [S7.2]', async () => {
  vi.stubGlobal('fetch', answerCalls({ adminCheck: () => refusal(401, 'Please log in', 'not-logged-in') }).fetch);
  await expect(getByKey(['/api/admin', 'check'], { on401: 'throw' })).rejects.toThrow(/^401: /);
  expect(await getByKey(['/api/admin', 'check'], { on401: 'null' })).toBeNull();
});

function Shown({ enabled = true }: { enabled?: boolean }) {
  const { data, isPending, isError, isFetching } = useQuery<readonly string[]>({
    queryKey: ['/api', 'pro', 'list'],
    enabled,
  });
  return (
    <p>
      {[isPending && 'pending', isError && 'failed', isFetching && 'loading', data?.length].filter(String).join(' ')}
    </p>
  );
}

test('loads once for all components, and never reloads automatically [S7.2]', async () => {
  const server = answerCalls({ listGolfers: () => [] });
  vi.stubGlobal('fetch', server.fetch);
  const client = createQueryClient();
  const page = (key: string) => (
    <QueryClientProvider client={client}>
      <Shown key={key} />
      <Shown />
      <Shown enabled={false} />
    </QueryClientProvider>
  );
  const { rerender } = render(page('first'));
  expect((await screen.findAllByText('false false false 0')).length).toBe(3);
  rerender(page('mounted again'));
  act(() => {
    window.dispatchEvent(new Event('focus'));
    window.dispatchEvent(new Event('online'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect((await screen.findAllByText('false false false 0')).length).toBe(3);
  expect(server.asked.length).toBe(1);
});

test('keeps a failure without a retry until it is loaded again [S7.2]', async () => {
  let answer: unknown = refusal(500, 'Broken', 'internal');
  const server = answerCalls({ listGolfers: () => answer as never });
  vi.stubGlobal('fetch', server.fetch);
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <Shown />
    </QueryClientProvider>,
  );
  screen.getByText('pending false loading');
  await screen.findByText('false failed false');
  expect(server.asked.length).toBe(1);
  answer = [];
  await act(() => client.reload(['/api', 'pro']));
  screen.getByText('false false false 0');
  expect(server.asked.length).toBe(2);
});

test('loads nothing that no component asked for', async () => {
  const server = answerCalls({});
  vi.stubGlobal('fetch', server.fetch);
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <Shown enabled={false} />
    </QueryClientProvider>,
  );
  await act(() => client.reload([]));
  screen.getByText('pending false false');
  expect(server.asked.length).toBe(0);
});
