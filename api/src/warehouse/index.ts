/**
 * The tables' contents: immutable DuckDB files, filled by a sync process (stage-engine.ts) and read by query processes.
 * What this exports never loads the engine itself: that stays out of the API's process.
 */
export { QueryPool, QueryTimeout, type QueryPoolOptions } from './query-process/query-pool.ts';
export type { RowsAnswer, RowsRequest } from './query-process/messages.ts';
export { CELL_LIMIT, type PageColumn } from './rows-statement.ts';
export { LocalVersionStore, type VersionKey, type VersionStore } from './version-store.ts';
