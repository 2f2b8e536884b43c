// Ties a browser to a proof of who it is, by cookies that scripts cannot read: one for the administrator, one for an
// account. The administrator's never travels with a request that another site caused.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Role, SIGN_IN_LIVES } from '#server/accounts/sign-in-store.ts';

const COOKIES = {
  admin: { name: 'swingmark-admin', sameSite: 'strict' },
  // A link in a mail and the way back from Google come from other sites.
  user: { name: 'swingmark-account', sameSite: 'lax' },
} as const;

/** Reads and writes the cookies. */
export class SignIns {
  readonly #isSecure: boolean;

  /** `isSecure`: the server is reached by https, so the cookies must be too. */
  constructor(isSecure: boolean) {
    this.#isSecure = isSecure;
  }

  /** The token that a browser holds; it may be worth nothing. */
  token(request: FastifyRequest, role: Role): string | undefined {
    return request.cookies[this.#name(role)];
  }

  remember(reply: FastifyReply, role: Role, token: string): void {
    const maxAge = SIGN_IN_LIVES[role].mostMs / 1000;
    reply.setCookie(this.#name(role), token, { ...this.#flags(role), maxAge });
  }

  forget(reply: FastifyReply, role: Role): void {
    reply.clearCookie(this.#name(role), this.#flags(role));
  }

  #flags(role: Role) {
    return { path: '/', httpOnly: true, secure: this.#isSecure, sameSite: COOKIES[role].sameSite };
  }

  #name(role: Role): string {
    // The prefix makes browsers refuse a cookie of this name from anyone but this very host.
    return this.#isSecure ? `__Host-${COOKIES[role].name}` : COOKIES[role].name;
  }
}
