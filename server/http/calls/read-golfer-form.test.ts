import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { messageOf } from '#tests/server/golfer-upload.ts';
import { type RunningServer, startServer } from '#tests/server/running-server.ts';
import type { TestBrowser } from '#tests/server/test-browser.ts';
import { until } from '#tests/until.ts';

let server: RunningServer;
let admin: TestBrowser;
beforeAll(async () => {
  server = await startServer();
  admin = await server.newAdmin();
});
afterAll(() => server.stop());

/** No file without a row, no row without a file, nothing in the works, at most a moment after the answer. */
async function expectNoStrays(): Promise<void> {
  await vi.waitFor(async () => expect(await server.strays()).toEqual([]), 10_000);
}

describe('106: a form that is broken', () => {
  const part = (name: string, value = 'x') => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = (name: string) => `Content-Disposition: form-data; name="${name}"; filename="a.mp4"\r\n\r\nbytes\r\n`;

  it.each<[string, string, string]>([
    ['without a boundary', 'multipart/form-data', 'x'],
    ['with an empty boundary', 'multipart/form-data; boundary=', 'x'],
    ['with a boundary of 252 bytes', `multipart/form-data; boundary=${'b'.repeat(252)}`, 'x'],
    ['with an empty field name', 'multipart/form-data; boundary=b', `--b\r\n${part('')}--b--\r\n`],
    ['with 10,000 parts', 'multipart/form-data; boundary=b', `${`--b\r\n${part('n')}`.repeat(10_000)}--b--\r\n`],
    ['with two videos', 'multipart/form-data; boundary=b', `--b\r\n${file('video')}--b\r\n${file('video')}--b--\r\n`],
    [
      'with a form inside',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c--\r\n--b--\r\n',
    ],
    ['with a file as the name', 'multipart/form-data; boundary=b', `--b\r\n${file('name')}--b--\r\n`],
    ['that is cut off', 'multipart/form-data; boundary=b', `--b\r\n${file('video').slice(0, -6)}`],
    ['of which nothing came', 'multipart/form-data; boundary=b', ''],
    ['that names a prototype', 'multipart/form-data; boundary=b', `--b\r\n${part('__proto__')}--b--\r\n`],
    ['that is no form', 'multipart/form-data; boundary=b', '{"name":"x"}'],
  ])('%s is refused, and nothing is stored', async (_, type, body) => {
    const init = { method: 'POST', headers: { 'content-type': type }, body };
    const answer = await admin.fetch('/api/pro/upload', init);
    expect([400, 413, 415, 422]).toContain(answer.status);
    expect(await messageOf(answer)).not.toMatch(/busboy|boundary|undefined|multipart/i);
    await expectNoStrays();
  });

  it('that declares 10 bytes and sends more is refused', async () => {
    const { hostname, port } = new URL(server.origin);
    const socket = connect(Number(port), hostname);
    const cookie = `swingmark-admin=${admin.cookie('swingmark-admin')}`;
    const head = `POST /api/pro/upload HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 10\r\n\r\n`;
    socket.write(`${head}--b\r\n${file('video')}${'x'.repeat(100_000)}`);
    const answer = await new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))));
    expect(answer).toMatch(/^HTTP\/1.1 4\d\d/);
    socket.destroy();
    await expectNoStrays();
  });

  it('whose sender disconnects midway leaves nothing', async () => {
    const { hostname, port } = new URL(server.origin);
    const socket = connect(Number(port), hostname);
    const cookie = `swingmark-admin=${admin.cookie('swingmark-admin')}`;
    const head = `POST /api/pro/upload HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n`;
    socket.write(`${head}--b\r\n${file('video')}${'x'.repeat(100_000)}`);
    const inWork = () => readdir(join(server.dataDir, 'work'));
    await until('the form is being received', async () => (await inWork()).length > 0);
    socket.destroy();
    await until('what was received is removed', async () => (await inWork()).length === 0);
    await expectNoStrays();
    expect((await admin.fetch('/healthz')).status).toBe(200);
  });
});
