// Authorizes the administrator's requests. Handlers call the guard themselves, so that no URL spelling bypasses it.
import type { FastifyRequest } from 'fastify';
import type { AdminAccess } from '#server/accounts/admin-access.ts';
import { AppError } from '#server/runtime/app-error.ts';
import type { SignIns } from './sign-ins.ts';

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
