// What the administrator reads of the certificate of the site's address, on real connections.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { certificateCheck } from './certificate.ts';

const run = promisify(execFile);
let server: Server | null = null;
afterEach(() => server?.close());

/** A server with a certificate of its own for an address, and its origin. */
async function serve(address: string, days: number): Promise<{ origin: string; certificate: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-certificate-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'own.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', `subjectAltName=IP:${address}`];
  const files = ['-keyout', key, '-out', certificate];
  try {
    await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', String(days), ...names, ...files]);
    const opened = createServer({ key: await readFile(key), cert: await readFile(certificate) });
    server = opened;
    await new Promise<void>((resolve) => {
      opened.listen(0, '127.0.0.1', () => resolve());
    });
    const listening = opened.address();
    const port = typeof listening === 'object' ? listening?.port : 0;
    return { origin: `https://127.0.0.1:${port}`, certificate: await readFile(certificate, 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
}

test.each([
  ['one that lasts', '127.0.0.1', 90, null],
  ['one that ends within two weeks', '127.0.0.1', 5, 'ends-soon'],
  ['one for another name', '127.0.0.2', 90, 'other-name'],
])('%s is told from others [F61]', async (_, address, days, problem) => {
  const { origin, certificate } = await serve(address, days);
  expect(await certificateCheck(origin, [certificate])()).toBe(problem);
});

test('a certificate of no known authority is named, and what cannot be reached is not [F61]', async () => {
  const { origin } = await serve('127.0.0.1', 90);
  expect(await certificateCheck(origin)()).toBe('untrusted');
  expect(await certificateCheck('https://127.0.0.1:1')()).toBeNull();
  expect(await certificateCheck('http://127.0.0.1:1')()).toBeNull();
  expect(await certificateCheck(null)()).toBeNull();
});
