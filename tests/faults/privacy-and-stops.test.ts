// Stopping from a terminal, a disk without free inodes, and traces of deleted data (the second round of attacks).
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerHash } from '#server/accounts/rate-limiter.ts';
import { connectDatabase } from '#server/database/open-database.ts';
import { isWhole } from '#tests/campaign-scale.ts';
import { campaignTest, wholeTest } from '#tests/campaign-test.ts';
import { accountSteps, inDatabase, newForm } from '#tests/faults/site/account-steps.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { postHead, sendRaw } from '#tests/faults/site/raw-request.ts';
import { fillWithLibrary } from '#tests/faults/site/seeded-folder.ts';
import { longClip, siteClip } from '#tests/faults/site/site-swings.ts';
import { makeSmallDisk, mayMountDisks, type SmallDisk } from '#tests/faults/site/small-disk.ts';
import { chunkOf } from '#tests/faults/site/upload-steps.ts';
import { findMediaProcesses, startServerProcess } from '#tests/server/server-process.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';
import { until } from '#tests/until.ts';

describe.runIf(isWhole)('npm start in a terminal', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'swingmark-terminal-'));
    await fillWithLibrary(dataDir);
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  /** Runs the last step of `npm start` in a separate process group, as a terminal does. */
  async function start(command: readonly string[] = [process.execPath, 'scripts/serve.mjs']) {
    const [program = '', ...args] = command;
    const settings = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', DISK_RESERVE_MB: '0' };
    const child = spawn(program, args, {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'] as const,
      env: { ...process.env, ...settings },
    });
    const lines = createInterface({ input: child.stdout });
    for await (const line of lines) {
      const url = /Swingmark is at (\S+)/.exec(line)?.[1];
      if (url) return { child, pid: child.pid ?? 0, url, ended: once(child, 'exit') };
    }
    throw new Error('the server did not start');
  }

  const isGone = (url: string) => () =>
    fetch(`${url}/healthz`).then(
      () => false,
      () => true,
    );

  wholeTest('case 165: Ctrl-C stops once and gracefully', async () => {
    const first = await start();
    const visitor = new TestVisitor(first.url);
    const handle = String((await visitor.upload('long', await longClip())).body.filePath);
    const marks = {
      userRestTime: 1,
      userTopTime: 2,
      userStrikeTime: 3.1,
      proRestTime: 1,
      proTopTime: 2,
      proStrikeTime: 3,
    };
    const body = { userVideoPath: handle, proVideoPath: handle, alignmentType: 'strike', ...marks } as const;
    const merge = visitor.call('mergeVideos', { body }).catch(() => null);
    await until('ffmpeg is running', async () => (await findMediaProcesses(dataDir)).length > 0);
    // The terminal signals every process of the group, and npm passes the signal on.
    process.kill(-first.pid, 'SIGINT');
    process.kill(-first.pid, 'SIGINT');
    expect((await first.ended)[0]).toBe(0);
    await merge;
    expect(await findMediaProcesses(dataDir)).toEqual([]);
    const db = connectDatabase(join(dataDir, 'swingmark.db'));
    const states = await db.selectFrom('jobs').select('state').execute();
    await db.destroy();
    // A fast machine finishes the merge within the time allowed for a stop.
    expect(states).toHaveLength(1);
    expect(['queued', 'done']).toContain(states[0]?.state);
  });

  campaignTest('killing the wrapper or npm stops the server', async () => {
    const second = await start();
    process.kill(second.pid, 'SIGKILL');
    await until('the server is gone with its wrapper', isGone(second.url));
    // npm stands between the terminal and the wrapper.
    const third = await start(['/bin/sh', '-c', `${process.execPath} scripts/serve.mjs & wait`]);
    process.kill(third.pid, 'SIGKILL');
    await until('the server is gone with npm', isGone(third.url));
  });
});

const canMount = await mayMountDisks();

