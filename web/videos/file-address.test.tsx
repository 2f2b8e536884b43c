// A short-lived file is played from a data: address with its bytes, any other from a blob: address.
import { expect, test } from 'vitest';
import { markShortLived, openAddress } from './file-address.ts';

test('a short-lived file is played from a data: address', async () => {
  const file = new File(['a swing'], 'range-swing-1.mp4', { type: 'video/mp4' });
  markShortLived(file);
  const { url, close } = openAddress(file);
  expect(await url).toBe(`data:video/mp4;base64,${btoa('a swing')}`);
  close();
});
