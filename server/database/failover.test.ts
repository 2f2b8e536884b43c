// PostgreSQL closes busy connections, or restarts: queries in progress fail with specific errors, later ones succeed,
// and the process keeps running.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBoss } from '#server/jobs/boss.ts';
import { isDatabaseBusy } from '#server/runtime/database-error.ts';
import { type PostgresCluster, startPostgresCluster } from '#tests/stores/postgres-cluster.ts';
import { HAS_POSTGRES, NEEDS_POSTGRES } from '#tests/stores/test-database.ts';
import { until } from '#tests/until.ts';
import { Leadership } from './leadership.ts';
import { Notifications, notify } from './notifications.ts';
import { openPostgres, type Postgres } from './open-postgres.ts';

describe.skipIf(!HAS_POSTGRES)(`a failover of PostgreSQL${NEEDS_POSTGRES}`, () => {
  let cluster: PostgresCluster;
  let postgres: Postgres;
  const uncaught: unknown[] = [];
  const onUncaught = (error: unknown) => void uncaught.push(error);
  beforeAll(async () => {
    process.on('uncaughtException', onUncaught);
    cluster = await startPostgresCluster();
    postgres = await openPostgres({ url: cluster.urlOf('postgres'), poolSize: 6, migrates: true });
  });
  afterAll(async () => {
    await postgres.close();
    await cluster.remove();
    process.off('uncaughtException', onUncaught);
  });

  /**
   * Keeps every kind of connection busy until stopped, and returns failures that were not caused by the missing
   * database.
   */
  function load() {
    const { db, locks } = postgres;
    let isOver = false;
    const counts = { succeeded: 0, failed: 0 };
    const strange: unknown[] = [];
    const repeat = async (work: () => Promise<unknown>) => {
      while (!isOver) {
        await work().then(
          () => {
            counts.succeeded += 1;
          },
          (error: unknown) => {
            counts.failed += 1;
            if (!isDatabaseBusy(error)) strange.push(error);
          },
        );
        await sleep(5);
      }
    };
    const inTransaction = () =>
      db.transaction().execute(async (transaction) => {
        await sql`select pg_sleep(0.02)`.execute(transaction);
        await sleep(20);
        await sql`select 1`.execute(transaction);
      });
    const running = Promise.all([
      ...Array.from({ length: 4 }, () => repeat(inTransaction)),
      ...Array.from({ length: 4 }, () => repeat(() => sql`select pg_sleep(0.02)`.execute(db))),
      ...['a', 'b', 'c'].map((key) => repeat(() => locks.run(key, () => sleep(20)))),
    ]);
    const end = async () => {
      isOver = true;
      await running;
    };
    return { counts, strange, end };
  }

  test('that closes busy connections fails only the queries on them', async () => {
    const { counts, strange, end } = load();
    for (let round = 0; round < 8; round += 1) {
      await sleep(60);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'swingmark' and pid <> pg_backend_pid()`
        .execute(postgres.db)
        .catch(() => undefined);
    }
    const before = counts.succeeded;
    await until('queries succeed again', () => counts.succeeded > before + 20);
    await end();
    expect(counts.failed).toBeGreaterThan(0);
    expect([strange, uncaught]).toEqual([[], []]);
  });

  test('that restarts it is survived by queries, locks, queue, notifications and leadership', async () => {
    const url = cluster.urlOf('postgres');
    const nothing = () => undefined;
    const log = { warn: nothing, error: nothing, info: nothing };
    const carrier = await openBoss({ url, works: true, migrates: true, log });
    const notifications = new Notifications(url);
    await notifications.open();
    let heard = 0;
    notifications.on('hello', () => {
      heard += 1;
    });
    const terms: string[] = [];
    const leadership = new Leadership(
      url,
      {
        begin: () => void terms.push('begins'),
        end: () => void terms.push('ends'),
      },
      log,
    );
    leadership.open();
    let taken = 0;
    await carrier.work('work', async () => {
      taken += 1;
      await sleep(30);
    });
    const send = () => carrier.send(postgres.db, { queue: 'work', jobId: 'any', queueId: randomUUID(), turn: 0 });
    const sending = setInterval(() => void send().catch(() => undefined), 20);
    await until('it leads and works', () => terms.length === 1 && taken > 0);
    const { counts, strange, end } = load();
    for (let round = 0; round < 2; round += 1) {
      await sleep(200);
      await cluster.stop();
      await sleep(300);
      await cluster.start();
    }
    const before = { taken, succeeded: counts.succeeded, heard };
    await until('everything works again', async () => {
      await notify(postgres.db, 'hello');
      return taken > before.taken && counts.succeeded > before.succeeded + 20 && heard > before.heard;
    });
    await until('it leads again', () => terms.at(-1) === 'begins' && terms.length >= 3);
    clearInterval(sending);
    await end();
    await leadership.close();
    await notifications.close();
    await carrier.close();
    expect([strange, uncaught]).toEqual([[], []]);
  });
});
