// The body that a golfer of the library carries, fetched instead of looked for.
import type { BodyFacts } from '#domain/comparison/comparison-plan.ts';
import { readStoredGolferBody } from '#domain/library/golfer-body.ts';

/** The body at an address of this site; null when it does not come or cannot be read. Rejects only when it is stopped. */
export async function fetchStoredBody(address: string, signal: AbortSignal): Promise<BodyFacts | null> {
  try {
    const response = await fetch(address, { credentials: 'include', signal });
    return response.ok ? readStoredGolferBody(await response.json()) : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
