import { expect, test } from 'vitest';
import { signUpAddressProblem, signUpFailed } from './account-messages.ts';

test.each([
  'google-not-configured',
  'google-unavailable',
  'google-declined',
  'google-expired',
  'google-unverified-email',
  'google-email-taken',
  'google-failed',
  'too-many-requests',
])('the sign-up page has a sentence for ?problem=%s', (code) => {
  expect(signUpAddressProblem(`?problem=${code}`)).toMatch(/^[A-Z].+\.$/);
});

test.each([
  '',
  '?problem=',
  '?problem=%3Cscript%3E',
  '?problem=constructor',
  '?problem=__proto__',
  '?other=google-failed',
])('the address %j says nothing', (search) => {
  expect(signUpAddressProblem(search)).toBeNull();
});

test('a refused sign-up has the server’s message, or stands alone', () => {
  expect(signUpFailed('This username is taken')).toMatchObject({
    title: 'Signup failed',
    description: 'This username is taken',
  });
  expect(signUpFailed(null)).not.toHaveProperty('description');
});
