// The settings that the administrator enters in the browser: a file in the data folder that only the server's user can read. The
// environment wins.
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { z } from 'zod';
import { StartError } from './app-error.ts';
import type { Config } from './config.ts';

export const SETTINGS_NAME = 'settings.json';

const Stored = z.object({
  name: z.string(),
  address: z.string().nullable(),
  mail: z
    .object({ host: z.string(), port: z.number(), user: z.string(), password: z.string(), sender: z.string() })
    .nullable(),
  /** The version whose news the administrator has read. */
  seenVersion: z.string().nullable(),
});

export type StoredSettings = z.output<typeof Stored>;

/** What the site is called where nobody has named it. */
const DEFAULT_NAME = 'Swingmark';

const NOTHING: StoredSettings = { name: DEFAULT_NAME, address: null, mail: null, seenVersion: null };

export async function readStoredSettings(dataDir: string): Promise<StoredSettings> {
  const path = join(dataDir, SETTINGS_NAME);
  try {
    return Stored.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return NOTHING;
    throw new StartError(`${path} cannot be read. Please delete it, start again, and enter the settings at /admin.`, {
      cause,
    });
  }
}

/** The settings in force. */
export function withStored(config: Config, stored: StoredSettings): Config {
  const { name, address, mail } = stored;
  return {
    ...config,
    publicOrigin: config.publicOrigin ?? (address && new URL(address).origin),
    smtpUrl: config.smtpUrl ?? (mail && smtpUrlOf(mail)),
    mailFrom: config.mailFrom ?? (mail && senderOf(name, mail.sender)),
  };
}

/** 465 is the port of encrypted connections. */
export function smtpUrlOf({ host, port, user, password }: NonNullable<StoredSettings['mail']>): string {
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return `${port === 465 ? 'smtps' : 'smtp'}://${login}${host}:${port}`;
}

/** The sender of mails. */
export function senderOf(name: string, address: string): string {
  return `"${name.replace(/["\\\r\n]/g, ' ')}" <${address}>`;
}

const changes = new PQueue({ concurrency: 1 });

/** Changes what the file holds, one change after the other, and returns it. */
export function changeStoredSettings(
  dataDir: string,
  change: (stored: StoredSettings) => StoredSettings,
): Promise<StoredSettings> {
  return changes.add(async () => {
    const stored = change(await readStoredSettings(dataDir));
    const path = join(dataDir, SETTINGS_NAME);
    const file = await open(`${path}.part`, 'w', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(stored)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.part`, path);
    return stored;
  });
}
