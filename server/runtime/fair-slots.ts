// Runs tasks in a limited number of slots, in the order of the fair queue.
import type { Client } from './client-network.ts';
import { FairQueue, type QueuedTask } from './fair-queue.ts';

interface WaitingTask extends QueuedTask {
  readonly start: () => Promise<void>;
}

/** The slots. */
export class FairSlots {
  readonly #slots: number;
  readonly #queue: FairQueue<WaitingTask>;
  #running = 0;
  #lastId = 0;

  constructor(slots: number) {
    this.#slots = slots;
    this.#queue = new FairQueue(slots);
  }

  /** Runs a task when its client's turn has come. */
  run<Result>(client: Client, task: () => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#lastId += 1;
    const start = () => task().then(resolve, reject);
    const { visitorId, network } = client;
    this.#queue.add({ id: String(this.#lastId), visitorId, network, start });
    this.#fill();
    return promise;
  }

  #fill(): void {
    while (this.#running < this.#slots) {
      const next = this.#queue.take();
      if (!next) return;
      this.#running += 1;
      void next.start().finally(() => {
        this.#running -= 1;
        this.#queue.end(next);
        this.#fill();
      });
    }
  }
}
