// What a search found in a file, kept on this device for a day with the file itself, so that a reload loses no proposal and
// searches for nothing again.
import { BrowserStore } from '#web/lib/browser-store.ts';
import type { FoundSwings } from './search-moments.ts';

interface FoundRow {
  readonly found: FoundSwings;
  readonly savedAtMs: number;
}

const KEPT_MS = 24 * 60 * 60 * 1000;

const rows = new BrowserStore<FoundRow>('swingmark-found', 'found');
const keyOf = ({ name, size, lastModified }: File) => `${size} ${lastModified} ${name}`;

/** Keeps what was found, and deletes what is older than a day. Never rejects: without it a reload searches again. */
export async function keepFound(file: File, found: FoundSwings): Promise<void> {
  const now = Date.now();
  try {
    for (const [key, { savedAtMs }] of await rows.entries()) if (now - savedAtMs > KEPT_MS) await rows.delete(key);
    await rows.set(keyOf(file), { found, savedAtMs: now });
  } catch {
    // The browser stores nothing.
  }
}

/** What was found in the file; null where nothing is kept. Never rejects. */
export async function recallFound(file: File): Promise<FoundSwings | null> {
  const row = await rows.get(keyOf(file)).catch(() => undefined);
  return row?.found ?? null;
}

/** Forgets what was found in a file whose proposals were dismissed. */
export async function forgetFound(file: File): Promise<void> {
  await rows.delete(keyOf(file)).catch(() => undefined);
}

/** Forgets everything. Rejects when the browser refuses. */
export async function clearFound(): Promise<void> {
  await rows.clear();
}
