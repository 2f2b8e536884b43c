// Many plain connections from one address of this machine, and what became of them.
import { connect, type Socket } from 'node:net';

/** Open connections. */
export interface ManyConnections {
  /** How many the server has ended. */
  readonly ended: () => number;
  /** The sentences of refusal that were heard. */
  readonly heard: () => string[];
  close(): void;
}

/** Opens connections one hundred at a time; `greet` says what each sends. None reads unless it is told to. */
export async function openManyConnections(
  url: string,
  options: { amount: number; localAddress: string; greeting: string; isReading: boolean },
): Promise<ManyConnections> {
  const { amount, localAddress, greeting, isReading } = options;
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  const heard: string[] = [];
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
      socket.once('connect', () => socket.write(greeting, () => resolve()));
      if (isReading) socket.on('data', (piece) => heard.push(piece.toString('latin1')));
      else socket.pause();
    });
  for (let opened = 0; opened < amount; opened += 100) {
    await Promise.all(Array.from({ length: Math.min(100, amount - opened) }, open));
  }
  return {
    ended: () => ended,
    heard: () => heard,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
