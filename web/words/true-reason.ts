// The true reason why a browser cannot read or write video: over plain HTTP it has no part for it, whatever its abilities.
import { words } from './words.ts';

/** A sentence that blames the browser; over plain HTTP the reason and its remedy instead. */
export function trueReason(sentence: string): string {
  // Undefined in jsdom.
  return globalThis.isSecureContext === false ? words.notSecure : sentence;
}
