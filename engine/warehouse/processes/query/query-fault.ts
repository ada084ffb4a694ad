import type { QueryFault } from './messages.ts';

/** The query exceeded its time limit. */
export class QueryTimeout extends Error {
  override readonly name = 'QueryTimeout';
}

/** The query needs more memory than its process may use. */
export class QueryTooLarge extends Error {
  override readonly name = 'QueryTooLarge';
}

/** The query computes a number that is too large for any type. */
export class QueryOverflow extends Error {
  override readonly name = 'QueryOverflow';
}

/** The query adds up or compares amounts of several currencies. */
export class CurrenciesMixed extends Error {
  override readonly name = 'CurrenciesMixed';
}

/** The version's file isn't there. */
export class VersionGone extends Error {
  override readonly name = 'VersionGone';
}

/** The version's file isn't as it was written. */
export class VersionAltered extends Error {
  override readonly name = 'VersionAltered';
}

/** The process died while running the statement. Statements only read, so another process can try again. */
export class QueryProcessLost extends Error {
  override readonly name = 'QueryProcessLost';
}

/** Returns the error that says why a process has no result. */
export function faultError(fault: QueryFault, message: string): Error {
  switch (fault) {
    case 'gone':
      return new VersionGone(message);
    case 'altered':
      return new VersionAltered(message);
    case 'memory':
      return new QueryTooLarge(message);
    case 'overflow':
      return new QueryOverflow(message);
    case 'currencies':
      return new CurrenciesMixed(message);
    case 'fatal':
      return new QueryProcessLost(message);
    default:
      return new Error(message);
  }
}
