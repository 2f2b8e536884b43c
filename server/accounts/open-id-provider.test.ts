import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listenLocally } from '#tests/server/local-port.ts';
import { OpenIdProvider, ProviderUnavailableError } from './provider-sign-up.ts';

const RETURN = 'http://localhost:3000/api/auth/google/callback';

/** A provider with configurable responses, valid or not. */
interface Liar {
  issuer: string;
  claims: Record<string, unknown>;
  signingKey: KeyObject;
  delayMs: number;
  tokenStatus: number;
  verifiers: string[];
}

const honest = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
let liar: Liar;
let server: Server;
let provider: OpenIdProvider;

beforeEach(async () => {
  server = createServer((request, response) => void answer(request, response));
  const issuer = `http://localhost:${await listenLocally(server)}`;
  liar = { issuer, claims: {}, signingKey: honest.privateKey, delayMs: 0, tokenStatus: 200, verifiers: [] };
  provider = new OpenIdProvider({ issuer, clientId: 'swingmark', clientSecret: 'secret', timeoutMs: 1000 });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const isToken = request.url === '/token';
  let body = '';
  for await (const chunk of request) body += String(chunk);
  if (isToken) liar.verifiers.push(new URLSearchParams(body).get('code_verifier') ?? '');
  if (isToken) await sleep(liar.delayMs, undefined, { ref: false });
  response.statusCode = isToken ? liar.tokenStatus : 200;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answerTo(request.url ?? '')));
}

function answerTo(path: string): unknown {
  if (path === '/jwks')
    return { keys: [{ ...honest.publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' }] };
  if (path === '/token') return { access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: idToken() };
  return {
    issuer: liar.issuer,
    authorization_endpoint: `${liar.issuer}/auth`,
    token_endpoint: `${liar.issuer}/token`,
    jwks_uri: `${liar.issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

function idToken(): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: liar.issuer, aud: 'swingmark', sub: '7', iat: now, exp: now + 60, ...liar.claims };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'RS256', kid: '1' })}.${part(claims)}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(liar.signingKey, 'base64url')}`;
}

/** Goes to the provider and returns with the configured claims. */
async function visit(claims: Record<string, unknown> = {}) {
  const { visit: kept } = await provider.begin(RETURN);
  liar.claims = { nonce: kept.nonce, email: 'ann@club.example', email_verified: true, ...claims };
  return provider.finish(new URL(`${RETURN}?code=c&state=${kept.state}`), kept);
}

describe('the provider’s identity', () => {
  it('is accepted when all checks pass, with the code exchanged through PKCE', async () => {
    expect(await visit()).toEqual({
      issuer: liar.issuer,
      subject: '7',
      email: 'ann@club.example',
      isEmailVerified: true,
    });
    expect(liar.verifiers[0]).toMatch(/^[\w-]{43}$/);
  });

  it.each([
    ['nonce', 'of another visit'],
    ['nonce', undefined],
    ['aud', 'another-client'],
    ['iss', 'https://evil.example'],
    ['exp', 1],
    ['sub', undefined],
  ])('124: is not accepted with the %s %j', async (name, value) => {
    await expect(visit({ [name]: value })).rejects.toThrow();
  });

  it('124: is not accepted when signed with another key', async () => {
    liar.signingKey = stranger.privateKey;
    await expect(visit()).rejects.toThrow();
  });

  it.each(['true', 1, null, undefined])('124: has no verified address for the claim %j', async (value) => {
    expect((await visit({ email_verified: value })).isEmailVerified).toBe(false);
  });

  it('124: times out when the provider is slow', async () => {
    // Longer than this test may take.
    liar.delayMs = 600_000;
    await expect(visit()).rejects.toBeInstanceOf(ProviderUnavailableError);
  });

  it('124: is unavailable while the provider fails', async () => {
    liar.tokenStatus = 503;
    await expect(visit()).rejects.toBeInstanceOf(ProviderUnavailableError);
  });

  it('124: is fetched on the next attempt after an outage', async () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await new Promise((resolve) => server.close(resolve));
    await expect(provider.begin(RETURN)).rejects.toBeInstanceOf(ProviderUnavailableError);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    expect((await provider.begin(RETURN)).address).toContain('/auth?');
  });
});
