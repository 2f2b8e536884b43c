// One at a time per key: whoever comes later waits until the earlier ones are through.

/** Runs tasks with the same key one after the other, in the order of their calls. */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Runs a task when all earlier ones of this key have ended, however they ended. */
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

  /** Waits until every task that was asked for by now has ended, however it ended. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#tails.values());
  }
}
