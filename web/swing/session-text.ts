// Texts in sessionStorage. What it refuses lasts as long as the page, and what is read is always what was written last.

/** The newest values that sessionStorage refused, kept for the life of the page. Null for a value to remove. */
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

/** Drawings can take megabytes. They are dropped for the marks, which a reload needs most. */
const LARGEST = 'drawings';

/**
 * Writes a value so that it is always read back. When the storage is full, its older value is removed: older marks
 * would be wrong.
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
