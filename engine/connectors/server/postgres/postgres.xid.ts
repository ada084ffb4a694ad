/** Rows have the last 32 bits of the numbers. */
const LOW_BITS = 2n ** 32n - 1n;

/** The first number of an ordinary transaction. Those before it are older than all others, and never given out. */
const FIRST_XID = 3n;

/**
 * The server compares numbers that are at most 2^31 apart. Some transactions may have numbers beyond a snapshot's, so
 * this is less.
 */
const MOST_APART = 2_000_000_000n;

/** Whether so many transactions have run that old numbers can't be told from new ones. */
export const isAfterWrap = (since: bigint, next: bigint): boolean => next - since >= MOST_APART;

/**
 * SQL for whether a row was written by this transaction or one that began later. Numbers are compared as ages, because
 * they wrap around. A frozen row keeps its number however old it is: if that is ambiguous, its age can be negative,
 * which no row has that was written since.
 */
export const isSince = (xid: bigint): string =>
  `(pg_catalog.age(xmin) between 0 and pg_catalog.age('${shortXid(xid)}'::pg_catalog.xid))`;

function shortXid(xid: bigint): bigint {
  const low = xid & LOW_BITS;
  return low < FIRST_XID ? FIRST_XID : low;
}
