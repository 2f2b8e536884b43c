import { expect, test } from 'vitest';
import { withResolvers } from './with-resolvers.ts';

test('settles a promise with the first value', async () => {
  const { promise, resolve, reject } = withResolvers<number>();
  resolve(1);
  resolve(2);
  reject(new Error('late'));
  await expect(promise).resolves.toBe(1);
});

test('rejects a promise', async () => {
  const { promise, reject } = withResolvers<number>();
  reject(new Error('no'));
  await expect(promise).rejects.toThrow('no');
});
