// A proxy in front of a real S3 store, for tests of a store that fails for a while.
import { createServer, request, type Server } from 'node:http';
import { Transform } from 'node:stream';
import { listenLocally } from '#tests/server/local-port.ts';

/** A running proxy. */
export interface StoreProxy {
  /** The bucket's address, as S3_URL gives it. */
  readonly url: string;
  readonly server: Server;
  /** `unavailable`: what is read is answered with 503; `changed`: a byte of each object that is read is another one. */
  fault: 'none' | 'unavailable' | 'changed';
}

/** Passes requests on to a store. */
export async function openStoreProxy(storeUrl: string): Promise<StoreProxy> {
  const to = new URL(storeUrl);
  const server = createServer((incoming, response) => {
    const isRead = incoming.method === 'GET';
    if (proxy.fault === 'unavailable' && isRead) return void response.writeHead(503).end();
    // The signature covers the host's name: it is passed on as it came.
    const { method, url, headers } = incoming;
    const outgoing = request({ host: to.hostname, port: to.port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      const isObject = url?.includes('x-id=GetObject');
      if (proxy.fault === 'changed' && isObject) answer.pipe(changingBytes()).pipe(response);
      else answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  const proxied = new URL(storeUrl);
  proxied.port = String(await listenLocally(server));
  const proxy: StoreProxy = { url: proxied.href, server, fault: 'none' };
  return proxy;
}

function changingBytes(): Transform {
  return new Transform({
    transform: (piece: Buffer, _, done) => {
      const changed = Buffer.from(piece);
      changed[0] = (changed[0] ?? 0) ^ 1;
      done(null, changed);
    },
  });
}
