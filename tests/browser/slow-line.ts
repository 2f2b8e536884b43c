// A slow line in front of a server: all connections share its speed, and every byte is late by half the latency in each direction.
// Notes what each request brought.

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** What one request brought over the line. */
export interface LineFetch {
  readonly path: string;
  bytes: number;
  /** In seconds since the line was opened. */
  readonly asked: number;
  ended: number;
}

/** A line that is open. */
export interface SlowLine {
  readonly origin: string;
  readonly fetches: readonly LineFetch[];
  readonly seconds: () => number;
  readonly close: () => void;
}

/** A piece is about as long as a packet, of 1,500 bytes. */
const PIECE_BYTES = 1460;

/** A line's speed in Mbit/s, and every how many pieces one is lost: what follows waits for it to be sent again. */
interface LineQuality {
  readonly megabits: number;
  readonly latencyMs: number;
  readonly lostEvery?: number;
}

/** Opens a line to a server on this machine. */
export async function openSlowLine(
  origin: string,
  { megabits, latencyMs, lostEvery = Number.POSITIVE_INFINITY }: LineQuality,
): Promise<SlowLine> {
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  const fetches: LineFetch[] = [];
  const sockets = new Set<Socket>();
  const bytesPerMs = (megabits * 1e6) / 8 / 1000;
  /** When the line has sent all that waits for it. */
  let freeAtMs = 0;
  let sentPieces = 0;
  const pump = pumpOf();

  /** Sends a piece when the line is free, after all pieces before it. */
  function send(piece: Buffer, to: Socket): void {
    sentPieces += 1;
    const sentAgainMs = sentPieces % lostEvery === 0 ? latencyMs + piece.length / bytesPerMs : 0;
    freeAtMs = Math.max(freeAtMs, performance.now()) + piece.length / bytesPerMs + sentAgainMs;
    pump(freeAtMs + latencyMs / 2, () => to.writable && to.write(piece));
  }

  const server = createServer((visitor) => {
    const upstream = connect(Number(new URL(origin).port), '127.0.0.1');
    const pumpUp = pumpOf();
    let current: LineFetch | null = null;
    for (const socket of [visitor, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        const other = socket === visitor ? upstream : visitor;
        pump(Math.max(freeAtMs, performance.now()) + latencyMs / 2, () => other.destroy());
      });
    }
    visitor.on('data', (sent) => {
      const path = /^[A-Z]+ (\S+) HTTP/.exec(sent.toString('latin1'))?.[1];
      if (path) {
        current = { path, bytes: 0, asked: seconds(), ended: seconds() };
        fetches.push(current);
      }
      pumpUp(performance.now() + latencyMs / 2, () => upstream.writable && upstream.write(sent));
    });
    upstream.on('data', (answer) => {
      for (let at = 0; at < answer.length; at += PIECE_BYTES) send(answer.subarray(at, at + PIECE_BYTES), visitor);
      if (!current) return;
      current.bytes += answer.length;
      current.ended = (freeAtMs - begun) / 1000;
      // The server waits as long as the line does.
      upstream.pause();
      setTimeout(() => upstream.resume(), Math.max(0, freeAtMs - performance.now()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fetches,
    seconds,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Does things at their times, in their order, which timers do not keep. The times must not fall. */
function pumpOf(): (atMs: number, act: () => void) => void {
  const waiting: { readonly atMs: number; readonly act: () => void }[] = [];
  function wake(): void {
    for (let next = waiting[0]; next && next.atMs <= performance.now(); next = waiting[0]) {
      waiting.shift();
      next.act();
    }
    if (waiting[0]) setTimeout(wake, Math.max(0, waiting[0].atMs - performance.now()));
  }
  return (atMs, act) => {
    waiting.push({ atMs, act });
    if (waiting.length === 1) setTimeout(wake, Math.max(0, atMs - performance.now()));
  };
}
