// A local OpenID Connect provider, as Google or as a site's own, and the steps through its pages.
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import Provider from 'oidc-provider';
import { listenLocally } from './local-port.ts';
import type { TestBrowser } from './test-browser.ts';

/** The claims of a person. */
export interface ProviderPerson {
  readonly email?: string;
  readonly email_verified?: boolean;
}

interface ProviderOptions {
  /** How the client authenticates; the only way that the provider offers. */
  readonly clientAuth?: 'client_secret_basic' | 'client_secret_post';
  /** The private key that signs, as a JWK; the library's own for development unless given. */
  readonly key?: JsonWebKey;
}

/** A running provider. */
export interface RealProvider {
  readonly issuer: string;
  /** The settings that make it a site's Google. */
  readonly settings: Record<string, string>;
  /** The settings that make it a site's own provider. */
  readonly ownSettings: Record<string, string>;
  readonly people: Map<string, ProviderPerson>;
  /** Registers the client at an origin. Again: another provider with the same address, which knows no one's session. */
  serve(clientOrigin: string, options?: ProviderOptions): void;
  /** Ends every connection from now on. */
  goAway(): void;
  stop(): Promise<void>;
}

const CLIENT = { client_id: 'swingmark', client_secret: 'a secret between the two: +%/&' };
/** Of an identity, in seconds. */
export const IDENTITY_LIFE = 60;

/** What answers the requests to a provider. */
export function providerAnswers(
  issuer: string,
  people: ReadonlyMap<string, ProviderPerson>,
  clientOrigin: string,
  { clientAuth = 'client_secret_basic', key }: ProviderOptions = {},
) {
  const returns = ['google', 'provider'].map((name) => `${clientOrigin}/api/auth/${name}/callback`);
  const { warn } = console;
  // It warns of what only a real provider has to change.
  console.warn = () => undefined;
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: returns }],
    clientAuthMethods: [clientAuth],
    clientDefaults: { token_endpoint_auth_method: clientAuth },
    ...(key && { jwks: { keys: [key] } }),
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: true } },
    cookies: { keys: ['only for tests'] },
    ttl: { IdToken: IDENTITY_LIFE },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people.get(id) }),
    }),
  });
  const answers = provider.callback();
  console.warn = warn;
  return answers;
}

/** Starts one, which is away until it serves. Everybody in `people` can log in by their key. */
export async function startProvider(): Promise<RealProvider> {
  // A port that was closed could be another program's by the time the provider comes back.
  const isAway = (request: IncomingMessage) => void request.socket.destroy();
  let answer: RequestListener = isAway;
  const server: Server = createServer((request, response) => answer(request, response));
  const issuer = `http://localhost:${await listenLocally(server)}`;
  const people = new Map<string, ProviderPerson>();
  return {
    issuer,
    people,
    settings: {
      GOOGLE_ISSUER: issuer,
      GOOGLE_CLIENT_ID: CLIENT.client_id,
      GOOGLE_CLIENT_SECRET: CLIENT.client_secret,
    },
    ownSettings: ownSettingsOf(issuer),
    serve: (clientOrigin, options) => {
      answer = providerAnswers(issuer, people, clientOrigin, options);
    },
    goAway: () => {
      answer = isAway;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The settings that make the provider of an issuer a site's own. */
export function ownSettingsOf(issuer: string): Record<string, string> {
  return {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: CLIENT.client_id,
    OIDC_CLIENT_SECRET: CLIENT.client_secret,
    OIDC_NAME: 'Club <A&B>',
  };
}

/** Logs in at the provider and gives consent. Returns the address to which the provider redirects. */
export async function logInAt(browser: TestBrowser, authorizationAddress: string, login: string): Promise<URL> {
  let url = new URL(authorizationAddress);
  const home = url.host;
  for (let step = 0; step < 12 && url.host === home; step++) {
    const response = await browser.fetch(url);
    const location = response.headers.get('location');
    if (location !== null) {
      url = new URL(location, url);
      continue;
    }
    const page = await response.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
    const action = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? '', url);
    const form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'any' }) });
    const sent = await browser.fetch(action, { method: 'POST', body: form });
    url = new URL(sent.headers.get('location') ?? '/', action);
  }
  return url;
}

/** Opens the provider's page and declines. Returns the address to which the provider redirects. */
export async function declineAt(browser: TestBrowser, authorizationAddress: string): Promise<URL> {
  const { response, url } = await browser.open(authorizationAddress);
  const abort = /href="([^"]+\/abort)"/.exec(await response.text())?.[1] ?? '';
  let next = new URL(abort, url);
  while (next.host === url.host) {
    const answer = await browser.fetch(next);
    next = new URL(answer.headers.get('location') ?? 'http://nowhere.example', next);
  }
  return next;
}
