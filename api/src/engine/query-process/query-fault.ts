/** The query exceeded its time limit. */
export class QueryTimeout extends Error {
  override readonly name = 'QueryTimeout';
}

/** The requested version has been deleted. */
export class VersionGone extends Error {
  override readonly name = 'VersionGone';
}

/** The process died while running the statement. Statements only read, so another process can try again. */
export class QueryProcessLost extends Error {
  override readonly name = 'QueryProcessLost';
}
