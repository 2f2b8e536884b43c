// Pages of the installed app over a connection that hangs, is refused or works.
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenLocally } from '#tests/server/local-port.ts';
import { inTime, MAX_WAIT_MS } from './in-time.ts';

let server: Server;
let origin: string;

beforeEach(async () => {
  server = createServer((request, response) => {
    if (request.url === '/') response.end('from the network');
  });
  origin = `http://127.0.0.1:${await listenLocally(server)}`;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

const kept = async () => new Response('from the cache');
const nothing = async () => undefined;
const textOf = async (page: Promise<Response>) => (await page).text();

test('shows the cached page when the network has not answered after three seconds [F35]', async () => {
  let shown: string | null = null;
  const leaving = new AbortController();
  const page = textOf(inTime(fetch(`${origin}/hangs`, { signal: leaving.signal }), kept()));
  void page.then((text) => {
    shown = text;
  });
  await vi.advanceTimersByTimeAsync(MAX_WAIT_MS - 1);
  expect(shown).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(await page).toBe('from the cache');
  leaving.abort();
});

test('shows the network’s page when it answers, the cached page when it refuses [F35]', async () => {
  expect(await textOf(inTime(fetch(origin), kept()))).toBe('from the network');
  expect(await textOf(inTime(fetch(origin), nothing()))).toBe('from the network');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await textOf(inTime(fetch(origin), kept()))).toBe('from the cache');
  await expect(inTime(fetch(origin), nothing())).rejects.toThrow();
});
