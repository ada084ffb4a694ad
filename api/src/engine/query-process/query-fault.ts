/** It took longer than it may. */
export class QueryTimeout extends Error {
  override readonly name = 'QueryTimeout';
}

/** The version that was asked for has been deleted. */
export class VersionGone extends Error {
  override readonly name = 'VersionGone';
}

/** The process died with the statement in it. Statements only read: another process may try. */
export class QueryProcessLost extends Error {
  override readonly name = 'QueryProcessLost';
}
