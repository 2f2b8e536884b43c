// The form that asks for the mail whose link deletes an account.
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answerCalls, refusal } from '#tests/web/answer-calls.ts';
import { DeleteAccount } from './delete-account.tsx';

afterEach(() => vi.unstubAllGlobals());

test('asks for the link, says that it is on its way, and shows a refusal beside the field [F21]', async () => {
  const answers = [{ success: true } as const, refusal(429, 'Too many attempts', 'too-many-requests')];
  const { fetch, asked } = answerCalls({ requestAccountDeletion: () => answers.shift() ?? { success: true } });
  vi.stubGlobal('fetch', fetch);
  const user = userEvent.setup();
  render(<DeleteAccount />);
  await user.click(screen.getByText('Delete an account'));
  await user.type(screen.getByLabelText('Email of the account'), 'ann@club.example');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByText('If this address has an account, the link is on its way.')).toBeTruthy();
  expect(asked[0]?.body).toEqual({ email: 'ann@club.example' });
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts');
});
