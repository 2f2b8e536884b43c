// Messages between processes, also after the database has ended every connection.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { HAS_POSTGRES, NEEDS_POSTGRES, newPostgresUrl } from '#tests/stores/test-database.ts';
import { until } from '#tests/until.ts';
import { News, tell } from './news.ts';
import { connectPostgres } from './open-postgres.ts';

describe.skipIf(!HAS_POSTGRES)(`messages${NEEDS_POSTGRES}`, () => {
  test('arrive in other processes, and again after the connection was lost', async () => {
    const url = await newPostgresUrl();
    const { db, close } = await connectPostgres({ url, poolSize: 1 });
    const news = new News(url);
    await news.open();
    let heard = 0;
    news.on('hello', () => {
      heard += 1;
    });
    await tell(db, 'hello');
    await until('it is heard', () => heard === 1);
    const listeners = sql<{ count: number }>`select count(*) from pg_stat_activity
      where datname = current_database() and application_name = 'swingmark-news'`;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'swingmark-news'`.execute(db);
    await until('it is heard again', async () => {
      await tell(db, 'hello');
      return heard > 1;
    });
    expect((await listeners.execute(db)).rows).toEqual([{ count: 1 }]);
    await news.close();
    await close();
  });
});
