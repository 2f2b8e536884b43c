// The rows of links, on both databases.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import { describeDatabases, type TestDatabase } from '#tests/stores/test-database.ts';
import { ShareStore } from './share-store.ts';

describeDatabases((open) => {
  let database: TestDatabase;
  let store: ShareStore;
  beforeAll(async () => {
    database = await open();
    store = new ShareStore(database.db);
  });
  afterAll(() => database.close());

  const add = (id: string, expiresInMs: number, bytes = 3_000_000_000) =>
    store.add({
      id,
      visitor_id: 'visitor',
      media_name: `${id}.age`,
      media_sha256: 'hash',
      bytes,
      secret_hash: 'secret',
      expires_at: steadyNow() + expiresInMs,
    });

  test('a link is found until it ends, and listed for the sweep then', async () => {
    await add('lasting', 60_000);
    await add('ended', -1);
    expect((await store.find('lasting'))?.bytes).toBe(3_000_000_000);
    expect(await store.find('ended')).toBeUndefined();
    expect((await store.listEndedBy(steadyNow())).map(({ id }) => id)).toEqual(['ended']);
    await store.delete('ended');
    await add('withdrawn', 60_000);
    await store.end('withdrawn');
    expect(await store.find('withdrawn')).toBeUndefined();
    expect((await store.listEndedBy(steadyNow())).map(({ id }) => id)).toEqual(['withdrawn']);
    await store.delete('withdrawn');
    expect(await store.bytesOf('visitor')).toBe(3_000_000_000);
    expect(await store.totals()).toEqual({ links: 1, bytes: 3_000_000_000, openings: 0 });
  });

  test('requests at the same time cannot pass the limit of its bytes', async () => {
    await add('limited', 60_000, 1000);
    const asked = Array.from({ length: 8 }, () => store.count('limited', { bytes: 1000, isFirst: true }, 5));
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(5);
    expect((await store.find('limited'))?.openings).toBe(5);
    expect(await store.count('limited', { bytes: 1, isFirst: false }, 5)).toBeUndefined();
  });

  test('an id is used once', async () => {
    await expect(add('limited', 60_000)).rejects.toThrow();
  });
});
