// What a test file knows of the servers that global-setup.ts starts.
import { inject } from 'vitest';

/** The address of a shared server. The first call starts it. */
export async function sharedStore(name: 'postgres' | 's3'): Promise<string> {
  const answer = await fetch(new URL(name, inject('sharedStores')));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
