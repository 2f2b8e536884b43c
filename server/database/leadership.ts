// One process of a site at a time does what must be done once, such as the sweep: the one that holds an advisory lock of
// PostgreSQL. When its connection ends, another one takes over.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

/** The locks' class and object; other programs on this database should not use the same. */
const LOCK = [7301, 1] as const;
const SEEDING_LOCK = [7301, 2] as const;
const TRY_EVERY_MS = 2_000;

/** What the leading process does. */
export interface Leading {
  begin(): void;
  end(): void;
}

/** Tries to lead until it is closed. */
export class Leadership {
  readonly #url: string;
  readonly #leading: Leading;
  readonly #closing = new AbortController();
  #done: Promise<void> | null = null;

  constructor(url: string, leading: Leading) {
    this.#url = url;
    this.#leading = leading;
  }

  open(): void {
    this.#done = this.#run();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#done;
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      await this.#leadOnce().catch(() => undefined);
      await this.#pause();
    }
  }

  /** Connects, waits for the lock, and leads until the connection ends. */
  async #leadOnce(): Promise<void> {
    const client = await connect(this.#url);
    const lost = new AbortController();
    client.once('end', () => lost.abort());
    try {
      for (;;) {
        if (this.#closing.signal.aborted || lost.signal.aborted) return;
        const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_lock($1, $2) as "isMine"', [
          ...LOCK,
        ]);
        if (rows[0]?.isMine) break;
        await this.#pause();
      }
      this.#leading.begin();
      try {
        // A lost connection is noticed by asking, even where no packet says so.
        while (!this.#closing.signal.aborted && !lost.signal.aborted) {
          await this.#pause();
          await client.query('select 1');
        }
      } finally {
        this.#leading.end();
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async #pause(): Promise<void> {
    await sleep(TRY_EVERY_MS, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }
}

/** Runs a task, such as filling the library, in one process at a time. */
export async function oneAtATime<Result>(url: string, task: () => Promise<Result>): Promise<Result> {
  const client = await connect(url);
  try {
    await client.query('select pg_advisory_lock($1, $2)', [...SEEDING_LOCK]);
    return await task();
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function connect(url: string): Promise<Client> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    ...{ connectionString: url, keepAlive: true, application_name: 'swingmark-leader' },
    ...{ connectionTimeoutMillis: 5_000, query_timeout: 60_000 },
  });
  // Without a listener a lost connection would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
