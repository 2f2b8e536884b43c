// An in-memory rate limit per key: a burst of `perHour`, refilled over an hour.

const HOUR_MS = 3_600_000;
/** Above this many keys, those with a full allowance are dropped. */
const MANY_KEYS = 10_000;

/** The limit. */
export class RateLimit {
  readonly #perHour: number;
  readonly #now: () => number;
  readonly #used = new Map<string, { amount: number; at: number }>();

  constructor(perHour: number, now: () => number) {
    this.#perHour = perHour;
    this.#now = now;
  }

  /** Counts one event for a key; false when that exceeds the limit. */
  take(key: string): boolean {
    const amount = this.#usedNow(key);
    if (amount + 1 > this.#perHour) return false;
    if (this.#used.size > MANY_KEYS) this.#forgetUnused();
    this.#used.set(key, { amount: amount + 1, at: this.#now() });
    return true;
  }

  #usedNow(key: string): number {
    const known = this.#used.get(key);
    if (!known) return 0;
    return Math.max(0, known.amount - ((this.#now() - known.at) / HOUR_MS) * this.#perHour);
  }

  #forgetUnused(): void {
    for (const key of this.#used.keys()) if (this.#usedNow(key) === 0) this.#used.delete(key);
  }
}
