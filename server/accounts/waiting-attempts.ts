// The queue of log-ins while many networks are guessing the administrator's password: they are checked one by one. Networks that
// have not failed go first, and a neighborhood has one place, so that guesses cannot keep the administrator out.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#server/runtime/app-error.ts';

const MAX_WAITING = 10;

interface Attempt {
  /** The addresses that one customer may have. */
  readonly neighborhood: string;
  /** Its network has no failed attempt. */
  readonly isUnseen: boolean;
}

interface Waiting extends Attempt {
  readonly turn: PromiseWithResolvers<void>;
}

export class WaitingAttempts {
  readonly #pauseMs: number;
  #waiting: Waiting[] = [];
  #isServing = false;

  /** `pauseMs`: the pause before each turn. */
  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  /**
   * Runs `count` in a place of the queue, then waits for its turn. Throws `AppError` 'too-many-requests' when there is no
   * place, or when an attempt of an unseen network takes it.
   */
  async wait(attempt: Attempt, count: () => Promise<void>): Promise<void> {
    const waiting = { ...attempt, turn: Promise.withResolvers<void>() };
    this.#takePlace(waiting);
    // It may be rejected before it is awaited.
    waiting.turn.promise.catch(() => undefined);
    try {
      // After taking a place: an attempt that is not checked does not count.
      await count();
    } catch (error) {
      this.#leave(waiting);
      throw error;
    }
    void this.#serve();
    await waiting.turn.promise;
  }

  #takePlace(attempt: Waiting): void {
    const neighbor = this.#waiting.find(({ neighborhood }) => neighborhood === attempt.neighborhood);
    const isFull = this.#waiting.length >= MAX_WAITING;
    const inTheWay = neighbor ?? (isFull ? (this.#waiting.findLast(({ isUnseen }) => !isUnseen) ?? null) : undefined);
    if (inTheWay !== undefined) {
      if (inTheWay === null || inTheWay.isUnseen || !attempt.isUnseen) throw this.#refusal();
      this.#leave(inTheWay);
      inTheWay.turn.reject(this.#refusal());
    }
    this.#waiting.push(attempt);
  }

  #leave(attempt: Waiting): void {
    this.#waiting = this.#waiting.filter((other) => other !== attempt);
  }

  async #serve(): Promise<void> {
    if (this.#isServing) return;
    this.#isServing = true;
    while (this.#waiting.length > 0) {
      await sleep(this.#pauseMs);
      const next = this.#waiting.find(({ isUnseen }) => isUnseen) ?? this.#waiting[0];
      if (!next) break;
      this.#leave(next);
      next.turn.resolve();
    }
    this.#isServing = false;
  }

  #refusal(): AppError {
    return new AppError('too-many-requests', { waitMs: MAX_WAITING * this.#pauseMs });
  }
}
