// A local OpenID Connect provider in a thread whose clock is off.
import { createServer } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { ProviderPerson } from './real-provider.ts';

/** What the thread is told: first the client's origin, then how far its clock is off. */
type Message = { readonly clientOrigin: string } | { readonly aheadSeconds: number };

/** A provider whose clock can be moved. */
export interface SkewedProvider {
  readonly issuer: string;
  serve(clientOrigin: string): void;
  /** Sets the clock this many seconds ahead of the real time, or behind it. */
  setAhead(aheadSeconds: number): void;
  stop(): Promise<void>;
}

/** Starts one in which these people can log in by their key. */
export async function startSkewedProvider(people: ReadonlyMap<string, ProviderPerson>): Promise<SkewedProvider> {
  const thread = new Worker(new URL(import.meta.url), { workerData: people });
  const issuer = await new Promise<string>((resolve, reject) => {
    thread.once('message', resolve).once('error', reject);
  });
  const tell = (message: Message) => thread.postMessage(message);
  return {
    issuer,
    serve: (clientOrigin) => tell({ clientOrigin }),
    setAhead: (aheadSeconds) => tell({ aheadSeconds }),
    stop: async () => {
      await thread.terminate();
    },
  };
}

if (!isMainThread && parentPort) {
  let aheadMs = 0;
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...parts: ConstructorParameters<typeof RealDate> | []) {
      if (parts.length === 0) super(RealDate.now() + aheadMs);
      else super(...parts);
    }
    static override now() {
      return RealDate.now() + aheadMs;
    }
  } as typeof Date;
  const { providerAnswers } = await import('./real-provider.ts');
  const { listenLocally } = await import('./local-port.ts');
  let answer: ReturnType<typeof providerAnswers> | undefined;
  const server = createServer((request, response) => answer?.(request, response));
  const issuer = `http://localhost:${await listenLocally(server)}`;
  parentPort.on('message', (message: Message) => {
    if ('aheadSeconds' in message) aheadMs = message.aheadSeconds * 1000;
    else answer = providerAnswers(issuer, workerData, message.clientOrigin);
  });
  parentPort.postMessage(issuer);
}
