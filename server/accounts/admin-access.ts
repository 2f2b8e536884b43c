// The administrator: the shared password, of which only the hash is stored; log-in, which throttles guessing; and sessions.
import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Database } from '#server/database/open-database.ts';
import { isErrno } from '#server/files/errno.ts';
import { syncFolder } from '#server/files/finished-file.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { neighborhoodOf } from '#server/runtime/client-network.ts';
import type { Config } from '#server/runtime/config.ts';
import type { PasswordHashing } from './password-hashing.ts';
import type { SiteRateLimiter } from './rate-limiter.ts';
import type { SignInStore } from './session-store.ts';
import { WaitingAttempts } from './waiting-attempts.ts';

/** All addresses together only slow attempts down, see {@link AdminAccess.logIn}. */
const ALL_CALLERS = '*';
/** From this many attempts an hour on, they are checked one by one with a pause. */
export const SLOW_FROM_ATTEMPTS = 200;
const SLOW_PAUSE_MS = 1000;

interface AdminAccessParts {
  readonly limits: SiteRateLimiter;
  readonly signIns: SignInStore;
  readonly hashing: PasswordHashing;
  readonly passwordHash: string;
  /** The pause between two attempts while many addresses are guessing. */
  readonly slowPauseMs?: number;
}

export class AdminAccess {
  readonly #parts: AdminAccessParts;
  readonly #waiting: WaitingAttempts;

  constructor(parts: AdminAccessParts) {
    this.#parts = parts;
    this.#waiting = new WaitingAttempts(parts.slowPauseMs ?? SLOW_PAUSE_MS);
  }

  /** Whether a cookie's token belongs to a live administrator session. */
  async isAdmin(token: string | undefined): Promise<boolean> {
    return (await this.#parts.signIns.find('admin', token)) !== undefined;
  }

  /**
   * Checks the password, begins a new session and returns its token; the old session ends. A caller with a live session
   * is never throttled because of other callers' attempts.
   */
  async logIn(password: string, { caller, token }: { caller: string; token: string | undefined }): Promise<string> {
    const { hashing, limits, passwordHash } = this.#parts;
    const isTrusted = await this.isAdmin(token);
    if (!isTrusted) await this.#slowDown(caller);
    if (!(await hashing.matches(passwordHash, password))) throw new AppError('wrong-password');
    if (!isTrusted) {
      await limits.succeeded('admin-login', caller);
      await limits.succeeded('admin-login-all', ALL_CALLERS);
    }
    await this.logOut(token);
    return this.#parts.signIns.begin('admin');
  }

  /** Chooses another password: every session ends, and a new one begins, whose token is returned. */
  async choose(password: string, place: PasswordPlace): Promise<string> {
    const { hashing, signIns } = this.#parts;
    await place.write({ hash: await hashing.hash(password), from: 'made' });
    await signIns.endAll('admin');
    return signIns.begin('admin');
  }

  /** Ends a session on the server, which invalidates its cookie. */
  async logOut(token: string | undefined): Promise<void> {
    await this.#parts.signIns.end(token);
  }

  async #slowDown(caller: string): Promise<void> {
    const { limits } = this.#parts;
    const isSlow = (await limits.countOf('admin-login-all', ALL_CALLERS)) >= SLOW_FROM_ATTEMPTS;
    if (!isSlow) return this.#count(caller);
    const isUnseen = (await limits.countOf('admin-login', caller)) === 0;
    await this.#waiting.wait({ neighborhood: neighborhoodOf(caller), isUnseen }, () => this.#count(caller));
  }

  async #count(caller: string): Promise<void> {
    await this.#parts.limits.admit('admin-login', caller);
    await this.#parts.limits.admit('admin-login-all', ALL_CALLERS);
  }
}

/** The contents of the file in the data folder. */
const StoredPassword = z.object({
  hash: z.string().startsWith('$argon2id$'),
  /** The operator's setting; chosen by the administrator, or made by a version before one-time codes; a one-time code. */
  from: z.enum(['setting', 'made', 'code']),
});

interface AdminPassword {
  readonly hash: string;
  /** The code to log in with until a password is chosen, to be shown once; null where there is one. */
  readonly code: string | null;
  /** Whether it replaces an earlier one, whose sessions must end. */
  readonly hasChanged: boolean;
}

type Stored = z.infer<typeof StoredPassword>;

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

export function passwordFile(file: string): PasswordPlace {
  return { read: () => readStored(file), write: (stored) => store(file, stored) };
}

/** A row, for processes without a common folder. */
export function passwordRow(db: Database): PasswordPlace {
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

/**
 * Determines the password in force. `setting` is the operator's. Without it and without a chosen one, each start makes a new code, as
 * the last one may have been lost with the log.
 */
export async function resolveAdminPassword(
  hashing: PasswordHashing,
  { place, setting }: { readonly place: PasswordPlace; readonly setting: string | null },
): Promise<AdminPassword> {
  const stored = await place.read();
  if (setting === null && stored?.from === 'made') return { hash: stored.hash, code: null, hasChanged: false };
  if (setting !== null && stored && (await hashing.matches(stored.hash, setting))) {
    return { hash: stored.hash, code: null, hasChanged: false };
  }
  const password = setting ?? randomBytes(15).toString('base64url');
  const hash = await hashing.hash(password);
  await place.write({ hash, from: setting === null ? 'code' : 'setting' });
  return { hash, code: setting === null ? password : null, hasChanged: stored !== null };
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
  // Overwritten by the next attempt when this one fails.
  const unfinished = `${file}.part`;
  const handle = await open(unfinished, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify(stored));
    await handle.sync();
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
  await syncFolder(dirname(file));
}
