// The line of a user who is signed in.
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answerCalls } from '#tests/web/answer-calls.ts';
import { createQueryClient, QueryClientProvider } from '#web/api/query.tsx';
import { SignedIn } from './signed-in.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a user who is signed in signs out, and the line goes [F21]', async () => {
  let user: { username: string } | null = { username: 'ann' };
  const { fetch, asked } = answerCalls({
    currentUser: () => user,
    signOut: () => {
      user = null;
      return { success: true };
    },
  });
  vi.stubGlobal('fetch', fetch);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SignedIn />
    </QueryClientProvider>,
  );
  await screen.findByText(/You are signed in as ann\./);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Sign out' }));
  await vi.waitFor(() => expect(screen.queryByText(/signed in/)).toBeNull());
  expect(asked.map(({ name }) => name)).toEqual(['currentUser', 'signOut', 'currentUser']);
});
