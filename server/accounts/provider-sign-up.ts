// Signing up with a provider of OpenID Connect, Google or the site's own: a verified address gets a new account or the account
// that the provider's identity has. An address that has another account is never linked silently (docs/decisions/051-accounts.md).
import * as oidc from 'openid-client';
import type { Database } from '#server/database/open-database.ts';
import type { ProviderVisitTable, UserTable } from '#server/database/tables.ts';
import { violatedConstraint } from '#server/runtime/database-error.ts';
import { newOpaqueId, tokenHash } from '#server/runtime/opaque-id.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import { UserStore } from './user-store.ts';

/** How long a visitor may take at the provider. */
export const PROVIDER_VISIT_LIFE_MS = 10 * 60_000;

/** Google, or the site's own provider (OIDC_ISSUER). In the addresses of calls, problems and cookies. */
export type ProviderName = 'google' | 'provider';

/** Why signing up with a provider failed, as passed to the sign-up page behind the provider's name. */
export type ProviderProblem =
  | 'not-configured'
  | 'unavailable'
  | 'declined'
  | 'expired'
  | 'unverified-email'
  | 'email-taken'
  | 'failed';

/** Carries a {@link ProviderProblem} to the page. */
export class ProviderProblemError extends Error {
  override readonly name = 'ProviderProblemError';
  readonly problem: ProviderProblem;

  constructor(problem: ProviderProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

interface ProviderSignUpParts {
  readonly db: Database;
  readonly name: ProviderName;
  readonly provider: OpenIdProvider;
  readonly returnAddress: () => string;
}

export class ProviderSignUp {
  readonly #parts: ProviderSignUpParts;

  constructor(parts: ProviderSignUpParts) {
    this.#parts = parts;
  }

  /** The address to send a visitor to, and the state that only the visitor's cookie and the provider receive. */
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
   * Throws a {@link ProviderProblemError}.
   */
  async finish(query: URLSearchParams, cookieState: string | undefined): Promise<UserTable> {
    const state = query.get('state');
    if (cookieState === undefined || state === null || tokenHash(state) !== tokenHash(cookieState)) {
      throw new ProviderProblemError('expired');
    }
    const visit = await this.#consumeVisit(state);
    if (!visit) throw new ProviderProblemError('expired');
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
      .where('created_at', '<', steadyNow() - PROVIDER_VISIT_LIFE_MS)
      .execute();
  }

  async #consumeVisit(state: string): Promise<ProviderVisitTable | undefined> {
    const visit = await this.#parts.db
      .deleteFrom('google_visits')
      .where('state_hash', '=', tokenHash(state))
      .returningAll()
      .executeTakeFirst();
    return visit && steadyNow() - visit.created_at <= PROVIDER_VISIT_LIFE_MS ? visit : undefined;
  }

  /** Retries when another process has added the account or taken the name in the meantime. */
  async #accountOf(identity: ProviderIdentity): Promise<UserTable> {
    try {
      return await this.#findOrAdd(identity);
    } catch (error) {
      if (violatedConstraint(error) === null) throw error;
      return this.#findOrAdd(identity);
    }
  }

  async #findOrAdd({ issuer, subject, email, isEmailVerified }: ProviderIdentity): Promise<UserTable> {
    // Subjects are unique within an issuer, and the site may get another provider.
    const identity =
      this.#parts.name === 'google' ? { google_subject: subject } : { provider_subject: `${issuer} ${subject}` };
    return this.#parts.db.transaction().execute(async (transaction) => {
      const store = new UserStore(transaction);
      const own = await store.findByIdentity(identity);
      if (own) return own;
      if (email === null || !isEmailVerified) throw new ProviderProblemError('unverified-email');
      if (await store.findByEmail(email)) throw new ProviderProblemError('email-taken');
      // A pending password sign-up has not proved ownership of the address; the provider has.
      await store.dropPendingOf(email);
      return store.addUser({ email, username: await freeUsername(store, email), ...identity });
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
  if (error instanceof ProviderUnavailableError) throw new ProviderProblemError('unavailable', error);
  throw new ProviderProblemError(isDeclined(error) ? 'declined' : 'failed', error);
}

interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly timeoutMs?: number;
}

/** Stored by the server while the visitor is at the provider. */
interface Visit {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
}

/** The provider could not be reached or was too slow. Trying again may help. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}

const TIMEOUT_MS = 5_000;

/** One provider. Its configuration is fetched on first use, so a site starts without its provider. */
export class OpenIdProvider {
  readonly #settings: ProviderSettings;
  #configuration: Promise<oidc.Configuration> | null = null;

  constructor(settings: ProviderSettings) {
    this.#settings = settings;
  }

  /** The address to send the visitor to, and what to store until the visitor returns. */
  async begin(redirectUri: string): Promise<{ address: string; visit: Visit }> {
    const provider = await this.#discover();
    const visit = { state: oidc.randomState(), nonce: oidc.randomNonce(), codeVerifier: oidc.randomPKCECodeVerifier() };
    const address = oidc.buildAuthorizationUrl(provider, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      state: visit.state,
      nonce: visit.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(visit.codeVerifier),
      code_challenge_method: 'S256',
    });
    return { address: address.href, visit };
  }

  /** The identity in a return address. Throws when any check fails. */
  async finish(returnAddress: URL, visit: Visit): Promise<ProviderIdentity> {
    // The provider may have replaced its keys, and the library would keep the old ones for a minute.
    this.#configuration = null;
    const provider = await this.#discover();
    try {
      const tokens = await oidc.authorizationCodeGrant(provider, returnAddress, {
        expectedState: visit.state,
        expectedNonce: visit.nonce,
        pkceCodeVerifier: visit.codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no identity');
      // Google includes the email address in the identity; other providers may need a request for it.
      const facts =
        claims.email === undefined ? await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub) : claims;
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: typeof facts.email === 'string' ? facts.email : null,
        isEmailVerified: facts.email_verified === true,
      };
    } catch (error) {
      throw isUnreachable(error)
        ? new ProviderUnavailableError('The provider did not respond', { cause: error })
        : error;
    }
  }

  async #discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret, timeoutMs = TIMEOUT_MS } = this.#settings;
    const server = new URL(issuer);
    const execute = [oidc.enableNonRepudiationChecks];
    // The settings allow plain http only for a provider on this machine.
    if (server.protocol === 'http:') execute.push(oidc.allowInsecureRequests);
    this.#configuration ??= oidc.discovery(server, clientId, clientSecret, clientAuth(clientSecret), {
      execute,
      timeout: timeoutMs / 1000,
    });
    try {
      return await this.#configuration;
    } catch (cause) {
      this.#configuration = null;
      throw new ProviderUnavailableError('The provider configuration could not be fetched', { cause });
    }
  }
}

/** In the header, as every provider has to accept it, or in the body where a provider says that it takes it only there. */
function clientAuth(secret: string): oidc.ClientAuth {
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isBasic = methods.includes('client_secret_basic');
    (isBasic ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret))(server, client, body, headers);
  };
}

function isDeclined(error: unknown): boolean {
  return error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied';
}

function isUnreachable(error: unknown): boolean {
  // The library passes an unexpected response as the cause of its error.
  if (error instanceof Response) return error.status >= 500;
  if (!(error instanceof Error)) return false;
  const isTimeout = 'code' in error && error.code === 'OAUTH_TIMEOUT';
  // `fetch` throws a TypeError for a connection that fails.
  return isTimeout || error instanceof TypeError || isUnreachable(error.cause);
}
