import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/database/open-database.ts';
import { listenLocally } from '#tests/server/local-port.ts';
import { describeDatabases, type TestDatabase } from '#tests/stores/test-database.ts';
import { defaultSender, type Mailer, MailQueue, outboxMailer, smtpMailer } from './mail-queue.ts';

const nothing = (..._values: unknown[]): void => undefined;
const quiet = { error: nothing, info: nothing, warn: nothing };
const MAIL = { recipient: 'ann@club.example', subject: 'Hello', body: 'First line\n\nSecond line\n' };
/** How long a test waits for asynchronous results. */
const PATIENCE = { timeout: 20_000, interval: 5 };
const SENDER = 'Swingmark <no-reply@swing.example>';

let database: TestDatabase;
let db: Database;
let queue: MailQueue | undefined;
const open: (Server | { close(closed: () => void): void })[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) server.close(() => undefined);
});

function openQueue(mailer: Mailer, log = quiet): MailQueue {
  queue = new MailQueue({ db, mailer, log, firstPauseMs: 30 });
  queue.open();
  return queue;
}

/** A real mail server that stores what it receives. */
async function startSink(onRcptTo?: ConstructorParameters<typeof SMTPServer>[0]['onRcptTo'], port = 0) {
  const received: string[] = [];
  const sink = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    ...(onRcptTo && { onRcptTo }),
    onData: (stream, _session, answer) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8');
      });
      stream.on('end', () => {
        received.push(text);
        answer();
      });
    },
  });
  sink.on('error', () => undefined);
  await new Promise<void>((resolve) => sink.listen(port, '127.0.0.1', resolve));
  open.push(sink);
  const address = sink.server.address();
  return { received, port: typeof address === 'object' && address ? address.port : 0 };
}

const waiting = () => db.selectFrom('mails').selectAll().execute();

