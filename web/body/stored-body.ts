// The stored body of a golfer in the library, fetched instead of tracked.
import type { BodyFacts } from '#domain/comparison/comparison-plan.ts';
import { readStoredGolferBody } from '#domain/library/golfer-body.ts';

/** Fetches the body at an address of this site; null when it cannot be read. Rejects only when it is stopped. */
export async function fetchStoredBody(address: string, signal: AbortSignal): Promise<BodyFacts | null> {
  try {
    const response = await fetch(address, { credentials: 'include', signal });
    return response.ok ? readStoredGolferBody(await response.json()) : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
