// A mutex per key.

/** Runs tasks with the same key one after the other, in call order. */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Runs a task after all earlier ones of this key have settled. */
  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const mine = before.then(task, task);
    this.#tails.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#tails.get(key) === mine) this.#tails.delete(key);
    }
  }

  /** Waits until every task so far has settled. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#tails.values());
  }
}
