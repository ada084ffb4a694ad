/** How long texts about tables and columns can be. */
export const TABLE_DESCRIPTION_MAX = 2_000;
export const COLUMN_DESCRIPTION_MAX = 500;
export const TABLE_TAGS_MAX = 20;
export const TAG_MAX = 40;
