// Marks the comparison that is being made on this device in the session. The mark remains when the page crashes, so that
// the same comparison does not crash it again.

import { readText, writeText } from '#web/clip/comparison-session.ts';
import { RenderError } from '#web/render/render-request.ts';

const MAKING = 'making';

/** The comparison started last since the page was loaded. */
let begunHere: string | null = null;
/** Removes the mark of the latest run. */
let endLatest: (() => void) | null = null;

/**
 * Marks a run until the returned function is called, which leaves the mark of a later run alone. Throws a RenderError
 * when the last try crashed the page.
 */
export function beginMaking(key: string): () => void {
  if (readText(MAKING) === key && begunHere !== key) throw new RenderError('page-died', 'The page died');
  const end = () => {
    removeEventListener('pagehide', end);
    if (endLatest === end) writeText(MAKING, null);
  };
  begunHere = key;
  endLatest = end;
  writeText(MAKING, key);
  // Leaving or reloading the page is not a crash.
  addEventListener('pagehide', end);
  return end;
}
