// What became of keeping something in the browser.

/** `no-room` where the browser's storage is full, `refused` where it keeps nothing at all. */
export type KeepOutcome = 'kept' | 'no-room' | 'refused';

/**
 * What browsers call it: beyond the site's quota, and on a full disk `DataError` (Chromium: "Failed to write blobs") or `UnknownError`.
 * Our keys and values are always valid, so that nothing else has these names.
 */
const NO_ROOM: readonly string[] = ['QuotaExceededError', 'DataError', 'UnknownError'];

/** Whether the browser had no room for what was to be kept. */
export function isNoRoom(error: unknown): boolean {
  return (error instanceof Error || error instanceof DOMException) && NO_ROOM.includes(error.name);
}
