/** The maximum size of an uploaded file, and of one that is read from the web. */
export const UPLOAD_MAX_BYTES = 2 * 1024 ** 3;

/** The maximum number of selected tables per connection. */
export const SELECTION_MAX = 1000;

/** About how many changes at a source someone decides at once, at most. */
export const DECISIONS_MAX = 1000;

/** The most versions of a table that a connection can keep, and the most days for which it can keep them. */
export const VERSIONS_KEPT_MAX = 50;
export const VERSION_DAYS_MAX = 90;
