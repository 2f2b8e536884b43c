// Opens many plain connections from one local address.
import { connect, type Socket } from 'node:net';

/** Open connections. */
export interface ManyConnections {
  /** How many the server has ended. */
  readonly ended: () => number;
  close(): void;
}

/** Opens connections, a hundred at a time; each sends `request`. Without `readsResponses` no response is read. */
export async function openManyConnections(
  url: string,
  options: { amount: number; localAddress: string; request: string; readsResponses: boolean },
): Promise<ManyConnections> {
  const { amount, localAddress, request, readsResponses } = options;
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  let ended = 0;
  const open = () =>
    new Promise<void>((resolve) => {
      const socket = connect({ host: hostname, port: Number(port), localAddress });
      sockets.push(socket);
      socket
        .on('error', () => undefined)
        .once('close', () => {
          ended += 1;
          resolve();
        });
      socket.once('connect', () => socket.write(request, () => resolve()));
      if (readsResponses) socket.resume();
      else socket.pause();
    });
  for (let opened = 0; opened < amount; opened += 100) {
    await Promise.all(Array.from({ length: Math.min(100, amount - opened) }, open));
  }
  return {
    ended: () => ended,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
