// A proxy that simulates an unreliable connection between a client and a site: it cuts requests off midway, drops
// responses, adds delays and sends requests twice. Deterministic for a given seed.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenLocally } from '#tests/server/local-port.ts';

/** The rates of the faults, from 0 to 1. */
export interface Chaos {
  readonly dropsRequest: number;
  readonly dropsResponse: number;
  readonly duplicates: number;
  readonly delayMs: number;
  readonly seed: number;
}

/** A running proxy. */
export interface ChaosProxy {
  readonly url: string;
  /** The counts so far. */
  readonly done: { requests: number; droppedRequests: number; droppedResponses: number; duplicates: number };
  close(): Promise<void>;
}

/** Starts a proxy in front of a site. */
export async function startChaosProxy(site: { readonly url: string }, chaos: Chaos): Promise<ChaosProxy> {
  const random = randomNumbers(chaos.seed);
  const done = { requests: 0, droppedRequests: 0, droppedResponses: 0, duplicates: 0 };
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    done.requests += 1;
    const [fault, duplicate, delay] = [random(), random(), random()];
    const body = Buffer.concat(await incoming.toArray());
    await sleep(delay * chaos.delayMs);
    if (fault < chaos.dropsRequest) {
      done.droppedRequests += 1;
      await sendPartially(site.url, incoming, body.subarray(0, Math.floor(body.length * random())));
      return outgoing.socket?.resetAndDestroy();
    }
    const copy = duplicate < chaos.duplicates ? forward(site.url, incoming, body) : null;
    if (copy) done.duplicates += 1;
    const [answer] = await Promise.all([forward(site.url, incoming, body), copy]);
    if (fault < chaos.dropsRequest + chaos.dropsResponse) {
      done.droppedResponses += 1;
      return outgoing.socket?.resetAndDestroy();
    }
    outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  };
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.socket?.resetAndDestroy());
  });
  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}`,
    done,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A seeded random number generator: numbers from 0 to 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** The items in random order. */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const order = [...items];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] as Item, order[at] as Item];
  }
  return order;
}

function forward(url: string, { method = 'GET', url: path = '/', headers }: IncomingMessage, body: Buffer) {
  return new Promise<{ status: number; headers: Record<string, string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      const upstream = request(new URL(path, url), { method, headers: { ...headers, connection: 'close' } });
      upstream.on('response', (answer) => {
        const { connection: _, 'transfer-encoding': __, ...kept } = answer.headers;
        answer.toArray().then(
          (pieces) =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: kept as Record<string, string | string[]>,
              body: Buffer.concat(pieces),
            }),
          reject,
        );
      });
      upstream.on('error', reject).end(body);
    },
  );
}

/** Sends a request whose body ends too early. */
function sendPartially(url: string, { method = 'GET', url: path = '/', headers }: IncomingMessage, part: Buffer) {
  return new Promise<void>((resolve) => {
    const upstream = request(new URL(path, url), { method, headers: { ...headers, connection: 'close' } });
    upstream.on('error', () => resolve()).on('close', resolve);
    upstream.write(part, () => setTimeout(() => upstream.destroy(), 5));
  });
}
