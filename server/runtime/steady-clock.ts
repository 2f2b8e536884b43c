// A wall clock that never jumps while the process runs. Limits and expiry use it, so that setting the machine's clock a
// day forward does not expire every upload at once. After a restart it follows the machine's clock again.
const startedAt = Date.now() - performance.now();

/** Milliseconds since 1970, as of this process. */
export function steadyNow(): number {
  return Math.round(startedAt + performance.now());
}

let last = 0;

/** The same, but later than any earlier answer: what is stored with it keeps the order in which it was made. */
export function nowInOrder(): number {
  last = Math.max(steadyNow(), last + 1);
  return last;
}
