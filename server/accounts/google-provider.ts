// Talks to Google, or any other OpenID Connect provider, for signing up: PKCE, state and nonce on the way there, a
// checked and signed identity on the way back.
import * as oidc from 'openid-client';

/** How the operator's provider is reached. */
export interface GoogleSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** How long the provider may take for one answer. */
  readonly timeoutMs?: number;
}

/** What the server keeps while the visitor is away. */
export interface Visit {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Whom the provider vouches for. */
export interface GoogleIdentity {
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
}

/** The provider could not be reached or was too slow: nobody's mistake, trying again may help. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}

const TIMEOUT_MS = 5_000;

/** One provider. Its description is fetched when it is needed first. */
export class GoogleProvider {
  readonly #settings: GoogleSettings;
  #described: Promise<oidc.Configuration> | null = null;

  constructor(settings: GoogleSettings) {
    this.#settings = settings;
  }

  /** The address to send the visitor to, and what to keep meanwhile. */
  async begin(redirectUri: string): Promise<{ address: string; visit: Visit }> {
    const provider = await this.#describe();
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

  /** Who came back, from the address they came back to. Throws when anything of it does not hold. */
  async finish(returnAddress: URL, visit: Visit): Promise<GoogleIdentity> {
    const provider = await this.#describe();
    try {
      const tokens = await oidc.authorizationCodeGrant(provider, returnAddress, {
        expectedState: visit.state,
        expectedNonce: visit.nonce,
        pkceCodeVerifier: visit.codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no identity');
      // Google tells the address with the identity; others want to be asked.
      const facts =
        claims.email === undefined ? await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub) : claims;
      return {
        subject: claims.sub,
        email: typeof facts.email === 'string' ? facts.email : null,
        isEmailVerified: facts.email_verified === true,
      };
    } catch (error) {
      throw isUnreachable(error)
        ? new ProviderUnavailableError('The provider did not answer', { cause: error })
        : error;
    }
  }

  async #describe(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret, timeoutMs = TIMEOUT_MS } = this.#settings;
    const server = new URL(issuer);
    const execute = [oidc.enableNonRepudiationChecks];
    // The settings allow plain http for a provider on this very machine only.
    if (server.protocol === 'http:') execute.push(oidc.allowInsecureRequests);
    this.#described ??= oidc.discovery(server, clientId, clientSecret, undefined, {
      execute,
      timeout: timeoutMs / 1000,
    });
    try {
      return await this.#described;
    } catch (cause) {
      this.#described = null;
      throw new ProviderUnavailableError('The provider could not be read', { cause });
    }
  }
}

/** Whether the provider declined because the visitor did. */
export function isDeclined(error: unknown): boolean {
  return error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied';
}

function isUnreachable(error: unknown): boolean {
  // The library hands an unexpected answer over as the cause of its error.
  if (error instanceof Response) return error.status >= 500;
  if (!(error instanceof Error)) return false;
  const isTimeout = 'code' in error && error.code === 'OAUTH_TIMEOUT';
  // `fetch` throws a TypeError for a connection that fails.
  return isTimeout || error instanceof TypeError || isUnreachable(error.cause);
}
