// Commands and events of a browser over a WebSocket: Firefox's WebDriver BiDi and Chromium's developer tools.
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A connection to a browser. */
export interface JsonSocket {
  /** Sends a command; Chromium's commands to a page name its session. */
  readonly send: <Answer>(method: string, params?: object, sessionId?: string) => Promise<Answer>;
  /** Returns a function that ends the listening. */
  readonly onEvent: (listener: (method: string, params: never) => void) => () => void;
}

interface Message {
  readonly id?: number | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  /** A code in BiDi. The text is in `message`. */
  readonly error?: string | { readonly message: string };
  readonly message?: string;
}

/** The address that a browser writes when it listens: the first group of the pattern. */
export function announcedAddress(browser: ChildProcess, pattern: RegExp): Promise<string> {
  const lines = createInterface({ input: browser.stderr ?? process.stdin });
  return new Promise((resolve, reject) => {
    const said: string[] = [];
    lines.on('line', (line) => {
      said.push(line);
      const [, address] = pattern.exec(line) ?? [];
      if (address) resolve(address);
    });
    browser.once('error', reject);
    browser.once('exit', () => reject(new Error(`The browser ended: ${said.slice(-5).join(' ')}`)));
  });
}

/** Connects to a browser. */
export async function connectTo(address: string): Promise<JsonSocket> {
  const socket = new WebSocket(address);
  const pending = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  const listeners = new Set<(method: string, params: never) => void>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params = {}, result, error, message } = JSON.parse(String(data)) as Message;
    if (method) {
      for (const listener of listeners) listener(method, params as never);
      return;
    }
    const command = pending.get(id ?? 0);
    pending.delete(id ?? 0);
    if (error === undefined) command?.resolve(result as never);
    else command?.reject(new Error(`The browser: ${typeof error === 'object' ? error.message : message}`));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of pending.values()) reject(new Error('The browser has closed the connection'));
    pending.clear();
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error(`The browser does not answer at ${address}`)));
  });
  return {
    send(method, params = {}, sessionId) {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, method, params, sessionId }));
      });
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
