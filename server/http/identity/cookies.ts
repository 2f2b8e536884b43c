// Who sends a request, by HttpOnly cookies: the visitor, the user, the administrator. The administrator's cookie is never sent
// with a cross-site request.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AdminAccess } from '#server/accounts/admin-access.ts';
import type { SiteRateLimiter } from '#server/accounts/rate-limiter.ts';
import { SESSION_IDLE_MS, type SessionStore, SIGN_IN_LIVES } from '#server/accounts/session-store.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { networkOf } from '#server/runtime/client-network.ts';
import type { Config } from '#server/runtime/config.ts';

interface VisitorsParts {
  readonly sessions: SessionStore;
  readonly limits: SiteRateLimiter;
  /** The server is reached by https, so the cookie is marked Secure. */
  readonly isSecure: boolean;
}

export class Visitors {
  readonly #parts: VisitorsParts;

  constructor(parts: VisitorsParts) {
    this.#parts = parts;
  }

  /** The request's visitor; null for a browser without a session or with an invalid cookie. */
  async find(request: FastifyRequest): Promise<string | null> {
    const token = this.#token(request);
    return token === undefined ? null : this.#parts.sessions.findVisitor(token);
  }

  /** The request's visitor; a browser without a session gets a cookie with which its next call can begin one. */
  async findOrOffer(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
    const known = await this.find(request);
    if (known === null && !this.#parts.sessions.isOffer(this.#token(request) ?? '')) {
      this.#setCookie(reply, this.#parts.sessions.offer());
    }
    return known;
  }

  /** The request's visitor, with a new session if necessary. Throws when a network begins too many. */
  async findOrBegin(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const known = await this.find(request);
    if (known !== null) return known;
    const isAdmitted = await this.#parts.limits.isAdmitted('new-visitor', networkOf(request.ip));
    if (!isAdmitted) throw new AppError('network-busy');
    const held = this.#token(request) ?? '';
    const { visitorId, token } = await this.#parts.sessions.begin(
      this.#parts.sessions.isOffer(held) ? held : undefined,
    );
    this.#setCookie(reply, token);
    return visitorId;
  }

  #token(request: FastifyRequest): string | undefined {
    return request.cookies[cookieOf('visitor', this.#parts.isSecure).name];
  }

  #setCookie(reply: FastifyReply, token: string): void {
    const { name, flags } = cookieOf('visitor', this.#parts.isSecure);
    reply.setCookie(name, token, { ...flags, maxAge: SESSION_IDLE_MS / 1000 });
  }
}

/** Whether a site at this origin marks its cookies Secure. */
export function isHttps(origin: string | null): boolean {
  return origin?.startsWith('https:') ?? false;
}

const COOKIES = {
  visitor: { name: 'swingmark', sameSite: 'lax' },
  admin: { name: 'swingmark-admin', sameSite: 'strict' },
  // Mail links and the return from a provider are cross-site navigations.
  user: { name: 'swingmark-account', sameSite: 'lax' },
} as const;

/** A cookie's name, and its flags. The prefix of a secure one makes browsers accept it only from this host. */
function cookieOf(of: keyof typeof COOKIES, secure: boolean) {
  const { name, sameSite } = COOKIES[of];
  return { name: secure ? `__Host-${name}` : name, flags: { path: '/', httpOnly: true, secure, sameSite } } as const;
}

type CookieRole = 'admin' | 'user';

export class SignIns {
  readonly #isSecure: boolean;

  /** `isSecure`: the server is reached by https, so the cookies are marked Secure. */
  constructor(isSecure: boolean) {
    this.#isSecure = isSecure;
  }

  /** The token that a browser sent; it may be invalid. */
  token(request: FastifyRequest, role: CookieRole): string | undefined {
    return request.cookies[cookieOf(role, this.#isSecure).name];
  }

  setCookie(reply: FastifyReply, role: CookieRole, token: string): void {
    const { name, flags } = cookieOf(role, this.#isSecure);
    reply.setCookie(name, token, { ...flags, maxAge: SIGN_IN_LIVES[role].maxMs / 1000 });
  }

  clearCookie(reply: FastifyReply, role: CookieRole): void {
    const { name, flags } = cookieOf(role, this.#isSecure);
    reply.clearCookie(name, flags);
  }
}

export class Administrator {
  readonly #access: AdminAccess;
  readonly #signIns: SignIns;
  readonly #isReadOnly: boolean;

  constructor(access: AdminAccess, signIns: SignIns, { isReadOnly }: Pick<Config, 'isReadOnly'>) {
    this.#access = access;
    this.#signIns = signIns;
    this.#isReadOnly = isReadOnly;
  }

  isFromAdmin(request: FastifyRequest): Promise<boolean> {
    return this.#access.isAdmin(this.#signIns.token(request, 'admin'));
  }

  /** Throws when the request is not the administrator's, or would change a demo site. */
  async require(request: FastifyRequest): Promise<void> {
    if (!(await this.isFromAdmin(request))) throw new AppError('not-logged-in');
    if (this.#isReadOnly && !['GET', 'HEAD'].includes(request.method)) throw new AppError('read-only');
  }
}
