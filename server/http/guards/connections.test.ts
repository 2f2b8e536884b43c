// Limits of a network's connections and requests (hostile cases 161 and 162), with small values.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answerError } from '#server/http/route/route.ts';
import { limitConnections, limitUnanswered, trustedProxies } from './connections.ts';

const GET = 'GET /slow HTTP/1.1\r\nHost: test\r\n\r\n';
let app: FastifyInstance;
let held: PromiseWithResolvers<string>;
let port: number;
let handled: number;
let failures: unknown[];
const sockets: Socket[] = [];

async function open(proxies: readonly string[] = [], maxConnections = 100): Promise<void> {
  app = Fastify({
    serverFactory: limitConnections({ maxOfNetwork: 5, isProxy: trustedProxies(proxies), maxConnections }),
    trustProxy: proxies.length > 0 && [...proxies],
  });
  app.setErrorHandler(answerError);
  limitUnanswered(app, 5);
  handled = 0;
  failures = [];
  app.addHook('onError', async (_request, _reply, error) => void failures.push(error));
  held = Promise.withResolvers();
  app.get('/held', () => held.promise);
  app.get('/slow', async () => {
    handled += 1;
    await sleep(300);
    return 'done';
  });
  app.get('/', async () => 'done');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const [address] = app.addresses();
  port = typeof address === 'object' ? address.port : 0;
}

beforeEach(() => open());
afterEach(async () => {
  held.resolve('done');
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

/** Connects from an address of this machine and returns what it receives. */
async function client(localAddress = '127.0.0.1'): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let text = '';
  socket.on('error', () => undefined).on('data', (piece) => (text += piece.toString()));
  sockets.push(socket);
  await once(socket, 'connect');
  return { socket, received: () => text };
}

describe('connections of one network', () => {
  test('beyond the limit replace its oldest idle one', async () => {
    const clients: Awaited<ReturnType<typeof client>>[] = [];
    for (let index = 0; index < 8; index += 1) clients.push(await client());
    await expect
      .poll(() => clients.map(({ socket }) => socket.closed))
      .toEqual([true, true, true, ...Array(5).fill(false)]);
    const [last] = clients.slice(-1);
    last?.socket.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n');
    await expect.poll(() => last?.received()).toContain('200 OK');
  });

  test('are refused with a sentence when all of them are in use, while other networks are served', async () => {
    const busy = await Promise.all(Array.from({ length: 5 }, () => client('127.0.0.2')));
    for (const { socket } of busy) socket.write('GET /held HTTP/1.1\r\nHost: test\r\n\r\n');
    await sleep(100);
    const one = await client('127.0.0.2');
    await expect
      .poll(one.received)
      .toMatch(/^HTTP\/1\.1 429 .*retry-after: 60.*Too many requests come from your network/s);
    const other = await client('127.0.0.3');
    other.socket.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n');
    await expect.poll(other.received).toContain('200 OK');
  });

  test('are not limited for a trusted proxy', async () => {
    await app.close();
    await open(['loopback']);
    const clients = await Promise.all(Array.from({ length: 12 }, () => client()));
    await sleep(50);
    expect(clients.filter(({ socket }) => socket.closed)).toEqual([]);
  });
});

test('a connection that its client reset before it was accepted ends without a request', async () => {
  const client = `
    const socket = require('node:net').connect(${port}, '127.0.0.1', () => {
      socket.write(${JSON.stringify(GET)}, () => socket.resetAndDestroy());
    });`;
  // This process accepts nothing until the client has ended.
  execFileSync(process.execPath, ['-e', client]);
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect({ status: response.status, handled, failures }).toEqual({ status: 200, handled: 0, failures: [] });
});

describe('requests', () => {
  test('pipelined without limit are cut off after a few', async () => {
    const { socket } = await client();
    socket.write(GET.repeat(500));
    await expect.poll(() => socket.closed).toBe(true);
    expect(handled).toBeLessThanOrEqual(3);
    const next = await client();
    next.socket.write(GET);
    await expect.poll(next.received).toContain('200 OK');
  });

  test('of one network beyond the limit are refused, whatever proxy they come through', async () => {
    await app.close();
    await open(['loopback']);
    const ask = (from: string, path = '/held') =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-forwarded-for': from } }).then(({ status, headers }) =>
        status === 429 ? `429 ${headers.get('retry-after')}` : String(status),
      );
    let refused = 0;
    const crowd = Array.from({ length: 10 }, async () => {
      const answer = await ask('203.0.113.7');
      if (answer !== '200') refused += 1;
      return answer;
    });
    expect(await ask('203.0.113.8', '/')).toBe('200');
    await expect.poll(() => refused).toBe(5);
    held.resolve('done');
    expect((await Promise.all(crowd)).sort()).toEqual([...Array(5).fill('200'), ...Array(5).fill('429 60')]);
    expect(await ask('203.0.113.7')).toBe('200');
  });

  test('that are aborted no longer count', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { socket } = await client();
      socket.write(GET.repeat(3));
      await sleep(20);
      socket.destroy();
      await sleep(30);
    }
    const { socket, received } = await client();
    socket.write(GET);
    await expect.poll(received).toContain('200 OK');
  });
});

test('when nearly all connections are taken, idle ones of the largest network make room', async () => {
  await app.close();
  await open([], 53);
  const crowd = [await client('127.0.0.2'), await client('127.0.0.2'), await client('127.0.0.2')];
  const other = await client('127.0.0.3');
  await expect.poll(() => crowd.map(({ socket }) => socket.closed)).toEqual([true, false, false]);
  expect(other.socket.closed).toBe(false);
});

test.each([
  [['loopback'], ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'], ['128.0.0.1', '::2', '']],
  [
    ['10.1.0.0/16', '192.0.2.7'],
    ['10.1.255.1', '192.0.2.7', '::ffff:10.1.2.3'],
    ['10.2.0.1', '192.0.2.8', '::1'],
  ],
  [
    ['2001:db8::/32', 'uniquelocal'],
    ['2001:db8::5', 'fd00::1', '172.31.0.1'],
    ['2001:db9::5', '172.32.0.1'],
  ],
  [[], [], ['127.0.0.1', '::1']],
])('of the proxies %j, %j are some and %j are none', (proxies, some, none) => {
  const isProxy = trustedProxies(proxies);
  expect([some.map(isProxy), none.map(isProxy)]).toEqual([some.map(() => true), none.map(() => false)]);
});
