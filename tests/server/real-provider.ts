// A local OpenID Connect provider instead of Google, and the steps through its pages.
import { createServer, type Server } from 'node:http';
import Provider from 'oidc-provider';
import { listenLocally } from './local-port.ts';
import type { TestBrowser } from './test-browser.ts';

/** The claims of a person. */
export interface ProviderPerson {
  readonly email?: string;
  readonly email_verified?: boolean;
}

/** A running provider. */
export interface RealProvider {
  readonly issuer: string;
  readonly settings: Record<string, string>;
  readonly people: Map<string, ProviderPerson>;
  /** Registers the client at an origin. */
  serve(clientOrigin: string): void;
  stop(): Promise<void>;
}

const CLIENT = { client_id: 'swingmark', client_secret: 'a secret between the two' };

/** Starts one. Everybody in `people` can log in by their key. */
export async function startProvider(): Promise<RealProvider> {
  let answer: Parameters<typeof createServer>[1] | undefined;
  const server: Server = createServer((request, response) => answer?.(request, response));
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
    serve: (clientOrigin) => {
      const provider = new Provider(issuer, {
        clients: [{ ...CLIENT, redirect_uris: [`${clientOrigin}/api/auth/google/callback`] }],
        clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
        clientDefaults: { token_endpoint_auth_method: 'client_secret_post' },
        pkce: { required: () => true },
        claims: { openid: ['sub'], email: ['email', 'email_verified'] },
        features: { devInteractions: { enabled: true } },
        cookies: { keys: ['only for tests'] },
        findAccount: (_context: unknown, id: string) => ({
          accountId: id,
          claims: () => ({ sub: id, ...people.get(id) }),
        }),
      });
      answer = provider.callback();
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
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
