import { expect, test } from 'vitest';
import { signUpAddressProblem, signUpFailed } from '#web/account/account-messages.ts';

test.each([
  'google-not-configured',
  'google-unavailable',
  'google-declined',
  'google-expired',
  'google-unverified-email',
  'google-email-taken',
  'google-failed',
  'too-many-requests',
])('shows a sentence for ?problem=%s on the sign-up page', (code) => {
  expect(signUpAddressProblem(`?problem=${code}`)).toMatch(/^[A-Z].+\.$/);
});

test.each([
  '',
  '?problem=',
  '?problem=%3Cscript%3E',
  '?problem=constructor',
  '?problem=__proto__',
  '?other=google-failed',
])('shows nothing for the address %j', (search) => {
  expect(signUpAddressProblem(search)).toBeNull();
});

test('shows the server’s message for a refused sign-up, if there is one', () => {
  expect(signUpFailed('This username is taken')).toMatchObject({
    title: 'Signup failed',
    description: 'This username is taken',
  });
  expect(signUpFailed(null)).not.toHaveProperty('description');
});
