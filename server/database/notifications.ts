// Notifications between the processes of a site, through PostgreSQL's NOTIFY. They may be lost with a connection, so
// every waiter also polls the row.
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Client } from 'pg';

const CHANNEL = 'swingmark';
const RECONNECT_AFTER_MS = 500;

/** A client for a connection of its own, to be connected. */
export async function newClient(url: string, name: string, queryTimeoutMs: number): Promise<Client> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    query_timeout: queryTimeoutMs,
  });
  // A lost connection emits several errors; without a listener each would end the process.
  return client.on('error', () => undefined);
}

/** Listens on its own connection, and reconnects when that is lost. */
export class Notifications {
  readonly #url: string;
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  #client: Client | null = null;
  #isClosed = false;
  #isReopening = false;

  constructor(url: string) {
    this.#url = url;
  }

  async open(): Promise<void> {
    const client = await newClient(this.#url, 'swingmark-notifications', 5_000);
    client.on('notification', ({ payload = '' }) => this.#emitter.emit(payload));
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

  /** Calls `onNotification` for each notification; the returned function unsubscribes. */
  on(message: string, onNotification: () => void): () => void {
    this.#emitter.on(message, onNotification);
    return () => void this.#emitter.off(message, onNotification);
  }

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

  /** Only one loop runs at a time. */
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

/** Sends a notification when the caller's transaction commits. */
export async function notify<Tables>(db: Kysely<Tables>, message: string): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${message})`.execute(db);
}
