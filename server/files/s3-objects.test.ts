// The store's failures as this server handles them, with a server that violates the protocol.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/runtime/config.ts';
import { wholeTest } from '#tests/campaign-test.ts';
import { listenLocally } from '#tests/server/local-port.ts';
import { openS3Objects, type S3Objects } from './s3-objects.ts';

/** The objects of a store that answers as given once it is open. */
async function openAt(answer: RequestListener, answerTimeoutMs?: number): Promise<S3Objects> {
  let isOpen = false;
  const server = createServer((request, response) => {
    if (isOpen) answer(request, response);
    else response.end();
  });
  const port = await listenLocally(server);
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

/** A file of two parts. */
async function largeFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-s3-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'file'), Buffer.alloc(9 * 1024 * 1024));
  return join(folder, 'file');
}

wholeTest('ends a file whose second part the store does not take within twelve seconds [F29]', async () => {
  const objects = await openAt((request, response) => {
    request.resume();
    if (request.url?.includes('uploads'))
      response.end('<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>');
    else if (request.url?.includes('partNumber=1')) response.writeHead(200, { etag: '"1"' }).end();
  });
  const begunAt = performance.now();
  await expect(objects.putFile('a', await largeFile())).rejects.toMatchObject({ code: 'storage-failed' });
  expect(performance.now() - begunAt).toBeLessThan(15_000);
});

wholeTest('fails every call to a hanging store within twelve seconds, retries included [F29]', async () => {
  const objects = await openAt(() => undefined);
  const file = await largeFile();
  const begunAt = performance.now();
  const calls = [
    objects.check(),
    objects.sizeOf('a'),
    objects.read('a'),
    objects.putBytes('a', Buffer.from('a')),
    objects.delete('a'),
    objects.putFile('a', file),
    objects.move('a', 'b'),
  ];
  for (const outcome of await Promise.allSettled(calls)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'storage-failed' } });
  }
  expect(performance.now() - begunAt).toBeLessThan(15_000);
});

test('reads a body to its end even past the time limit of a call', async () => {
  const objects = await openAt((_, response) => {
    response.writeHead(200, { 'content-length': 6 });
    response.write('abc');
    setTimeout(() => response.end('def'), 1_500);
  }, 500);
  expect(String(await objects.read('a'))).toBe('abcdef');
});
