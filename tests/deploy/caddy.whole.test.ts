// deploy/Caddyfile in Debian's Caddy.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#tests/server/local-port.ts';
import { until } from '#tests/until.ts';
import { type StandIn, startProgram, startStandIn } from './test-proxy.ts';

const CADDYFILE = join(import.meta.dirname, '../../deploy/Caddyfile');
let webs: readonly [StandIn, StandIn];
let url = '';
let folder = '';
let caddy: ReturnType<typeof startProgram>;
beforeAll(async () => {
  webs = [await startStandIn(), await startStandIn()];
  webs[1].isReady = false;
  url = `http://127.0.0.1:${await freePort()}`;
  folder = await mkdtemp(join(tmpdir(), 'swingmark-caddy-'));
  caddy = startProgram(['caddy', 'run', '--config', CADDYFILE, '--adapter', 'caddyfile'], {
    PUBLIC_URL: url,
    WEBS: webs.map(({ address }) => address).join(' '),
    CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  });
});
afterAll(async () => {
  await caddy.stop();
  for (const web of webs) web.close();
  await rm(folder, { recursive: true, force: true });
});

const visit = async () => (await fetch(`${url}/visit`)).status;
const visitsOf = (web: StandIn) => web.asked.get('/visit') ?? 0;
/** Waits until Caddy has asked a process for its health, twice from now, so that it knows the first answer. */
const untilAsked = (web: StandIn) => {
  const before = web.asked.get('/readyz') ?? 0;
  return until('Caddy asks for health', () => (web.asked.get('/readyz') ?? 0) >= before + 2, { limitMs: 20_000 });
};

test('sends no visitor to a web process that is not ready, and all to it when only it is [F5]', async () => {
  for (const [ready, other] of [webs, webs.toReversed()] as [StandIn, StandIn][]) {
    ready.isReady = true;
    other.isReady = false;
    await Promise.all([untilAsked(ready), untilAsked(other)]);
    const before = visitsOf(other);
    const statuses = await Promise.all(Array.from({ length: 60 }, visit));
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(visitsOf(other)).toBe(before);
  }
});

test('spreads visitors over all ready processes [F5]', async () => {
  for (const web of webs) web.isReady = true;
  await Promise.all(webs.map(untilAsked));
  const before = webs.map(visitsOf);
  await Promise.all(Array.from({ length: 60 }, visit));
  for (const [index, web] of webs.entries()) expect(visitsOf(web)).toBeGreaterThan(before[index] ?? 0);
});

test.each(['/metrics', '/readyz', '/healthz'])('answers a visitor who asks for %s with 404', async (path) => {
  expect((await fetch(url + path)).status).toBe(404);
});
