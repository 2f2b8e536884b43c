// Readiness answers in time, whatever hangs.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSqlite, type TestDatabase } from '#tests/stores/test-database.ts';
import { isReadyBy, type ReadinessParts, readinessOf } from './readiness.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestSqlite();
});
afterAll(() => database.close());

const never = () => new Promise<never>(() => undefined);
const partsOf = (change: Partial<ReadinessParts> = {}): ReadinessParts => ({
  db: database.db,
  store: { check: async () => undefined },
  tools: null,
  diskReserveBytes: 100,
  clockOffset: null,
  folder: { freeBytes: async () => 1000, tryWriting: async () => undefined },
  ...change,
});
const HEALTHY = { database: true, disk: true, storage: true, store: true };

test('a process is ready when every check succeeds', async () => {
  const checks = await readinessOf(partsOf())();
  expect([checks, isReadyBy(checks)]).toEqual([HEALTHY, true]);
});

test('a hanging check is not ready, and the answer comes within two seconds', async () => {
  const readiness = readinessOf(
    partsOf({ store: { check: never }, folder: { freeBytes: never, tryWriting: never }, clockOffset: never }),
  );
  for (const _ of ['first', 'second']) {
    const begunAt = performance.now();
    expect(await readiness()).toEqual({ ...HEALTHY, disk: false, storage: false, store: false, clock: false });
    expect(performance.now() - begunAt).toBeLessThan(2_000);
  }
});

test('a clock offset is reported, but does not make the process unready', async () => {
  const checks = await readinessOf(partsOf({ clockOffset: async () => -90_000 }))();
  expect([checks, isReadyBy(checks)]).toEqual([{ ...HEALTHY, clock: false }, true]);
  expect(await readinessOf(partsOf({ clockOffset: async () => 30_000 }))()).toEqual({ ...HEALTHY, clock: true });
});
