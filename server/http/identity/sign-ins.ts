// The HttpOnly cookies of sign-ins, one for the administrator and one for a user, and the guard of the administrator's
// calls. The administrator's cookie is never sent with a cross-site request.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AdminAccess } from '#server/accounts/admin-access.ts';
import { type Role, SIGN_IN_LIVES } from '#server/accounts/sign-in-store.ts';
import { AppError } from '#server/runtime/app-error.ts';

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
