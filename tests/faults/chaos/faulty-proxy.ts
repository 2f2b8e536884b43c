// An HTTP proxy in front of a real store that fails on demand: it answers 503, refuses what is written, or takes its time.
import { createServer, request as forward } from 'node:http';
import { listenLocally } from '#tests/server/local-port.ts';

/** The proxy's treatment of requests. */
export type ProxyFault = 'none' | 'unavailable' | 'full' | 'slow';

/** A running proxy. */
export interface FaultyProxy {
  /** Where it is, such as `http://127.0.0.1:43210`. */
  readonly endpoint: string;
  fault: ProxyFault;
  stop(): Promise<void>;
}

const SLOW_MS = 3_000;

/** Starts a proxy of a server. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const isWriting = incoming.method === 'PUT' || incoming.method === 'POST';
    const refuse = (status: number, code: string) => {
      incoming.resume();
      outgoing.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
    };
    if (proxy.fault === 'unavailable') return refuse(503, 'ServiceUnavailable');
    if (proxy.fault === 'full' && isWriting) return refuse(507, 'InsufficientStorage');
    const pass = () => {
      // The signature covers the Host header, so it stays as it is.
      const { method, url, headers } = incoming;
      const onward = forward({ hostname, port, method, path: url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        answer.on('error', () => outgoing.destroy());
      });
      onward.on('error', () => outgoing.destroy());
      outgoing.on('close', () => onward.destroy());
      incoming.pipe(onward);
    };
    if (proxy.fault === 'slow') setTimeout(pass, SLOW_MS);
    else pass();
  });
  const proxy: FaultyProxy = {
    endpoint: `http://127.0.0.1:${await listenLocally(server)}`,
    fault: 'none',
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
