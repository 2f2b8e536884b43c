// Programs that stand in front of the server, run with the shipped configuration; and a stand-in for a web process.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { execa } from 'execa';
import { listenLocally } from '#tests/server/local-port.ts';

/** A web process of which only readiness matters. */
export interface StandIn {
  readonly address: string;
  isReady: boolean;
  /** How often each path was asked for. */
  readonly asked: Map<string, number>;
  /** The headers of the last request. */
  lastHeaders: IncomingHttpHeaders;
  close(): void;
}

/** Starts a stand-in that answers every request by its readiness, or as `answer` does. */
export async function startStandIn(answer?: RequestListener): Promise<StandIn> {
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '';
    standIn.asked.set(path, (standIn.asked.get(path) ?? 0) + 1);
    standIn.lastHeaders = request.headers;
    if (answer) answer(request, response);
    else response.writeHead(standIn.isReady ? 200 : 503).end();
  });
  const standIn: StandIn = {
    address: `127.0.0.1:${await listenLocally(server)}`,
    isReady: true,
    asked: new Map(),
    lastHeaders: {},
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return standIn;
}

/** Starts a program and returns what stops it. */
export function startProgram(command: readonly [string, ...string[]], env: Readonly<Record<string, string>> = {}) {
  const [program, ...args] = command;
  const running = execa(program, args, { env, reject: false, all: true });
  return {
    running,
    stop: async () => {
      running.kill('SIGTERM');
      await Promise.race([running, once(running, 'exit')]);
    },
  };
}
