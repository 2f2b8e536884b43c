// The store’s failures as this server sees them, from a server that speaks its protocol badly.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/runtime/config.ts';
import { openS3Objects, type S3Objects } from './s3-objects.ts';

/** The objects of a store that answers like this once it is open. */
async function openAt(answer: RequestListener, answerTimeoutMs?: number): Promise<S3Objects> {
  let isOpen = false;
  const server = createServer((request, response) => {
    if (isOpen) answer(request, response);
    else response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { s3 } = readConfig({ S3_URL: `http://key:secret@127.0.0.1:${port}/bucket?region=test` });
  if (!s3) throw new Error('No store');
  const objects = await openS3Objects(s3, answerTimeoutMs);
  isOpen = true;
  onTestFinished(() => {
    objects.close();
    server.closeAllConnections();
    server.close();
  });
  return objects;
}

test('returns null for a missing object, and fails for a missing bucket', async () => {
  let hasBucket = true;
  const objects = await openAt(({ url }, response) => {
    const isBucket =
      url === '/bucket' || url === '/bucket/' || url?.startsWith('/bucket?') || url?.startsWith('/bucket/?');
    response.writeHead(isBucket && hasBucket ? 200 : 404).end();
  });
  expect(await objects.sizeOf('media/a')).toBeNull();
  hasBucket = false;
  await expect(objects.sizeOf('media/a')).rejects.toMatchObject({ code: 'storage-failed' });
});

test('fails every call to a hanging store within twelve seconds, retries included', async () => {
  const objects = await openAt(() => undefined);
  const begunAt = performance.now();
  const calls = [
    objects.check(),
    objects.sizeOf('a'),
    objects.read('a'),
    objects.putBytes('a', Buffer.from('a')),
    objects.delete('a'),
  ];
  for (const outcome of await Promise.allSettled(calls)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'storage-failed' } });
  }
  expect(performance.now() - begunAt).toBeLessThan(15_000);
});

test('reads a body to its end even beyond the time limit of a call', async () => {
  const objects = await openAt((_, response) => {
    response.writeHead(200, { 'content-length': 6 });
    response.write('abc');
    setTimeout(() => response.end('def'), 1_500);
  }, 500);
  expect(String(await objects.read('a'))).toBe('abcdef');
});
