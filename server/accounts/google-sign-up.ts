// Signing up with Google: a verified address gets a new account or the existing Google account. An address that already
// has a password account is never linked silently (docs/decisions/051-accounts.md).
import type { GoogleVisitTable, UserTable } from '#server/database/account-tables.ts';
import type { Database } from '#server/database/open-database.ts';
import { violatedConstraint } from '#server/runtime/database-error.ts';
import { newOpaqueId, tokenHash } from '#server/runtime/opaque-id.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import { type GoogleIdentity, type GoogleProvider, isDeclined, ProviderUnavailableError } from './google-provider.ts';
import { UserStore } from './user-store.ts';

/** How long a visitor may take at Google. */
export const GOOGLE_VISIT_LIFE_MS = 10 * 60_000;

/** Why signing up with Google failed, as passed to the sign-up page. */
export type GoogleProblem =
  | 'google-not-configured'
  | 'google-unavailable'
  | 'google-declined'
  | 'google-expired'
  | 'google-unverified-email'
  | 'google-email-taken'
  | 'google-failed';

/** Carries a {@link GoogleProblem} to the page. */
export class GoogleProblemError extends Error {
  override readonly name = 'GoogleProblemError';
  readonly problem: GoogleProblem;

  constructor(problem: GoogleProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

export interface GoogleSignUpParts {
  readonly db: Database;
  readonly provider: GoogleProvider;
  /** Where Google sends visitors back to. */
  readonly returnAddress: () => string;
}

/** Sends visitors to Google and handles their return. */
export class GoogleSignUp {
  readonly #parts: GoogleSignUpParts;

  constructor(parts: GoogleSignUpParts) {
    this.#parts = parts;
  }

  /** The address to send a visitor to, and the state that only the visitor's cookie and Google receive. */
  async begin(): Promise<{ address: string; state: string }> {
    const { db, provider, returnAddress } = this.#parts;
    const { address, visit } = await provider.begin(returnAddress()).catch(rethrowAsProblem);
    await db
      .insertInto('google_visits')
      .values({
        state_hash: tokenHash(visit.state),
        nonce: visit.nonce,
        code_verifier: visit.codeVerifier,
        created_at: steadyNow(),
      })
      .execute();
    return { address, state: visit.state };
  }

  /**
   * The account for a returning visitor's query, in the browser whose cookie has the state. A state can be used once.
   * Throws a {@link GoogleProblemError}.
   */
  async finish(query: URLSearchParams, cookieState: string | undefined): Promise<UserTable> {
    const state = query.get('state');
    if (cookieState === undefined || state === null || tokenHash(state) !== tokenHash(cookieState)) {
      throw new GoogleProblemError('google-expired');
    }
    const visit = await this.#consumeVisit(state);
    if (!visit) throw new GoogleProblemError('google-expired');
    const { provider, returnAddress } = this.#parts;
    const address = new URL(`?${query}`, returnAddress());
    const kept = { state, nonce: visit.nonce, codeVerifier: visit.code_verifier };
    return this.#accountOf(await provider.finish(address, kept).catch(rethrowAsProblem));
  }

  /** Deletes visits that never returned. */
  async deleteExpired(): Promise<void> {
    const { db } = this.#parts;
    await db
      .deleteFrom('google_visits')
      .where('created_at', '<', steadyNow() - GOOGLE_VISIT_LIFE_MS)
      .execute();
  }

  async #consumeVisit(state: string): Promise<GoogleVisitTable | undefined> {
    const visit = await this.#parts.db
      .deleteFrom('google_visits')
      .where('state_hash', '=', tokenHash(state))
      .returningAll()
      .executeTakeFirst();
    return visit && steadyNow() - visit.created_at <= GOOGLE_VISIT_LIFE_MS ? visit : undefined;
  }

  /** Retries when another process has added the account or taken the name in the meantime. */
  async #accountOf(identity: GoogleIdentity): Promise<UserTable> {
    try {
      return await this.#findOrAdd(identity);
    } catch (error) {
      if (violatedConstraint(error) === null) throw error;
      return this.#findOrAdd(identity);
    }
  }

  async #findOrAdd({ subject, email, isEmailVerified }: GoogleIdentity): Promise<UserTable> {
    return this.#parts.db.transaction().execute(async (transaction) => {
      const store = new UserStore(transaction);
      const own = await store.findByGoogle(subject);
      if (own) return own;
      if (email === null || !isEmailVerified) throw new GoogleProblemError('google-unverified-email');
      if (await store.findByEmail(email)) throw new GoogleProblemError('google-email-taken');
      // A pending password sign-up has not proved ownership of the address; Google has.
      await store.dropPendingOf(email);
      return store.addUser({ email, username: await freeUsername(store, email), google_subject: subject });
    });
  }
}

/** A free username derived from the address: `ann`, or `ann-` and a few characters. */
async function freeUsername(store: UserStore, email: string): Promise<string> {
  const preferred = (email.split('@')[0] ?? '').replace(/[^\p{L}\p{N}._-]/gu, '').slice(0, 40) || 'golfer';
  let username = preferred;
  while (await store.isUsernameTaken(username, email))
    username = `${preferred}-${newOpaqueId().slice(0, 6).toLowerCase()}`;
  return username;
}

function rethrowAsProblem(error: unknown): never {
  if (error instanceof ProviderUnavailableError) throw new GoogleProblemError('google-unavailable', error);
  throw new GoogleProblemError(isDeclined(error) ? 'google-declined' : 'google-failed', error);
}
