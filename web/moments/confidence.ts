// How sure a proposal has to be. Apart from the search, so that a page can read it without loading the search.

/** From here on a swing, or one of its positions, is proposed as "quite sure"; below, as "please check". */
export const SURE = 0.7;
/** What is less sure than this to be a swing is not proposed at all. */
export const LEAST_CONFIDENCE = 0.5;
