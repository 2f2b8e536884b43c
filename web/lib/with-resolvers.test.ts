import { expect, test } from 'vitest';
import { withResolvers } from './with-resolvers.ts';

test('a promise takes the first of what its caller settles it with', async () => {
  const { promise, resolve, reject } = withResolvers<number>();
  resolve(1);
  resolve(2);
  reject(new Error('late'));
  await expect(promise).resolves.toBe(1);
});

test('a promise can be rejected by its caller', async () => {
  const { promise, reject } = withResolvers<number>();
  reject(new Error('no'));
  await expect(promise).rejects.toThrow('no');
});
