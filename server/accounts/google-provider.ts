// The OpenID Connect client for signing up with Google or another provider: sends PKCE, state and nonce, and returns a
// verified, signed identity.
import * as oidc from 'openid-client';

/** The operator's provider. */
export interface GoogleSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** How long the provider may take to answer. */
  readonly timeoutMs?: number;
}

/** Stored by the server while the visitor is at the provider. */
export interface Visit {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface GoogleIdentity {
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
}

/** The provider could not be reached or was too slow. Trying again may help. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}

const TIMEOUT_MS = 5_000;

/** One provider. Its configuration is fetched on first use. */
export class GoogleProvider {
  readonly #settings: GoogleSettings;
  #configuration: Promise<oidc.Configuration> | null = null;

  constructor(settings: GoogleSettings) {
    this.#settings = settings;
  }

  /** The address to send the visitor to, and what to store meanwhile. */
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
  async finish(returnAddress: URL, visit: Visit): Promise<GoogleIdentity> {
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
      // Google includes the email address in the identity; other providers need a request for it.
      const facts =
        claims.email === undefined ? await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub) : claims;
      return {
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
    this.#configuration ??= oidc.discovery(server, clientId, clientSecret, undefined, {
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

/** Whether the visitor declined. */
export function isDeclined(error: unknown): boolean {
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
