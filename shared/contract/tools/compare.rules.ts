/** The most columns that tell which rows belong together. */
export const COMPARED_KEY_MAX = 16;

/** The most columns that are compared. */
export const COMPARED_COLUMNS_MAX = 500;
