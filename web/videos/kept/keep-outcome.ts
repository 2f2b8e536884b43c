// The result of storing something in the browser.

/** `no-room`: the storage is full. `refused`: the browser stores nothing at all. */
export type KeepOutcome = 'kept' | 'no-room' | 'refused';

/**
 * The names browsers use: the quota error, and on a full disk `DataError` (Chromium: "Failed to write blobs") or
 * `UnknownError`. Our keys and values are always valid, so these names have no other cause.
 */
const NO_ROOM: readonly string[] = ['QuotaExceededError', 'DataError', 'UnknownError'];

/** Whether an error means that the storage is full. */
export function isNoRoom(error: unknown): boolean {
  return (error instanceof Error || error instanceof DOMException) && NO_ROOM.includes(error.name);
}
