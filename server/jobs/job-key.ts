// The job key: requests with the same key share one result.
import { createHash } from 'node:crypto';

/** The hash of `parts`: plain data that determines the result. */
export function jobKey(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
