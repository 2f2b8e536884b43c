// Sends raw bytes over a TCP connection: slowly, partially, or not as HTTP at all.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The response up to the end of the connection. */
export interface RawAnswer {
  /** 0 without a valid response. */
  readonly status: number;
  readonly head: string;
  readonly body: string;
  readonly afterMs: number;
}

/** The head of a POST with JSON, up to the empty line. */
export function postHead(path: string, headers: Readonly<Record<string, string | number>>): string {
  const all = { host: '127.0.0.1', 'content-type': 'application/json', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`POST ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

/** A GET of the exact path; a client library would normalize it. */
export function getRaw(url: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> {
  const all = { host: '127.0.0.1', connection: 'close', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return sendRaw(url, [[`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')]);
}

/** Opens a connection to a site. */
export async function openConnection(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return socket;
}

/** Sends pieces with a pause between them, and waits until the server closes the connection or the time is up. */
export async function sendRaw(
  url: string,
  pieces: Iterable<string | Buffer>,
  { pauseMs = 0, waitMs = 5_000 } = {},
): Promise<RawAnswer> {
  const startedAt = performance.now();
  const socket = await openConnection(url);
  let text = '';
  let isOver = false;
  const over = new Promise<void>((resolve) => {
    const end = () => {
      isOver = true;
      resolve();
    };
    socket.on('close', end).on('error', end);
    setTimeout(end, waitMs).unref();
  });
  socket.on('data', (piece) => {
    text += piece.toString('latin1');
    if (isWhole(text)) socket.destroy();
  });
  for (const piece of pieces) {
    if (isOver || socket.destroyed) break;
    socket.write(piece);
    if (pauseMs > 0) await Promise.race([sleep(pauseMs), over]);
  }
  await over;
  socket.destroy();
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0);
  return { status, head, body, afterMs: performance.now() - startedAt };
}

function isWhole(text: string): boolean {
  const [head = '', body] = text.split('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  return body !== undefined && length !== undefined && body.length >= Number(length);
}
