/**
 * The tables' contents: immutable DuckDB files, filled by a sync process (stage-engine.ts) and read by query processes.
 * What this exports never loads the engine itself: that stays out of the API's process.
 */
export { QueryPool, type QueryPoolOptions } from '../query-process/query-pool.ts';
export { QueryProcessLost, QueryTimeout, VersionGone } from '../query-process/query-fault.ts';
export { rowsOfPage } from '../query-process/page-of-rows.ts';
export type { RowsAnswer, RowsRequest } from '../query-process/messages.ts';
export { CELL_LIMIT, type PageColumn } from './rows-statement.ts';
export { LocalVersionStore, type VersionKey, type VersionStore } from './version-store.ts';
