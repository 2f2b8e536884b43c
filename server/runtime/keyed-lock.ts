// A mutex per key.

/** Runs tasks with the same key one after the other. */
export interface Locks {
  /** Runs a task after all earlier ones of this key have settled. */
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result>;
  /** Waits until all tasks that this process has submitted have settled. */
  ended(): Promise<void>;
}

/** The locks of one process: tasks with the same key run in call order. */
export class KeyedLock implements Locks {
  readonly #tails = new Map<string, Promise<unknown>>();

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

  async ended(): Promise<void> {
    await Promise.allSettled(this.#tails.values());
  }
}
