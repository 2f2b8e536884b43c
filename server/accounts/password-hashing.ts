// Hashes and compares passwords with Argon2id. Each hash takes 19 MiB, so only a few run at a time.
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';
import { AppError } from '#server/runtime/app-error.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** How many may wait. At about 15 ms each the last one waits a few seconds; later ones are refused as `busy`. */
const MAX_WAITING = 200;

/** Hashes passwords. One instance for the whole server, so that its limit is global. */
export class PasswordHashing {
  readonly #turns = new PQueue({ concurrency: availableParallelism() });
  readonly #decoy: Promise<string>;
  readonly #maxWaiting: number;

  constructor(maxWaiting = MAX_WAITING) {
    this.#maxWaiting = maxWaiting;
    this.#decoy = hash(newOpaqueId(), COST);
  }

  /** The hash to store: Argon2id with its own salt. Throws `busy` when too many wait. */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(normalized(password), COST));
  }

  /** Whether a password has this hash. Takes the same time when the hash is null. */
  async matches(passwordHash: string | null, password: string): Promise<boolean> {
    const expected = passwordHash ?? (await this.#decoy);
    const matches = await this.#inTurn(() => verify(expected, normalized(password)));
    return matches && passwordHash !== null;
  }

  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#turns.size >= this.#maxWaiting) throw new AppError('busy');
    return this.#turns.add(task);
  }
}

/** Depending on keyboard and system, the same letter arrives as one code point or as two. */
function normalized(password: string): string {
  return password.normalize('NFKC');
}
