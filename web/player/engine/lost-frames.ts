// Notices that a decoder lost a frame, by the times of what goes in and what comes out. mediabunny gives frames the times of the
// packets in their order, so that one lost frame would shift all later ones without a word.

/** The message of the error that a decoder then fails with. */
export const LOST_FRAME = 'The decoder has lost a frame';

/** Two times of one frame in microseconds; the fastest clips have frames 4,000 apart. */
const SAME_US = 1000;
/** H.264 and HEVC let at most so many frames wait for one that is coded later. */
const MAX_WAITING = 16;

/** Watches one decoder. Times in microseconds. */
export class LossWatch {
  /** The times of packets whose frames have not come, ascending. */
  #waiting: number[] = [];
  #newest = Number.NEGATIVE_INFINITY;
  /** Whether packets come in another order than frames. Without it, the file may leave out the order of its frames. */
  #isReordered = false;
  /** How many frames have come since the first waiting one was passed over. */
  #passed = 0;
  /** Whether frames keep the times of their packets; a decoder that gives them others cannot be watched. */
  #keepsTimes = true;
  #last: number | null = null;

  sent(time: number): void {
    if (time < this.#newest) this.#isReordered = true;
    this.#newest = Math.max(this.#newest, time);
    const after = this.#waiting.findIndex((other) => other > time);
    this.#waiting.splice(after < 0 ? this.#waiting.length : after, 0, time);
  }

  /** Whether a frame has come once more: some decoders give one frame for each of its fields. */
  isAgain(time: number): boolean {
    return time === this.#last && !this.#waiting.includes(time);
  }

  /** Takes a frame that has come; true when one before it is lost. */
  came(time: number): boolean {
    const at = this.#waiting.findIndex((other) => Math.abs(other - time) < SAME_US);
    this.#last = time;
    if (at < 0) this.#keepsTimes = false;
    if (!this.#keepsTimes) return false;
    this.#waiting.splice(at, 1);
    this.#passed = at === 0 ? 0 : this.#passed + 1;
    return this.#passed > (this.#isReordered ? 0 : MAX_WAITING);
  }

  /** Ends with the decoder's flush; true when a frame has not come. */
  ended(): boolean {
    const isLost = this.#keepsTimes && this.#waiting.length > 0;
    this.reset();
    return isLost;
  }

  /** Forgets what has not come. */
  reset(): void {
    this.#waiting = [];
    this.#last = null;
    this.#passed = 0;
    this.#newest = Number.NEGATIVE_INFINITY;
  }
}
