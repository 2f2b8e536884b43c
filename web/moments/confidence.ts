// Confidence thresholds. Separate from the search, so that a page can import them without loading it.

/** From here on a swing, or one of its positions, is proposed as "quite sure"; below, as "please check". */
export const SURE = 0.7;
/** What is less sure than this to be a swing is not proposed at all. */
export const MIN_CONFIDENCE = 0.5;
