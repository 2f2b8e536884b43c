// Messages between processes, also after the database has ended every connection.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { HAS_POSTGRES, NEEDS_POSTGRES, newPostgresUrl } from '#tests/stores/test-database.ts';
import { until } from '#tests/until.ts';
import { Notifications, notify } from './notifications.ts';
import { connectPostgres } from './open-postgres.ts';

describe.skipIf(!HAS_POSTGRES)(`messages${NEEDS_POSTGRES}`, () => {
  test('arrive in other processes, even after the connection was lost', async () => {
    const url = await newPostgresUrl();
    const { db, close } = await connectPostgres({ url, poolSize: 1 });
    const notifications = new Notifications(url);
    await notifications.open();
    let heard = 0;
    notifications.on('hello', () => {
      heard += 1;
    });
    await notify(db, 'hello');
    await until('it is heard', () => heard === 1);
    const listeners = sql<{ count: number }>`select count(*) from pg_stat_activity
      where datname = current_database() and application_name = 'swingmark-notifications'`;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'swingmark-notifications'`.execute(db);
    await until('it is heard again', async () => {
      await notify(db, 'hello');
      return heard > 1;
    });
    expect((await listeners.execute(db)).rows).toEqual([{ count: 1 }]);
    await notifications.close();
    await close();
  });
});
