import { expect, test } from 'vitest';
import { loggedError } from './log-options.ts';

test('an error is logged without email addresses and without values of rows [F10]', () => {
  const refused = Object.assign(new Error('550 <ann.lee+1@club.example>: no such user'), {
    responseCode: 550,
    rejected: ['ann.lee+1@club.example'],
    envelope: { from: 'us@swing.example', to: ['ann.lee+1@club.example'] },
    detail: 'Key (username_key)=(ann) already exists.',
  });
  const error = new Error('Not sent', { cause: refused });
  const logged = loggedError(error);
  expect(JSON.stringify(logged)).not.toMatch(/club\.example|swing\.example|ann/);
  expect(logged).toMatchObject({
    type: 'Error',
    message: 'Not sent',
    cause: { type: 'Error', message: '550 <…@…>: no such user', responseCode: 550, rejected: ['…@…'] },
  });
  expect(logged.stack).toContain('log-options.test.ts');
  expect(loggedError('at /srv/node_modules/@aws-sdk/client.js:1:2').message).toContain('/@aws-sdk/client.js');
});
