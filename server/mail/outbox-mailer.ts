// Without a mail server, mails are written to DATA_DIR/outbox/*.eml, which any mail program opens.
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { namesIn } from '#server/files/errno.ts';
import { writeFinishedFile } from '#server/files/finished-file.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import type { Mailer } from './mailer.ts';
import { messageOf } from './smtp-mailer.ts';

export function outboxMailer(folder: string, sender: string): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail, sender));
      const stamp = new Date(steadyNow()).toISOString().replace(/[:.]/g, '-');
      const path = join(folder, `${stamp}-${newOpaqueId().slice(0, 8)}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFinishedFile(path, (part) => writeFile(part, message as Buffer, { flag: 'wx', mode: 0o600 }));
      return path;
    },
    close: () => transport.close(),
  };
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
