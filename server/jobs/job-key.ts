// The name of a piece of work: whoever asks for the same work gets what was made for it already.
import { createHash } from 'node:crypto';

/** Equal for equal work and only then; `sameWork` is all that decides what comes out, and must be plain data. */
export function jobKey(sameWork: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(sameWork)).digest('hex');
}
