// How many mails a sign-up can send to others.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { startServer } from '#tests/server/running-server.ts';
import { until } from '#tests/until.ts';

const PASSWORD = 'my putter is lucky';

async function noMailWaits(dataDir: string): Promise<boolean> {
  const db = await openDatabase(join(dataDir, 'swingmark.db'));
  const mails = await db.selectFrom('mails').select('id').execute();
  await db.destroy();
  return mails.length === 0;
}

it('sends at most five mails a day to one mailbox, however its address is written, and twenty an hour to one domain from one network [F8]', async () => {
  const behindProxy = await startServer({ TRUSTED_PROXIES: 'loopback' });
  let written = 0;
  const signUpAs = async (email: string, network: string) => {
    const browser = behindProxy.newBrowser();
    written += 1;
    const form = { email, username: `written ${written}`, password: PASSWORD, confirmPassword: PASSWORD };
    return (await browser.post('/api/auth/signup', form, { 'x-forwarded-for': network })).status;
  };
  try {
    const spellings = ['ann@gmail.com', 'a.nn@gmail.com', 'Ann+1@gmail.com', 'an.n+2@googlemail.com'];
    for (let index = 0; index < 8; index += 1) {
      const spelling = spellings[index % spellings.length] ?? '';
      expect(await signUpAs(spelling, `192.0.2.${index}`)).toBe(200);
    }
    const mails = async () => (await readdir(join(behindProxy.dataDir, 'outbox'))).length;
    await until('the mails are written', () => noMailWaits(behindProxy.dataDir));
    expect(await mails()).toBe(5);
    const statuses = [];
    for (let index = 0; index < 21; index += 1) statuses.push(await signUpAs(`ann${index}@gmail.com`, '198.51.100.1'));
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    expect(await signUpAs('ann30@gmail.com', '198.51.100.2')).toBe(200);
    expect(await signUpAs('ann@other.example', '198.51.100.1')).toBe(200);
  } finally {
    await behindProxy.stop();
  }
});
