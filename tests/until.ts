// Waits for a condition, and names it on a timeout. For tests.
import { setTimeout as sleep } from 'node:timers/promises';

const LIMIT_MS = 30_000;
const PAUSE_MS = 5;

/**
 * Waits until `check` returns something other than undefined, null or false, and returns that. `what` completes "did not
 * happen: …".
 */
export async function until<Found>(
  what: string,
  check: () => Found | Promise<Found>,
  { limitMs = LIMIT_MS, pauseMs = PAUSE_MS } = {},
): Promise<Exclude<Found, undefined | null | false>> {
  const startedAt = performance.now();
  for (;;) {
    const found = await check();
    if (found !== undefined && found !== null && found !== false) {
      return found as Exclude<Found, undefined | null | false>;
    }
    if (performance.now() - startedAt > limitMs) throw new Error(`Did not happen within ${limitMs / 1000} s: ${what}`);
    await sleep(pauseMs);
  }
}
