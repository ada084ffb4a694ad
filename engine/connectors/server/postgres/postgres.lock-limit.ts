/** How long to wait for a table's lock. A longer wait would block other sessions that queue behind it. */
export const LOCK_SECONDS = 5;
