// Without a mail server, mails are written to DATA_DIR/outbox/*.eml, which any mail program opens.
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { namesIn } from '#server/files/errno.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import type { Mail, Mailer } from './mailer.ts';

export function outboxMailer(folder: string, sender: string): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async ({ recipient, subject, body }: Mail) => {
      const to = { name: '', address: recipient };
      const { message } = await transport.sendMail({
        from: sender,
        to,
        subject,
        text: body,
        textEncoding: 'quoted-printable',
      });
      const stamp = new Date(steadyNow()).toISOString().replace(/[:.]/g, '-');
      const path = join(folder, `${stamp}-${newOpaqueId().slice(0, 8)}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(path, message as Buffer);
      return path;
    },
    close: () => transport.close(),
  };
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const unfinished = `${path}.part`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}

/** Mails in the outbox contain addresses and links, so they expire. */
const OUTBOX_DAYS = 7;
const DAY_MS = 24 * 3600_000;

/** Deletes mails that have been in the outbox for a week. */
export async function expireOutbox(folder: string): Promise<void> {
  const names = await namesIn(folder);
  for (const path of names.filter((name) => /\.eml(\.part)?$/.test(name)).map((name) => join(folder, name))) {
    const { mtimeMs } = await stat(path);
    if (mtimeMs < steadyNow() - OUTBOX_DAYS * DAY_MS) await rm(path, { force: true });
  }
}
