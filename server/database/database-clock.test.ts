// A process whose machine's clock is off: it says so, does not lead, and stores and expires by the database's clock.
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import { HAS_POSTGRES, NEEDS_POSTGRES, newPostgresUrl, openTestPostgres } from '#tests/stores/test-database.ts';
import { until } from '#tests/until.ts';
import { clockOffset, dueNow, followDatabaseClock, offsetOf } from './database-clock.ts';
import { Leadership } from './leadership.ts';

const HOUR_MS = 3600_000;
afterEach(() => vi.useRealTimers());

/** Sets the machine's clock, and nothing else that depends on time. */
function setClock(aheadMs: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs });
}

test('a slow answer does not count as an offset', () => {
  expect(offsetOf({ before: 1000, now: 1500, after: 9000 })).toBe(0);
  expect(offsetOf({ before: 1000, now: 400, after: 1100 })).toBe(600);
  expect(offsetOf({ before: 1000, now: 2000, after: 1100 })).toBe(-900);
});

describe.skipIf(!HAS_POSTGRES)(`a clock that is off${NEEDS_POSTGRES}`, () => {
  test.each([30 * HOUR_MS, -30 * HOUR_MS])(
    'by %d ms is measured, and the process uses the database’s time',
    async (aheadMs) => {
      const { db, close } = await openTestPostgres();
      expect(Math.abs(await clockOffset(db))).toBeLessThan(1_000);
      const right = Date.now();
      setClock(aheadMs);
      expect(Math.abs((await clockOffset(db)) - aheadMs)).toBeLessThan(30_000);
      await followDatabaseClock(db);
      vi.useRealTimers();
      expect(Math.abs(steadyNow() - right)).toBeLessThan(30_000);
      expect(Math.abs((await dueNow(db)) - right)).toBeLessThan(30_000);
      await close();
    },
  );

  test('prevents a process from leading until it is corrected, and another one leads', async () => {
    const url = await newPostgresUrl();
    const terms: string[] = [];
    const logged: string[] = [];
    const log = {
      error: (_: unknown, message: string) => void logged.push(message),
      warn: () => undefined,
      info: () => undefined,
    } as unknown as ConstructorParameters<typeof Leadership>[2];
    const leading = { begin: () => void terms.push('begins'), end: () => void terms.push('ends') };
    setClock(2 * 60_000);
    const leadership = new Leadership(url, leading, log);
    leadership.open();
    await until('it says so', () => logged.length === 1);
    expect([terms, logged[0]]).toEqual([[], expect.stringContaining('clock')]);
    vi.useRealTimers();
    await until('it leads', () => terms.length === 1);
    setClock(-2 * 60_000);
    await until('it stops leading', () => terms.length === 2);
    vi.useRealTimers();
    await leadership.close();
    expect(logged).toHaveLength(2);
  });

  test('of the database itself makes nothing expire early', async () => {
    const { db, close } = await openTestPostgres();
    // As if the database's machine were set a day forward: PostgreSQL finds this function before its own.
    await sql`create schema ahead`.execute(db);
    await sql`create function ahead.clock_timestamp() returns timestamptz language sql as
      $$ select pg_catalog.clock_timestamp() + interval '1 day' $$`.execute(db);
    await db.connection().execute(async (connection) => {
      await sql`set search_path = ahead, public, pg_catalog`.execute(connection);
      expect(await clockOffset(connection)).toBeLessThan(-23 * HOUR_MS);
      expect(Math.abs((await dueNow(connection)) - steadyNow())).toBeLessThan(1_000);
    });
    await close();
  });
});
