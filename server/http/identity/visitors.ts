// Ties a browser to its visitor by a cookie that scripts cannot read.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_IDLE_MS, type SessionStore } from '#server/accounts/session-store.ts';

/** Finds and begins visitors' sessions. */
export class Visitors {
  readonly #sessions: SessionStore;
  readonly #isSecure: boolean;

  /** `isSecure`: the server is reached by https, so the cookie must be too. */
  constructor(sessions: SessionStore, isSecure: boolean) {
    this.#sessions = sessions;
    this.#isSecure = isSecure;
  }

  /** Who is asking; null for a browser that has no session, or a cookie that is not ours. */
  async find(request: FastifyRequest): Promise<string | null> {
    const token = request.cookies[this.#cookieName];
    return token === undefined ? null : this.#sessions.findVisitor(token);
  }

  /** Who is asking, with a new session for a browser that has none. */
  async findOrBegin(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const known = await this.find(request);
    if (known !== null) return known;
    const { visitorId, token } = await this.#sessions.begin();
    reply.setCookie(this.#cookieName, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.#isSecure,
      maxAge: SESSION_IDLE_MS / 1000,
    });
    return visitorId;
  }

  get #cookieName(): string {
    // The prefix makes browsers refuse a cookie of this name from anyone but this very host.
    return this.#isSecure ? '__Host-swingmark' : 'swingmark';
  }
}
