/** The most bytes that one record may have, whatever its source; a longer one is a rejected row. */
export const RECORD_LIMIT = 20 * 1024 ** 2;
