// The version of each rendering. Keys of stored results contain it.

/** Raise a number when the same input is rendered differently: results stored by server or browser are then not reused. */
export const RENDERING = { merge: 8, drawings: 2, preview: 1 } as const;
