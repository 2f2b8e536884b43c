// Which processes of a site send its mails.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readConfig } from '#server/runtime/config.ts';
import { openTestSqlite } from '#tests/stores/test-database.ts';
import { openAccounts } from './open-accounts.ts';

test('has web processes send the mails, and workers none [F4]', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'swingmark-roles-'));
  const { db, locks, close } = await openTestSqlite();
  const { log } = Fastify();
  const config = { ...readConfig({ DATA_DIR: dataDir }), adminPassword: 'fast greens today' };
  const open = (role: 'web' | 'worker') =>
    openAccounts({
      config: { ...config, role },
      db,
      locks,
      log,
      instance: { secret: 'secret' },
      origin: () => 'https://swing.example',
      returnPath: () => '/',
    });
  const waiting = async () => (await db.selectFrom('mails').select('id').execute()).length;
  const worker = await open('worker');
  try {
    const form = {
      email: 'ann@club.example',
      username: 'ann',
      password: 'a long way to the ninth green',
      confirmPassword: 'a long way to the ninth green',
    };
    const caller = { caller: '127.0.0.1', findVisitor: async () => 'visitor' };
    await worker.signUp.request(form, caller);
    await worker.close();
    expect(await waiting()).toBe(1);
    const web = await open('web');
    await web.signUp.request({ ...form, email: 'bob@club.example', username: 'bob' }, caller);
    await expect.poll(waiting).toBe(0);
    expect(await readdir(join(dataDir, 'outbox'))).toHaveLength(2);
    await web.close();
  } finally {
    await close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
