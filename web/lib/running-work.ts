// Marks work that runs in a page, so that other tabs do not take what it stores for something a closed page has left behind.
import { withResolvers } from './with-resolvers.ts';

/** Marks work as running, until the returned function is called or the page ends. */
export function markRunning(name: string): () => void {
  const { promise, resolve } = withResolvers<void>();
  void navigator.locks?.request(name, () => promise).catch(() => undefined);
  return resolve;
}

/** The work that runs in any tab whose name begins with a prefix, without the prefix. */
export async function runningWork(prefix: string): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query().catch(() => null)) ?? {};
  return new Set(held.flatMap(({ name = '' }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])));
}
