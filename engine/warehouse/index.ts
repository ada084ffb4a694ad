/**
 * The tables' contents: immutable DuckDB files, written by sync processes (stage-engine.ts) and read by query
 * processes. These exports never load the engine itself, which must stay out of the API's process.
 */
export { Exports } from './processes/export/exports.ts';
export type { ExportRequest } from './processes/export/messages.ts';
export type { ScannedColumn } from './processes/query/pii-scanner/scan-column.ts';
export { QueryPool, type QueryPoolOptions } from './processes/query/query-pool.ts';
export {
  CurrenciesMixed,
  QueryOverflow,
  QueryProcessLost,
  QueryTimeout,
  QueryTooLarge,
  VersionAltered,
  VersionGone,
} from './processes/query/query-fault.ts';
export { rowsOfPage } from './processes/query/page-of-rows.ts';
export type {
  ComparedColumn,
  Computed,
  DiffRequest,
  DiffResult,
  DuplicatesRequest,
  DuplicatesResult,
  JoinMatchesRequest,
  Place,
  QueryFile,
  QueryRequest,
  QueryResult,
  RowsRequest,
  RowsResult,
} from './processes/query/messages.ts';
export { alphabetically, isAlphabetic } from './query/alphabetical.ts';
export { requestedRange, momentIn, periodDay } from './query/requested-range.ts';
export type { EarlierPeriods } from './query/earlier-periods.ts';
export { fieldSql, itemsSql } from './query/flattened.ts';
export { filterSql } from './query/filter-sql.ts';
export { joinOperands } from './query/join-operands.ts';
export { identifier } from './sql/sql.ts';
export { OFFERED_FUNCTIONS } from './processes/sandbox/allowed-functions.ts';
export { StatementRefused } from './processes/sandbox/gate.ts';
export type {
  CheckedStatement,
  ReachableTable,
  StatementFault,
  StatementPlan,
  StatementResult,
  TablePath,
  TableReference,
  WrittenColumn,
  WrittenFile,
} from './processes/sandbox/messages.ts';
export type { PlanStep } from './processes/sandbox/plan.ts';
export { Sandboxes, type SandboxedStatement } from './processes/sandbox/sandbox.ts';
export { TableWriter } from './processes/table/table-writer.ts';
export { ADDED, ADDED_COLUMNS } from './versions/added-columns.ts';
export { sha256Of } from './versions/file-hash.ts';
export { isNumberLimit } from './versions/number-limit.ts';
export { CELL_LIMIT } from './sql/rows-statement.ts';
export type { PageColumn } from './sql/page-column.ts';
export {
  LocalVersionStore,
  type ReadKey,
  type VersionKey,
  type VersionStore,
} from './versions/version-store.ts';
