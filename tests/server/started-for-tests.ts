// What all tests of one file share and what takes a while to start: there before the first test, ended after the last.
import { afterAll, beforeAll } from 'vitest';

/** Called once at the top of a file. What it returns gives what was started, from the file's first test on. */
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
    if (!shared) throw new Error('What the tests share is there from the first test on, not before');
    return shared.started;
  };
}
