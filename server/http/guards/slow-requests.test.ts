// Clients that send or read too slowly, with shorter limits than in production (hostile cases 30 and 136).
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limitSlowRequests } from './connections.ts';

let app: FastifyInstance;
let url: string;
let closed: boolean;
beforeEach(async () => {
  app = Fastify();
  limitSlowRequests(app, { stalledAnswerMs: 300 });
  app.get('/endless', async (_request, reply) => {
    const endless = new Readable({ read: () => endless.push(Buffer.alloc(65_536)) });
    closed = false;
    endless.on('close', () => {
      closed = true;
    });
    return reply.send(endless);
  });
  app.get('/late', async () => {
    await new Promise((resolve) => setTimeout(resolve, 900));
    return 'done';
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

test('a response that is no longer read is aborted, and its resources are freed', async () => {
  const answer = await new Promise<IncomingMessage>((resolve) => get(`${url}/endless`, { agent: false }, resolve));
  const isCut = new Promise((resolve) => answer.on('error', () => resolve(true)));
  answer.pause();
  await expect.poll(() => closed, { timeout: 20_000 }).toBe(true);
  answer.resume();
  expect(await isCut).toBe(true);
});

test('a response that starts late is not aborted', async () => {
  expect(await (await fetch(`${url}/late`)).text()).toBe('done');
  // The same connection again, whose limit has been removed.
  expect(await (await fetch(`${url}/late`)).text()).toBe('done');
});
