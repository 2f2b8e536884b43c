// The administrator's shared password: from the setting, or one that is made on the first start. Only its hash is kept.
import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { isErrno } from '#server/files/errno.ts';
import { syncFolder } from '#server/files/sync-to-disk.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import type { PasswordHashing } from './password-hashing.ts';

/** What the file in the data folder says. */
const Kept = z.object({ hash: z.string().startsWith('$argon2id$'), from: z.enum(['setting', 'made']) });

/** The password that holds from now on. */
export interface AdminPassword {
  readonly hash: string;
  /** The password that was made just now, to be shown once; null otherwise. */
  readonly made: string | null;
  /** Whether another one held before, so that what it opened has to be closed. */
  readonly hasChanged: boolean;
}

/** Finds out which password holds. `setting` is the operator's, or null to have one made and kept. */
export async function resolveAdminPassword(
  hashing: PasswordHashing,
  { file, setting }: { readonly file: string; readonly setting: string | null },
): Promise<AdminPassword> {
  const kept = await readKept(file);
  if (setting === null && kept?.from === 'made') return { hash: kept.hash, made: null, hasChanged: false };
  if (setting !== null && kept && (await hashing.matches(kept.hash, setting))) {
    return { hash: kept.hash, made: null, hasChanged: false };
  }
  const password = setting ?? randomBytes(15).toString('base64url');
  const hash = await hashing.hash(password);
  await keep(file, { hash, from: setting === null ? 'made' : 'setting' });
  return { hash, made: setting === null ? password : null, hasChanged: kept !== null };
}

async function readKept(file: string): Promise<z.infer<typeof Kept> | null> {
  try {
    return Kept.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw new Error(`The administrator's password in ${file} cannot be read. Delete the file to have a new one made.`, {
      cause: error,
    });
  }
}

async function keep(file: string, kept: z.infer<typeof Kept>): Promise<void> {
  const unfinished = `${file}.${steadyNow()}`;
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(JSON.stringify(kept));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
  await syncFolder(dirname(file));
}
