// What the administrator, a health check and the metrics say when something is wrong with the machine.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { JobStore } from '#server/jobs/job-store.ts';
import { readConfig } from '#server/runtime/config.ts';
import { type RunningServer, startServer } from '#tests/server/running-server.ts';
import { until } from '#tests/until.ts';

const run = promisify(execFile);
let folder: string;
let certificate: string;
let mailServer: SMTPServer;
const received: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swingmark-mail-'));
  certificate = join(folder, 'own.pem');
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', certificate];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, ...files]);
  mailServer = new SMTPServer({
    authOptional: true,
    key: await readFile(join(folder, 'key.pem')),
    cert: await readFile(certificate),
    onData: (stream, session, answer) => {
      stream.resume().on('end', () => {
        const { envelope } = session as { envelope: { rcptTo: { address: string }[] } };
        received.push(...envelope.rcptTo.map(({ address }) => address));
        answer();
      });
    },
  });
  mailServer.on('error', () => undefined);
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  mailServer.close(() => undefined);
  await rm(folder, { recursive: true });
});

const problemsAt = async (server: RunningServer) => (await server.newAdmin()).json('/api/admin/problems');

test('a mail server whose certificate is not trusted is named to the administrator, in /readyz and in the metrics, and SMTP_CA_FILE is the remedy [F56]', async () => {
  const address = mailServer.server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const settings = { SMTP_URL: `smtp://127.0.0.1:${port}`, METRICS_TOKEN: 'token', PUBLIC_URL: 'http://127.0.0.1' };
  let server = await startServer(settings);
  try {
    const form = { email: 'ann@club.example', username: 'ann', password: 'my putter is lucky' };
    const signedUp = await server.newBrowser().post('/api/auth/signup', { ...form, confirmPassword: form.password });
    expect(signedUp.status).toBe(200);
    await until('the failure is known', async () => {
      const { mail } = (await problemsAt(server)) as { mail: string | null };
      return mail === 'untrusted-certificate';
    });
    const ready = await fetch(`${server.origin}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready', checks: { mail: false } }]);
    const metrics = await fetch(`${server.origin}/metrics`, { headers: { authorization: 'Bearer token' } });
    expect(await metrics.text()).toContain('swingmark_mails_waiting{failure="untrusted-certificate"} 1');
    expect((await server.newBrowser().fetch('/api/admin/problems')).status).toBe(401);

    const db = await openDatabase(join(server.dataDir, 'swingmark.db'));
    await db.updateTable('mails').set({ next_try_at: 0 }).execute();
    await db.destroy();
    server = await server.restart({ ...settings, SMTP_CA_FILE: certificate });
    await until('the mail has left', async () => received.includes('ann@club.example'));
    await until('nothing is wrong', async () => ((await problemsAt(server)) as { mail: string | null }).mail === null);
  } finally {
    await server.stop();
  }
  expect(() => readConfig({ SMTP_CA_FILE: join(folder, 'missing.pem') })).toThrow('SMTP_CA_FILE');
});

test('what a program that reads videos could reach is named to the administrator [F59]', async () => {
  const server = await startServer({ FFMPEG_SANDBOX: 'none' });
  const { ffmpegReaches } = (await problemsAt(server)) as { ffmpegReaches: string[] };
  await server.stop();
  expect(ffmpegReaches).toEqual(expect.arrayContaining(['files', 'processes']));
});

test('a disk with too little space for uploads is named to the administrator [F61]', async () => {
  const server = await startServer({ DISK_RESERVE_MB: '1000000' });
  const { freeBytes } = (await problemsAt(server)) as { freeBytes: number };
  await server.stop();
  expect(freeBytes).toBeGreaterThan(0);
});

test('videos that could not be made through no fault of their visitors are counted for a week, also after their jobs are deleted [F61]', async () => {
  const server = await startServer();
  const db = await openDatabase(join(server.dataDir, 'swingmark.db'));
  const ends = [
    { state: 'failed', error_code: 'merge-failed', ago: 1 },
    { state: 'failed', error_code: 'job-timeout', ago: 23 },
    // A visitor's file, a pressed Cancel, and one of the week before.
    { state: 'failed', error_code: 'not-a-video', ago: 1 },
    { state: 'canceled', error_code: 'job-canceled', ago: 1 },
    { state: 'failed', error_code: 'merge-failed', ago: 8 * 24 },
    { state: 'failed', error_code: 'merge-failed', ago: 25 },
  ] as const;
  const hoursAgo = (hours: number) => Date.now() - hours * 3600_000;
  await db
    .insertInto('jobs')
    .values(
      ends.map(({ ago, ...end }, index) => ({
        id: `job ${index}`,
        visitor_id: 'ann',
        kind: 'merge',
        key: `${index}`,
        input_json: 'null',
        ...end,
        created_at: hoursAgo(ago),
        ended_at: hoursAgo(ago),
      })),
    )
    .execute();
  const counted = async () => (await problemsAt(server)) as { failedVideos: number; slowVideos: number };
  expect(await counted()).toMatchObject({ failedVideos: 2, slowVideos: 1 });
  const jobs = new JobStore(db);
  // The sweep deletes the jobs of an hour ago later than those of yesterday.
  for (const hours of [7 * 24, 24, 0]) await jobs.deleteEndedBefore(hoursAgo(hours));
  expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([]);
  expect(await counted()).toMatchObject({ failedVideos: 2, slowVideos: 1 });
  await db.destroy();
  await server.stop();
});
