/** The most versions of a table that a connection can keep, and the most days for which it can keep them. */
export const VERSIONS_KEPT_MAX = 50;
export const VERSION_DAYS_MAX = 90;
