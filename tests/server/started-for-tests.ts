// A shared resource for all tests of one file: started before the first test, stopped after the last.
import { afterAll, beforeAll } from 'vitest';

/** Call once at the top of a file. The returned function gives the resource from the first test on. */
export function startedForTests<Started>(
  start: () => Promise<Started>,
  stop: (started: Started) => Promise<void>,
): () => Started {
  let shared: { readonly started: Started } | undefined;
  beforeAll(async () => {
    shared = { started: await start() };
  });
  afterAll(async () => {
    if (shared) await stop(shared.started);
  });
  return () => {
    if (!shared) throw new Error('The shared resource is not available before the first test');
    return shared.started;
  };
}
