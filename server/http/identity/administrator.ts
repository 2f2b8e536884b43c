// Whether a request comes from the administrator, for every call that asks. The guard is in the handler's own code, so
// that no spelling of an address gets around it.
import type { FastifyRequest } from 'fastify';
import type { AdminAccess } from '#server/accounts/admin-access.ts';
import { AppError } from '#server/runtime/app-error.ts';
import type { SignIns } from './sign-ins.ts';

/** Tells the administrator's requests from others. */
export class Administrator {
  readonly #access: AdminAccess;
  readonly #signIns: SignIns;

  constructor(access: AdminAccess, signIns: SignIns) {
    this.#access = access;
    this.#signIns = signIns;
  }

  isAsking(request: FastifyRequest): Promise<boolean> {
    return this.#access.isAdmin(this.#signIns.token(request, 'admin'));
  }

  /** Throws when the request is not the administrator's. */
  async require(request: FastifyRequest): Promise<void> {
    if (!(await this.isAsking(request))) throw new AppError('not-logged-in');
  }
}
