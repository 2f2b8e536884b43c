// The steps of signing up on a site, and their results there.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { TestBrowser } from '#tests/server/test-browser.ts';
import { until } from '#tests/until.ts';
import type { FaultySite } from './faulty-site.ts';

const MAIL_WITHIN_MS = 20_000;
const PASSWORD = 'my putter is lucky';
let people = 0;

/** A new sign-up form, with a change. */
export function newForm(change: Record<string, unknown> = {}) {
  people += 1;
  const names = { email: `golfer${people}@club.example`, username: `golfer ${people}` };
  return { ...names, password: PASSWORD, confirmPassword: PASSWORD, ...change };
}

/** A response as one line: its status and its message. */
export async function readSummary(answer: Response): Promise<string> {
  const { message } = (await answer.json()) as { message?: string };
  return answer.status === 200 ? '200' : `${answer.status} ${message}`;
}

/** Reads or changes a site's database while its server runs. */
export async function inDatabase<Result>(site: FaultySite, task: (db: Database) => Promise<Result>): Promise<Result> {
  const db = await openDatabase(join(site.dataDir, 'swingmark.db'));
  try {
    return await task(db);
  } finally {
    await db.destroy();
  }
}

/** The steps on one site, which trusts its proxies: each sign-up comes from a different address. */
export function accountSteps(site: FaultySite) {
  const newBrowser = () => new TestBrowser(site.url);
  const signUp = (form: unknown, browser = newBrowser()) => {
    people += 1;
    return browser.post('/api/auth/signup', form, { 'x-forwarded-for': `10.0.${people >> 8}.${people & 255}` });
  };
  const usersWith = (email: string) =>
    inDatabase(site, (db) => db.selectFrom('users').selectAll().where('email', '=', email).execute());
  /** Waits for a number of mails to a recipient. */
  const mailsTo = (email: string, atLeast = 1): Promise<string[]> =>
    until(
      `${atLeast} mails to ${email} arrive`,
      async () => {
        const own = (await mailsIn(join(site.dataDir, 'outbox'))).filter((mail) => isTo(mail, email));
        return own.length >= atLeast && own;
      },
      { limitMs: MAIL_WITHIN_MS, pauseMs: 50 },
    );
  /** Follows the link of a mail, which may have been written when the server listened elsewhere. */
  const follow = (mail = '') => newBrowser().open(/^http:\S+(\/verify-email\/\S+)$/m.exec(mail)?.[1] ?? '/no-link');
  /** Makes an account with a verified address. */
  const account = async (): Promise<{ email: string; username: string }> => {
    const form = newForm();
    await signUp(form);
    await follow((await mailsTo(form.email)).at(-1));
    return form;
  };
  return { newBrowser, signUp, usersWith, mailsTo, follow, account };
}

async function mailsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

function isTo(mail: string, email: string): boolean {
  return mail.split(/\r?\n/).includes(`To: ${email}`);
}
