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
  '?problem=google-constructor',
  '?problem=twitter-failed',
])('shows nothing for the address %j', (search) => {
  expect(signUpAddressProblem(search)).toBeNull();
});

test('names the site’s own provider in its problems', () => {
  expect(signUpAddressProblem('?problem=provider-unavailable')).toMatch(/^\S.* could not be reached\. /);
});

test('shows the server’s message for a refused sign-up, if there is one', () => {
  expect(signUpFailed('This username is taken')).toMatchObject({
    title: 'Signup failed',
    description: 'This username is taken',
  });
  expect(signUpFailed(null)).not.toHaveProperty('description');
});
