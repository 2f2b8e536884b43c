// Texts in sessionStorage, with a copy in memory for writes that it refuses: a read always returns the last write.

/** The newest values that sessionStorage refused. Null for a value to remove. */
const refused = new Map<string, string | null>();

/** The text last written under a key, or null. Never throws. */
export function readText(key: string): string | null {
  if (refused.has(key)) return refused.get(key) ?? null;
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Drawings can take megabytes. They are moved to memory to make room for marks, which a reload needs most. */
const LARGEST = 'drawings';

/**
 * Writes a value so that the next read returns it. When the storage is full, removes the older value, because older
 * marks would be wrong.
 */
export function writeText(key: string, text: string | null): void {
  refused.delete(key);
  if (store(key, text)) return;
  store(key, null);
  if (store(key, text)) return;
  if (key !== LARGEST && text !== null) {
    refused.set(LARGEST, readText(LARGEST));
    store(LARGEST, null);
    if (store(key, text)) return;
  }
  refused.set(key, text);
}

/** False when sessionStorage fails because it is full or disabled. */
function store(key: string, text: string | null): boolean {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
