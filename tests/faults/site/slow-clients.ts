// Clients that keep connections open by sending a byte now and then.
import type { Socket } from 'node:net';
import { openConnection } from './raw-request.ts';

/** A group of slow clients. */
export interface SlowClients {
  /** The lifetime of each closed connection, in milliseconds. */
  readonly livesMs: number[];
  readonly amount: number;
  end(): void;
}

/** Opens connections that send a byte of a request head every ten seconds. Closing them takes the server half a minute. */
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
    livesMs,
    amount,
    end: () => {
      clearInterval(drip);
      for (const socket of sockets) socket.destroy();
    },
  };
}
