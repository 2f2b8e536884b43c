// The administrator's shared password: from the setting, or generated on the first start. Only its hash is stored.
import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Database } from '#server/database/open-database.ts';
import { isErrno } from '#server/files/errno.ts';
import { syncFolder } from '#server/files/finished-file.ts';
import type { Config } from '#server/runtime/config.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import type { PasswordHashing } from './password-hashing.ts';

/** The contents of the file in the data folder. */
const StoredPassword = z.object({ hash: z.string().startsWith('$argon2id$'), from: z.enum(['setting', 'made']) });

export interface AdminPassword {
  readonly hash: string;
  /** The password that was generated just now, to be shown once; null otherwise. */
  readonly generated: string | null;
  /** Whether it replaces an earlier one, whose sessions must end. */
  readonly hasChanged: boolean;
}

type Stored = z.infer<typeof StoredPassword>;

/** Where the hash is kept. */
export interface PasswordPlace {
  read(): Promise<Stored | null>;
  write(stored: Stored): Promise<void>;
}

/** Where a site keeps it. */
export function passwordPlace(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  db: Database,
): PasswordPlace {
  return databaseUrl === null ? passwordFile(join(dataDir, 'admin-password.json')) : passwordRow(db);
}

/** A file of the data folder. */
export function passwordFile(file: string): PasswordPlace {
  return { read: () => readStored(file), write: (stored) => store(file, stored) };
}

/** A row, for processes without a common folder. */
function passwordRow(db: Database): PasswordPlace {
  return {
    read: async () => {
      const row = await db.selectFrom('admin_passwords').select(['hash', 'origin']).executeTakeFirst();
      return row ? { hash: row.hash, from: row.origin } : null;
    },
    write: async ({ hash, from: origin }) => {
      await db
        .insertInto('admin_passwords')
        .values({ id: 1, hash, origin })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ hash, origin }))
        .execute();
    },
  };
}

/** Determines the password in force. `setting` is the operator's; null generates one and stores it. */
export async function resolveAdminPassword(
  hashing: PasswordHashing,
  { place, setting }: { readonly place: PasswordPlace; readonly setting: string | null },
): Promise<AdminPassword> {
  const stored = await place.read();
  if (setting === null && stored?.from === 'made') return { hash: stored.hash, generated: null, hasChanged: false };
  if (setting !== null && stored && (await hashing.matches(stored.hash, setting))) {
    return { hash: stored.hash, generated: null, hasChanged: false };
  }
  const password = setting ?? randomBytes(15).toString('base64url');
  const hash = await hashing.hash(password);
  await place.write({ hash, from: setting === null ? 'made' : 'setting' });
  return { hash, generated: setting === null ? password : null, hasChanged: stored !== null };
}

async function readStored(file: string): Promise<Stored | null> {
  try {
    return StoredPassword.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw new Error(`The administrator's password in ${file} cannot be read. Delete the file to generate a new one.`, {
      cause: error,
    });
  }
}

async function store(file: string, stored: Stored): Promise<void> {
  const unfinished = `${file}.${steadyNow()}`;
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(JSON.stringify(stored));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
  await syncFolder(dirname(file));
}