describe('mails', () => {
  describeDatabases((openTest) => {
    beforeEach(async () => {
      database = await openTest();
      db = database.db;
    });
    afterEach(async () => {
      await queue?.close();
      queue = undefined;
      await database.close();
    });

    it('are sent to the mail server, from the default sender, and then deleted', async () => {
      const sink = await startSink();
      const mails = openQueue(smtpMailer(`smtp://127.0.0.1:${sink.port}`, SENDER));
      await mails.add(MAIL);
      mails.wake();
      await vi.waitFor(async () => expect(await waiting()).toEqual([]), PATIENCE);
      expect(sink.received[0]).toContain('From: Swingmark <no-reply@swing.example>');
      expect(sink.received[0]).toContain('To: ann@club.example');
      expect(sink.received[0]).toContain('Second line');
    });

    it('123: wait while the mail server is down, and are sent when it is back', async () => {
      const { port } = await startSink();
      const [down] = open.splice(0);
      await new Promise<void>((resolve) => down?.close(() => resolve()));
      const mails = openQueue(smtpMailer(`smtp://127.0.0.1:${port}`, SENDER));
      await mails.add(MAIL);
      mails.wake();
      await vi.waitFor(async () => expect((await waiting())[0]?.tries).toBeGreaterThan(0), PATIENCE);
      const back = await startSink(undefined, port);
      await vi.waitFor(() => expect(back.received).toHaveLength(1), PATIENCE);
      await vi.waitFor(async () => expect(await waiting()).toEqual([]), PATIENCE);
    });

    it('123: a silent mail server delays no request', async () => {
      const silent = createServer(() => undefined);
      const port = await listenLocally(silent);
      open.push(silent);
      const mails = openQueue(smtpMailer(`smtp://127.0.0.1:${port}`, SENDER));
      const called = once(silent, 'connection');
      await mails.add(MAIL);
      mails.wake();
      await called;
      // Both return although the mail server does not respond: the mail remains for the next start.
      await mails.close();
      expect(await waiting()).toMatchObject([{ recipient: MAIL.recipient }]);
    });

    it('are not lost over a restart', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'swingmark-mail-'));
      await new MailQueue({ db, mailer: outboxMailer(folder, SENDER), log: quiet }).add(MAIL);
      const after = await database.connect();
      const mailer = outboxMailer(join(folder, 'outbox'), SENDER);
      const mails = new MailQueue({ db: after.db, mailer, log: quiet });
      mails.open();
      await vi.waitFor(async () => expect(await readdir(join(folder, 'outbox'))).toHaveLength(1), PATIENCE);
      await mails.close();
      await after.close();
      await rm(folder, { recursive: true });
    });

    it('are sent once each by two processes', async () => {
      const sink = await startSink();
      const other = await database.connect();
      const senders = [db, other.db].map((each) => {
        const mailer = smtpMailer(`smtp://127.0.0.1:${sink.port}`, SENDER);
        return new MailQueue({ db: each, mailer, log: quiet });
      });
      for (let index = 0; index < 12; index += 1) {
        await senders[0]?.add({ ...MAIL, recipient: `ann${index}@club.example` });
      }
      for (const sender of senders) sender.open();
      await vi.waitFor(async () => expect(await waiting()).toEqual([]), PATIENCE);
      const recipients = sink.received.map((text) => /^To: (.*)$/m.exec(text)?.[1]?.trim());
      expect([recipients.length, new Set(recipients).size]).toEqual([12, 12]);
      for (const sender of senders) await sender.close();
      await other.close();
    });

    it('are dropped when the mail server permanently refuses the recipient, so that the next one is sent', async () => {
      const sink = await startSink((address, _session, answer) => {
        answer(
          address.address.startsWith('gone') ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null,
        );
      });
      const errors: unknown[] = [];
      const log = { ...quiet, error: (facts: unknown) => void errors.push(facts) };
      const mails = openQueue(smtpMailer(`smtp://127.0.0.1:${sink.port}`, SENDER), log);
      await mails.add({ ...MAIL, recipient: 'gone@club.example' });
      await mails.add(MAIL);
      mails.wake();
      await vi.waitFor(async () => expect(await waiting()).toEqual([]), PATIENCE);
      expect(sink.received).toHaveLength(1);
      expect(errors).toHaveLength(1);
    });

    it('are written to files that only the operator can read when there is no mail server', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'swingmark-outbox-'));
      const mails = openQueue(outboxMailer(folder, SENDER));
      const body = `A link on a line of its own:\n\n${'http://localhost:3000/verify-email/'}${'a'.repeat(32)}\n`;
      await mails.add({ ...MAIL, body });
      mails.wake();
      await vi.waitFor(async () => expect(await waiting()).toEqual([]), PATIENCE);
      const [name = ''] = await readdir(folder);
      expect(name).toMatch(/\.eml$/);
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
      expect(await readFile(join(folder, name), 'utf8')).toContain(
        `\r\nhttp://localhost:3000/verify-email/${'a'.repeat(32)}\r\n`,
      );
      await rm(folder, { recursive: true });
    });

    it('122: a recipient or subject with line ends adds no header and no recipient', async () => {
      const sink = await startSink();
      const mailer = smtpMailer(`smtp://127.0.0.1:${sink.port}`, SENDER);
      await mailer.send({ ...MAIL, subject: 'Hello\r\nBcc: eve@evil.example' });
      expect(sink.received[0]).not.toMatch(/^Bcc:/im);
      await mailer.send({ ...MAIL, recipient: 'ann@club.example\r\nBcc: eve@evil.example' }).catch(() => undefined);
      expect(sink.received.join('')).not.toMatch(/^Bcc:/im);
      mailer.close();
    });
  });
});

describe('the sender of mails', () => {
  it.each([
    ['https://swing.example', 'Swingmark <no-reply@swing.example>'],
    ['http://localhost:3000', 'Swingmark <no-reply@localhost>'],
    ['http://192.0.2.7', 'Swingmark <no-reply@localhost>'],
    ['http://[::1]:3000', 'Swingmark <no-reply@localhost>'],
  ])('at %s is %s', (origin, sender) => {
    expect(defaultSender(origin)).toBe(sender);
  });
});
