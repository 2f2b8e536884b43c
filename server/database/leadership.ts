// Elects one process of a site for tasks that must run only once, such as the sweep: the one that holds an advisory
// lock of PostgreSQL. When its connection ends, another process takes over.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Client } from 'pg';
import { DATABASE_NOW, MAX_CLOCK_OFFSET_MS, offsetOf } from './database-clock.ts';
import { newClient } from './notifications.ts';

/** The locks' class and object; other programs on this database should not use the same. */
const LOCK = [7301, 1] as const;
const SEEDING_LOCK = [7301, 2] as const;
const TRY_EVERY_MS = 2_000;
/** A leader whose database does not answer for this long resigns, because another process may have the lock. */
const ASK_TIMEOUT_MS = 5_000;
/** The other process may be filling the library, for which every golfer is probed. */
const SEEDING_TIMEOUT_MS = 600_000;

interface Leading {
  begin(): void;
  /** Resolves when all of the leader's tasks have stopped. Only then does this process stand for election again. */
  end(): Promise<void> | void;
}

type LeadershipLog = Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>;

/** Tries to lead until it is closed. A process whose clock is off does not lead: it would expire what is not due. */
export class Leadership {
  readonly #url: string;
  readonly #leading: Leading;
  readonly #log: LeadershipLog;
  readonly #closing = new AbortController();
  #done: Promise<void> | null = null;
  #problem = '';

  constructor(url: string, leading: Leading, log: LeadershipLog) {
    this.#url = url;
    this.#leading = leading;
    this.#log = log;
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
      try {
        await this.#leadOnce();
      } catch (err) {
        this.#report(err instanceof Error ? err.message : String(err), { err }, 'Cannot lead: no connection');
      }
      await this.#pause();
    }
  }

  /** Connects, waits for the lock, and leads until the connection ends or the clock is off. */
  async #leadOnce(): Promise<void> {
    const client = await connect(this.#url, ASK_TIMEOUT_MS);
    const lost = new AbortController();
    client.once('end', () => lost.abort());
    const goesOn = () => !this.#closing.signal.aborted && !lost.signal.aborted;
    try {
      for (;;) {
        if (!goesOn()) return;
        const isMine = (await this.#isClockRight(client)) && (await tryLock(client));
        if (isMine) break;
        await this.#pause();
      }
      this.#leading.begin();
      try {
        // A lost connection may send no packet, so it is detected by a query.
        while (goesOn() && (await this.#isClockRight(client))) await this.#pause();
      } finally {
        await this.#leading.end();
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async #isClockRight(client: Client): Promise<boolean> {
    const before = Date.now();
    const { rows } = await client.query<{ now: number }>(`select ${DATABASE_NOW} as now`);
    const offsetMs = offsetOf({ before, now: Number(rows[0]?.now), after: Date.now() });
    if (Math.abs(offsetMs) <= MAX_CLOCK_OFFSET_MS) {
      if (this.#problem !== '') this.#log.info('This process may lead again');
      this.#problem = '';
      return true;
    }
    const offsetSeconds = Math.round(offsetMs / 1000);
    this.#report('clock', { offsetSeconds }, 'This machine’s clock differs from the database’s: it does not lead');
    return false;
  }

  /** Logs each problem once, until it changes or is resolved. */
  #report(problem: string, facts: object, message: string): void {
    if (this.#problem !== problem) this.#log.error(facts, message);
    this.#problem = problem;
  }

  async #pause(): Promise<void> {
    await sleep(TRY_EVERY_MS, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_lock($1, $2) as "isMine"', [
    ...LOCK,
  ]);
  return rows[0]?.isMine ?? false;
}

/** Runs a task, such as filling the library, in one process at a time. */
export async function oneAtATime<Result>(url: string, task: () => Promise<Result>): Promise<Result> {
  const client = await connect(url, SEEDING_TIMEOUT_MS);
  try {
    await client.query('select pg_advisory_lock($1, $2)', [...SEEDING_LOCK]);
    return await task();
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function connect(url: string, queryTimeoutMs: number): Promise<Client> {
  const client = await newClient(url, 'swingmark-leader', queryTimeoutMs);
  await client.connect();
  return client;
}
