// What a request costs that a rate rule refuses: the server admits a request before it does anything that takes time.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { type RateRule, siteRules } from '#server/accounts/rate-limiter.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { startTestServer, type TestServer } from '#tests/server/test-server.ts';
import { until } from '#tests/until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    settings: {
      TRUSTED_PROXIES: 'loopback',
      MAX_NEW_VISITORS_PER_NETWORK: String(MAX_NEW_VISITORS),
      GOOGLE_CLIENT_ID: 'client',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_ISSUER: 'http://127.0.0.1:1',
    },
  });
});
afterAll(() => server.close());

const MAX_NEW_VISITORS = 200;
const RULES: Readonly<Record<keyof ReturnType<typeof siteRules>, RateRule>> = siteRules({
  maxNewVisitorsOfNetwork: MAX_NEW_VISITORS,
});

/** The estimation of its strength takes longest. */
const LONG_PASSWORD = 'p4ssw0rdl3tm31np4ssw0rdm0nk3y4dm1n1l0v3y0up4ssw0rds3cr3tdr4g0n12';
const form = (change: Record<string, string> = {}) => {
  const names = { email: `golfer${Math.random()}@club.example`, username: `golfer ${Math.random()}` };
  return { ...names, password: LONG_PASSWORD, confirmPassword: LONG_PASSWORD, ...change };
};

interface Attempt {
  readonly call: { readonly method: string; readonly path: string };
  /** The body of the attempts that reach the limit. */
  readonly body?: () => unknown;
  /** The body of a refused request. */
  readonly refusedBody?: () => unknown;
}

const TIMES = { userRestTime: '1', userTopTime: '2', userStrikeTime: '3' };
const DEMO_MERGE = { ...TIMES, proGolferId: 1, demoVideoUrl: '/unknown.mp4', alignmentType: 'strike' };
const ATTEMPTS: Partial<Record<keyof ReturnType<typeof siteRules>, Attempt>> = {
  'admin-login': { call: calls.adminLogin, body: () => ({ password: 'wrong' }) },
  'sign-up': { call: calls.signUp, body: () => form({ email: '' }), refusedBody: form },
  'sign-up-domain': { call: calls.signUp, body: form },
  google: { call: calls.googleSignUp },
  'new-visitor': { call: calls.mergeDemo, body: () => DEMO_MERGE },
  'share-opening': { call: { method: 'GET', path: `/api/shares/${'0'.repeat(32)}/content` } },
};
/** These refuse no request: the first delays log-ins, the other one leaves out a mail. */
const REFUSING_NOTHING = ['admin-login-all', 'sign-up-mail'];
/** Only an upload reaches it: see shares.test.ts. */
const AFTER_AN_UPLOAD = ['share'];

test('every rate rule has its attempt in this test [F3]', () => {
  expect([...Object.keys(ATTEMPTS), ...REFUSING_NOTHING, ...AFTER_AN_UPLOAD].sort()).toEqual(Object.keys(RULES).sort());
});

/** Writing them takes time. */
async function mailsAreWritten(): Promise<boolean> {
  const db = await openDatabase(join(server.dataDir, 'swingmark.db'));
  const mails = await db.selectFrom('mails').select('id').execute();
  await db.destroy();
  return mails.length === 0;
}

const [BATCHES, REFUSED] = [5, 10];
const MAX_CPU_MS = 5;

test.each(Object.entries(ATTEMPTS))(
  'a request that the rule %s refuses costs less than 5 ms of CPU [F3]',
  async (rule, attempt) => {
    const network = `192.0.2.${Object.keys(ATTEMPTS).indexOf(rule) + 1}`;
    const send = async (body: (() => unknown) | undefined) => {
      const response = await fetch(`${server.url}${attempt.call.path}`, {
        method: attempt.call.method,
        redirect: 'manual',
        headers: { 'x-forwarded-for': network, accept: 'text/html', 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body()) }),
      });
      await response.arrayBuffer();
      return response.status === 429 || (response.headers.get('location') ?? '').endsWith('too-many-requests');
    };
    // Every attempt counts.
    for (let tries = 0; !(await send(attempt.body)); tries += 1)
      expect(tries).toBeLessThanOrEqual(RULES[rule as keyof typeof RULES].max);
    await until('the mails are written', mailsAreWritten);
    const batches: number[] = [];
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const before = process.cpuUsage();
      for (let tries = 0; tries < REFUSED; tries += 1) {
        expect(await send(attempt.refusedBody ?? attempt.body)).toBe(true);
      }
      const { user, system } = process.cpuUsage(before);
      batches.push((user + system) / 1000 / REFUSED);
    }
    // Whatever else this process does adds to a batch, so the cheapest one tells the cost.
    expect(Math.min(...batches)).toBeLessThan(MAX_CPU_MS);
  },
);
