// Chance that can be repeated: the same seed gives the same numbers (mulberry32). A test prints its seed.

/** A source of chance. */
export class RandomNumbers {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** One of a list that is not empty. */
  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }
}

/** The seed of this run: the one that SEED names, or a new one. */
export function seedOfRun(): number {
  return Number(process.env.SEED) || Date.now() % 1_000_000_000;
}