describe.runIf(canMount)('a disk without free inodes (needs an account that may mount a disk)', () => {
  let disk: SmallDisk | undefined;
  beforeAll(async () => {
    disk = await makeSmallDisk(64, { maxFiles: 120 });
  });
  afterAll(() => disk?.remove());

  test('case 173: is reported in the response, and /readyz shows that nothing can be stored', async () => {
    const full = join(disk?.path ?? '', 'full');
    const data = join(disk?.path ?? '', 'data');
    await fillWithLibrary(data);
    const server = await startServerProcess(data);
    try {
      const visitor = new TestVisitor(server.url);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      await mkdir(full);
      for (let file = 0; file < 120; file += 1) await writeFile(join(full, String(file)), '').catch(() => undefined);
      const refused = await visitor.sendChunk(chunkOf({ fileId: 'refused' }));
      expect([refused.status, refused.body.message]).toEqual([
        507,
        'The server is out of space. Please try again later.',
      ]);
      const ready = await fetch(`${server.url}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([
        503,
        { status: 'not ready', checks: expect.objectContaining({ storage: false }) },
      ]);
      await rm(full, { recursive: true });
      expect((await visitor.sendChunk(chunkOf({ fileId: 'taken' }))).status).toBe(200);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    } finally {
      await server.end('SIGKILL');
    }
  });
});

describe('traces of a visitor', () => {
  const site = faultySite({ settings: { TRUSTED_PROXIES: 'loopback' } });
  const { signUp, mailsTo } = accountSteps(site);

  wholeTest(
    'case 169: nothing of deleted videos is left in the database’s files, and mails do not stay in the outbox',
    async () => {
      const visitor = site.visitor();
      const [fileId, fileName] = ['an-id-that-nobody-else-has', 'Aunt Margaret at the 7th.mp4'];
      await visitor.upload(fileId, await siteClip(), fileName);
      const traces = async () => {
        const files = ['swingmark.db', 'swingmark.db-wal'].map((name) => readFile(join(site.dataDir, name)));
        const bytes = Buffer.concat(await Promise.all(files));
        return [fileId, fileName].filter((text) => bytes.includes(text));
      };
      expect(await traces()).toEqual([fileId, fileName]);
      await visitor.call('deleteMyVideos');
      expect(await traces()).toEqual([]);

      const form = newForm();
      await signUp(form);
      await mailsTo(form.email);
      const outbox = join(site.dataDir, 'outbox');
      const [mail = ''] = await readdir(outbox);
      const lastWeek = new Date(Date.now() - 8 * 24 * 3600_000);
      await utimes(join(outbox, mail), lastWeek, lastWeek);
      await site.restart();
      expect(await readdir(outbox)).toEqual([]);
    },
  );

  test('case 171: a username cannot carry a message into a mail to someone else', async () => {
    const phishing = newForm({ username: 'Prize! http://evil.example/win' });
    expect((await signUp(phishing)).status).toBe(200);
    const [mail = ''] = await mailsTo(phishing.email);
    expect(mail).not.toContain('evil');
    expect(mail).toContain('Hello,');
    const plain = newForm({ username: 'Jos\u00e9_7' });
    await signUp(plain);
    expect((await mailsTo(plain.email))[0]).toContain('Hello');
  });

  test('case 177: another site’s name for this machine is refused where something would be changed', async () => {
    const post = (host: string) => {
      const head = postHead('/api/admin/logout', {
        host,
        'sec-fetch-site': 'same-origin',
        'content-length': 2,
        connection: 'close',
      });
      return sendRaw(site.url, [`${head}{}`]).then(({ status }) => status);
    };
    expect(await post('rebound.evil.example')).toBe(403);
    expect(await post('rebound.evil.example:3000')).toBe(403);
    for (const own of ['127.0.0.1', 'localhost:3000', '[::1]:3000', 'my-server', 'my-server.local']) {
      expect(await post(own), own).toBe(200);
    }
  });

  test('case 178: callers are stored as keyed hashes, so that their addresses cannot be found by brute force', async () => {
    await site.visitor().fetch('/api/admin/login', {
      method: 'POST',
      body: JSON.stringify({ password: 'wrong' }),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.77' },
    });
    const [callers, instance] = await inDatabase(site, async (db) => [
      (await db.selectFrom('attempts').select('caller').execute()).map(({ caller }) => caller),
      await db.selectFrom('instance').selectAll().executeTakeFirstOrThrow(),
    ]);
    const plain = hash('sha256', '192.0.2.77', 'base64url').slice(0, 22);
    expect(callers).not.toContain(plain);
    expect(callers).not.toContain('192.0.2.77');
    expect(callers).toContain(callerHash('192.0.2.77', instance.secret));
  });
});
