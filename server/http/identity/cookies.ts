// Who sends a request, by HttpOnly cookies: visitor, user, administrator. The last is never sent with a cross-site request.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AdminAccess } from '#server/accounts/admin-access.ts';
import type { SiteRateLimiter } from '#server/accounts/rate-limiter.ts';
import { type Role, SESSION_IDLE_MS, type SessionStore, SIGN_IN_LIVES } from '#server/accounts/session-store.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { networkOf } from '#server/runtime/client-network.ts';

interface VisitorsParts {
  readonly sessions: SessionStore;
  readonly limits: SiteRateLimiter;
  /** The server is reached by https, so the cookie is marked Secure. */
  readonly isSecure: boolean;
}

export class Visitors {
  readonly #sessions: SessionStore;
  readonly #limits: SiteRateLimiter;
  readonly #isSecure: boolean;

  constructor({ sessions, limits, isSecure }: VisitorsParts) {
    this.#sessions = sessions;
    this.#limits = limits;
    this.#isSecure = isSecure;
  }

  /** The request's visitor; null for a browser without a session or with an invalid cookie. */
  async find(request: FastifyRequest): Promise<string | null> {
    const token = this.#token(request);
    return token === undefined ? null : this.#sessions.findVisitor(token);
  }

  /** The request's visitor; a browser without a session gets a cookie with which its next call can begin one. */
  async findOrOffer(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
    const known = await this.find(request);
    if (known === null && !this.#sessions.isOffer(this.#token(request) ?? '')) {
      this.#setCookie(reply, this.#sessions.offer());
    }
    return known;
  }

  /** The request's visitor, with a new session if necessary. Throws when a network begins too many. */
  async findOrBegin(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const known = await this.find(request);
    if (known !== null) return known;
    const isAdmitted = await this.#limits.isAdmitted('new-visitor', networkOf(request.ip));
    if (!isAdmitted) throw new AppError('network-busy');
    const held = this.#token(request) ?? '';
    const { visitorId, token } = await this.#sessions.begin(this.#sessions.isOffer(held) ? held : undefined);
    this.#setCookie(reply, token);
    return visitorId;
  }

  #token(request: FastifyRequest): string | undefined {
    return request.cookies[this.#cookieName];
  }

  #setCookie(reply: FastifyReply, token: string): void {
    reply.setCookie(this.#cookieName, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.#isSecure,
      maxAge: SESSION_IDLE_MS / 1000,
    });
  }

  get #cookieName(): string {
    // The prefix makes browsers accept this cookie only from this host.
    return this.#isSecure ? '__Host-swingmark' : 'swingmark';
  }
}

const COOKIES = {
  admin: { name: 'swingmark-admin', sameSite: 'strict' },
  // Mail links and the return from Google are cross-site navigations.
  user: { name: 'swingmark-account', sameSite: 'lax' },
} as const;

export class SignIns {
  readonly #isSecure: boolean;

  /** `isSecure`: the server is reached by https, so the cookies are marked Secure. */
  constructor(isSecure: boolean) {
    this.#isSecure = isSecure;
  }

  /** The token that a browser sent; it may be invalid. */
  token(request: FastifyRequest, role: Role): string | undefined {
    return request.cookies[this.#name(role)];
  }

  setCookie(reply: FastifyReply, role: Role, token: string): void {
    const maxAge = SIGN_IN_LIVES[role].maxMs / 1000;
    reply.setCookie(this.#name(role), token, { ...this.#flags(role), maxAge });
  }

  clearCookie(reply: FastifyReply, role: Role): void {
    reply.clearCookie(this.#name(role), this.#flags(role));
  }

  #flags(role: Role) {
    return { path: '/', httpOnly: true, secure: this.#isSecure, sameSite: COOKIES[role].sameSite };
  }

  #name(role: Role): string {
    // The prefix makes browsers accept this cookie only from this host.
    return this.#isSecure ? `__Host-${COOKIES[role].name}` : COOKIES[role].name;
  }
}

export class Administrator {
  readonly #access: AdminAccess;
  readonly #signIns: SignIns;

  constructor(access: AdminAccess, signIns: SignIns) {
    this.#access = access;
    this.#signIns = signIns;
  }

  isFromAdmin(request: FastifyRequest): Promise<boolean> {
    return this.#access.isAdmin(this.#signIns.token(request, 'admin'));
  }

  /** Throws when the request is not the administrator's. */
  async require(request: FastifyRequest): Promise<void> {
    if (!(await this.isFromAdmin(request))) throw new AppError('not-logged-in');
  }
}
