/** The most columns in which rows are alike. */
export const DUPLICATE_COLUMNS_MAX = 10;

/** Texts are at least so similar, or there would be more chance than sense in it. */
export const SIMILARITY_MIN = 0.7;
