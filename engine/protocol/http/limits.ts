/** The largest response, after it has been decompressed. A page of records is parsed as a whole. */
export const RESPONSE_BYTES = 32 * 1024 ** 2;
export const CONNECT_MS = 10_000;
/** How long one request may take in all. */
export const REQUEST_MS = 10 * 60_000;
export const MOST_REDIRECTS = 5;
/** The most pages of one slice of a stream. */
export const MOST_PAGES = 100_000;
/** The longest that a server may ask to wait. */
export const LONGEST_WAIT_MS = 60 * 60_000;
