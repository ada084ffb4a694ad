/** The most bytes that one record may have, whatever its source. A longer one is rejected. */
export const RECORD_LIMIT = 20 * 1024 ** 2;
