import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openBoss } from '#server/jobs/boss.ts';
import { StartError } from '#server/runtime/app-error.ts';
import { describeDatabases, HAS_POSTGRES, NEEDS_POSTGRES, newPostgresUrl } from '#tests/stores/test-database.ts';
import { migrateToLatest, migrationProblem, refuseOtherVersion } from './migrate.ts';
import { migrations } from './migrations.ts';
import { connectDatabase } from './open-database.ts';
import { connectPostgres, openPostgres } from './open-postgres.ts';

describe('a migration', () => {
  describeDatabases((open) => {
    it('does nothing the second time', async () => {
      const { db, close } = await open();
      await migrateToLatest(db);
      const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
      expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations));
      await refuseOtherVersion(db);
      await close();
    });

    it('refuses a database of a newer version, and a process refuses one of an older version', async () => {
      const { db, close } = await open();
      const last = Object.keys(migrations).at(-1) ?? '';
      await sql`delete from kysely_migration where name = ${last}`.execute(db);
      await expect(refuseOtherVersion(db)).rejects.toThrow('npm run migrate');
      await sql`insert into kysely_migration (name, timestamp) values (${last}, ''), ('999-later', '')`.execute(db);
      await expect(refuseOtherVersion(db)).rejects.toThrow(StartError);
      await expect(migrateToLatest(db)).rejects.toThrow('newer');
      await close();
    });
  });

  it('on a full disk reports that, not a failed rollback', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'migrate-'));
    const db = connectDatabase(join(folder, 'test.db'));
    // Simulates a disk with room for a few pages only.
    await sql`pragma max_page_count = 8`.execute(db);
    const failed = migrateToLatest(db);
    await expect(failed).rejects.toThrow(/its disk is full\. Please free some space/);
    await db.destroy();
    await rm(folder, { recursive: true });
  });

  it('that fails otherwise reports the database’s message', () => {
    const io = Object.assign(new Error('disk I/O error'), { errcode: 10 });
    expect(migrationProblem(io).message).toMatch(/its disk is full or broken \(disk I\/O error\)/);
    expect(migrationProblem(new Error('no such column: x')).message).toMatch(/not changed: no such column: x\./);
  });

  describe.skipIf(!HAS_POSTGRES)(`of PostgreSQL${NEEDS_POSTGRES}`, () => {
    it('runs once when several processes start on an empty database', async () => {
      const url = await newPostgresUrl(null);
      const opened = await Promise.all(
        Array.from({ length: 3 }, () => openPostgres({ url, poolSize: 2, migrates: true })),
      );
      for (const { db } of opened) await refuseOtherVersion(db);
      for (const { close } of opened) await close();
    });

    it('by a role that may not create tables reports that, with the remedy', async () => {
      const url = await newPostgresUrl(null);
      const owner = await connectPostgres({ url, poolSize: 1 });
      const role = `visitor_${randomBytes(6).toString('hex')}`;
      await sql.raw(`create role ${role} login`).execute(owner.db);
      const asRole = url.replace(/^postgres:\/\/[^@]*@/, `postgres://${role}@`);
      const failed = openPostgres({ url: asRole, migrates: true });
      await expect(failed).rejects.toThrow(StartError);
      await expect(failed).rejects.toThrow(/permission denied for schema public.*grant it CREATE/s);
      // The queue's tables have their own schema.
      await sql.raw(`grant create on schema public to ${role}`).execute(owner.db);
      const queue = openBoss({ url: asRole, works: false, migrates: true, log: { warn: () => undefined } });
      await expect(queue).rejects.toThrow(/permission denied for database.*grant it CREATE/s);
      await owner.close();
    });

    it('blocked by a lock reports that, and a long one has no time limit', async () => {
      const url = await newPostgresUrl(null);
      await (await openPostgres({ url, poolSize: 2, migrates: true })).close();
      const [other, patient] = await Promise.all([
        connectPostgres({ url, poolSize: 1 }),
        connectPostgres({ url, poolSize: 2, isPatient: true, lockTimeoutMs: 200 }),
      ]);
      const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as "limit"`.execute(
        patient.db,
      );
      expect(rows).toEqual([{ limit: '0' }]);
      await sql`delete from kysely_migration where name >= '007-many-processes'`.execute(patient.db);
      await other.db.transaction().execute(async (transaction) => {
        await sql`lock table jobs in access share mode`.execute(transaction);
        const failed = migrateToLatest(patient.db);
        await expect(failed).rejects.toThrow(/another program holds a lock on it .*lock timeout/);
        await expect(failed).rejects.not.toThrow('newer');
      });
      await other.close();
      await patient.close();
    });

    it('is not run by a process that shares the database', async () => {
      const url = await newPostgresUrl(null);
      await expect(openPostgres({ url, poolSize: 2, migrates: false })).rejects.toThrow('npm run migrate');
    });

    it('fails without a server, and does not reveal the password', async () => {
      const url = 'postgres://swing:secret@127.0.0.1:1/swing';
      const failed = openPostgres({ url, migrates: true });
      await expect(failed).rejects.toThrow('DATABASE_URL: the PostgreSQL server at 127.0.0.1:1/swing');
      await expect(failed).rejects.not.toThrow('secret');
    });
  });
});

describe.skipIf(!HAS_POSTGRES)(`on PostgreSQL${NEEDS_POSTGRES}`, () => {
  it('a lock holds across processes, and its waiters do not use up its holder’s connections', async () => {
    const url = await newPostgresUrl();
    const processes = await Promise.all([1, 2].map(() => connectPostgres({ url, poolSize: 2 })));
    const { db } = processes[0] ?? { db: undefined };
    if (!db) throw new Error('No connection');
    await db.insertInto('removed_seeds').values({ slug: '0' }).execute();
    const addOne = async (index: number) =>
      processes[index % 2]?.locks.run('count', async () => {
        const own = processes[index % 2]?.db ?? db;
        const { slug } = await own.selectFrom('removed_seeds').selectAll().executeTakeFirstOrThrow();
        await own
          .updateTable('removed_seeds')
          .set({ slug: String(Number(slug) + 1) })
          .execute();
      });
    await Promise.all(Array.from({ length: 20 }, (_, index) => addOne(index)));
    expect(await db.selectFrom('removed_seeds').selectAll().execute()).toEqual([{ slug: '20' }]);
    for (const { close } of processes) await close();
  });

  it('counts and times are numbers', async () => {
    const { db, close } = await connectPostgres({ url: await newPostgresUrl(), poolSize: 2 });
    await sql`insert into instance (id, secret, used_at) values ('a', 'b', 1800000000000)`.execute(db);
    const { rows } = await sql<object>`select used_at, count(*) as amount from instance group by used_at`.execute(db);
    expect(rows).toEqual([{ used_at: 1_800_000_000_000, amount: 1 }]);
    await close();
  });
});
