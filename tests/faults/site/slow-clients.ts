// Clients that keep connections open by sending next to nothing.
import type { Socket } from 'node:net';
import { openConnection } from './raw-request.ts';

/** Such clients. */
export interface SlowClients {
  /** How long each connection lived that has been cut, in milliseconds. */
  readonly livesMs: number[];
  readonly amount: number;
  end(): void;
}

/** Connections that send a byte of a head every ten seconds. Opened first, for being cut takes them half a minute. */
export async function openSlowClients(url: string, amount: number): Promise<SlowClients> {
  const openedAt = performance.now();
  const livesMs: number[] = [];
  const sockets: Socket[] = [];
  for (let index = 0; index < amount; index += 1) {
    const socket = await openConnection(url);
    socket.on('error', () => undefined).on('close', () => livesMs.push(performance.now() - openedAt));
    socket.resume().write('GET / HTTP/1.1\r\nX: ');
    sockets.push(socket);
  }
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, 10_000);
  return {
    ...{ livesMs, amount },
    end: () => {
      clearInterval(drip);
      for (const socket of sockets) socket.destroy();
    },
  };
}
