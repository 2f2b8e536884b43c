// Short messages between the processes of a site, by PostgreSQL's NOTIFY. A message may be lost with a connection: whoever
// waits for one also looks at the row from time to time.
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Client } from 'pg';

const CHANNEL = 'swingmark';
const RECONNECT_AFTER_MS = 500;

/** Listens on a connection of its own, which is opened again when it is lost. */
export class News {
  readonly #url: string;
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  #client: Client | null = null;
  #isClosed = false;
  #isReopening = false;

  constructor(url: string) {
    this.#url = url;
  }

  /** Begins to listen. */
  async open(): Promise<void> {
    const { default: pg } = await import('pg');
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      application_name: 'swingmark-news',
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    });
    client.on('notification', ({ payload = '' }) => this.#emitter.emit(payload));
    // A lost connection reports several errors; without a listener each would end the process.
    client.on('error', () => undefined);
    this.#client = client;
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    client.once('end', () => void this.#reopen());
  }

  /** Calls `onNews` at each message; the returned function ends that. */
  on(message: string, onNews: () => void): () => void {
    this.#emitter.on(message, onNews);
    return () => void this.#emitter.off(message, onNews);
  }

  /** Waits for a message, or for a time, or until the signal aborts. */
  async wait(message: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
    const ended = new AbortController();
    const stopListening = this.on(message, () => ended.abort());
    try {
      await sleep(timeoutMs, undefined, { signal: AbortSignal.any([ended.signal, signal]) }).catch(() => undefined);
    } finally {
      stopListening();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client?.end().catch(() => undefined);
  }

  /** One loop at a time. */
  async #reopen(): Promise<void> {
    if (this.#isReopening) return;
    this.#isReopening = true;
    try {
      let isOpen = false;
      while (!isOpen && !this.#isClosed) {
        await sleep(RECONNECT_AFTER_MS, undefined, { ref: false });
        if (this.#isClosed) return;
        isOpen = await this.open().then(
          () => true,
          () => false,
        );
      }
    } finally {
      this.#isReopening = false;
    }
  }
}

/** Sends a message, with the caller's transaction when that commits. */
export async function tell<Tables>(db: Kysely<Tables>, message: string): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${message})`.execute(db);
}
