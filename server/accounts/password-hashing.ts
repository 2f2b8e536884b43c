// Hashes and compares passwords with Argon2id, a few at a time: each takes 19 MiB, so that fifty at once stay bounded.
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';
import { AppError } from '#server/runtime/app-error.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';

/** OWASP's least for Argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** How many may wait. At about 15 ms each the last one waits a few seconds; whoever comes later is told to try again. */
const MAX_WAITING = 200;

/** Hashes passwords. One for the whole server, so that its bound holds for all who need it. */
export class PasswordHashing {
  readonly #turns = new PQueue({ concurrency: availableParallelism() });
  readonly #decoy: Promise<string>;
  readonly #mostWaiting: number;

  constructor(mostWaiting = MAX_WAITING) {
    this.#mostWaiting = mostWaiting;
    this.#decoy = hash(newOpaqueId(), COST);
  }

  /** The hash to keep: Argon2id with its own salt. Throws `busy` when too many wait. */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(isSameSpelling(password), COST));
  }

  /** Whether a password has this hash. Takes the same time when there is none to compare with. */
  async matches(passwordHash: string | null, password: string): Promise<boolean> {
    const expected = passwordHash ?? (await this.#decoy);
    const matches = await this.#inTurn(() => verify(expected, isSameSpelling(password)));
    return matches && passwordHash !== null;
  }

  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#turns.size >= this.#mostWaiting) throw new AppError('busy');
    return this.#turns.add(task);
  }
}

/** The same letters may reach us as one or as two code points, by keyboard and system. */
function isSameSpelling(password: string): string {
  return password.normalize('NFKC');
}
