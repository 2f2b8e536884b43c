// A time limit that does not run out while the device sleeps or the browser freezes the page: on waking, overdue timers fire before
// the messages that tell that all is well.

/** The parts that a limit is counted in. */
const PARTS = 8;
/** When a part takes this many times its length, the device was asleep. */
const SLEPT = 4;

/** Calls back after a time awake, in milliseconds. Returns the function that ends the waiting. */
export function awakeTimeout(onEnd: () => void, limitMs: number): () => void {
  const partMs = limitMs / PARTS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function wait(parts: number): void {
    const beganAtMs = Date.now();
    timer = setTimeout(() => {
      const hasSlept = Date.now() - beganAtMs > SLEPT * partMs;
      if (hasSlept || parts > 1) wait(hasSlept ? parts : parts - 1);
      else onEnd();
    }, partMs);
  }
  wait(PARTS);
  return () => clearTimeout(timer);
}
