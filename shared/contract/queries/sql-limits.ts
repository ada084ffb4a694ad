/** The longest statement, in bytes of UTF-8. */
export const SQL_BYTES_MAX = 64 * 1024;
export const SQL_ROWS_DEFAULT = 1_000;
export const SQL_ROWS_MAX = 100_000;
/** After this time, a statement is stopped. */
export const SQL_SECONDS_MAX = 60;
/** Anyone can get into the demo. */
export const SQL_DEMO_SECONDS_MAX = 5;

/** The most views of a workspace, and the most rows of one. */
export const SQL_VIEWS_MAX = 200;
export const SQL_VIEW_ROWS_MAX = 10_000_000;
export const SQL_VIEW_NAME_MAX = 60;
/** The most queries that a workspace can save. */
export const SAVED_QUERIES_MAX = 1_000;
export const QUERY_NAME_MAX = 100;
export const QUERY_DESCRIPTION_MAX = 1_000;
/** So many of the last runs are kept for each person, and none for longer than this. */
export const SQL_HISTORY_MAX = 500;
export const SQL_HISTORY_DAYS = 90;
