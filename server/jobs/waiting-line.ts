// Who is next: fair between visitors, one running piece of work per visitor. Holds no promise and starts nothing.

/** What the line knows of a piece of work. */
export interface QueuedJob {
  readonly id: string;
  readonly visitorId: string;
}

/** The line. Work that was taken counts as running until it is ended. */
export class FairQueue<Item extends QueuedJob> {
  #waiting: Item[] = [];
  readonly #running = new Map<string, string>();
  /** The turn in which each visitor was served last: who was served longer ago goes first. */
  readonly #lastTurn = new Map<string, number>();
  #turn = 0;

  get size(): number {
    return this.#waiting.length;
  }

  add(item: Item): void {
    this.#waiting.push(item);
  }

  /** Takes the next piece of work whose visitor has none running; undefined when there is none. */
  take(): Item | undefined {
    const busy = new Set(this.#running.values());
    const next = this.order().find((item) => !busy.has(item.visitorId));
    if (!next) return undefined;
    this.#waiting = this.#waiting.filter((item) => item !== next);
    this.#running.set(next.id, next.visitorId);
    this.#turn += 1;
    this.#lastTurn.set(next.visitorId, this.#turn);
    return next;
  }

  /** Tells that work which was taken has ended. */
  end(item: Item): void {
    this.#running.delete(item.id);
    this.#forgetIfDone(item);
  }

  /** Takes work out of the line; false when it is not waiting. */
  remove(item: Item): boolean {
    const before = this.#waiting.length;
    this.#waiting = this.#waiting.filter((other) => other !== item);
    this.#forgetIfDone(item);
    return this.#waiting.length < before;
  }

  /** How much of a visitor's work waits or runs. */
  countOf(visitorId: string): number {
    const running = [...this.#running.values()].filter((owner) => owner === visitorId).length;
    return running + this.#waiting.filter((item) => item.visitorId === visitorId).length;
  }

  /** The waiting work in the order in which it will run: each visitor's first before anyone's second. */
  order(): Item[] {
    const busy = new Set(this.#running.values());
    const seen = new Map<string, number>();
    const ranked = this.#waiting.map((item, arrival) => {
      const rank = seen.get(item.visitorId) ?? (busy.has(item.visitorId) ? 1 : 0);
      seen.set(item.visitorId, rank + 1);
      return { item, arrival, rank, lastTurn: this.#lastTurn.get(item.visitorId) ?? 0 };
    });
    ranked.sort((a, b) => a.rank - b.rank || a.lastTurn - b.lastTurn || a.arrival - b.arrival);
    return ranked.map(({ item }) => item);
  }

  /** Visitors come and go: nothing is kept of one who has no work here. */
  #forgetIfDone({ visitorId }: Item): void {
    if (this.countOf(visitorId) === 0) this.#lastTurn.delete(visitorId);
  }
}
