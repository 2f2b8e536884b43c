// The version of each rendering. Keys of stored results contain it.

/**
 * Raise a number when the same input is rendered differently: stored results are then no longer reused, on the server and
 * in the browser.
 */
export const RENDERING = { merge: 11, drawings: 2, preview: 1 } as const;
