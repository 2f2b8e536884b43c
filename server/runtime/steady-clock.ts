// A wall clock that never jumps while the process runs. Limits and expiry use it, so that setting the machine's clock a
// day forward does not expire every upload at once. After a restart it follows the machine's clock again, or the database's
// where several processes share one.
let startedAt = Date.now() - performance.now();

/** Milliseconds since 1970, as of this process. */
export function steadyNow(): number {
  return Math.round(startedAt + performance.now());
}

/** Sets the clock, once at the start, before anything is stored with it. */
export function startClockAt(nowMs: number): void {
  startedAt = nowMs - performance.now();
}

let last = 0;

/** The same, but later than any earlier result, so that stored times keep their order. */
export function nowInOrder(): number {
  last = Math.max(steadyNow(), last + 1);
  return last;
}
