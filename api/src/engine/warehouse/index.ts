/**
 * The tables' contents: immutable DuckDB files, written by sync processes (stage-engine.ts) and read by query
 * processes. These exports never load the engine itself, which must stay out of the API's process.
 */
export { Exports } from '../export-process/exports.ts';
export type { ExportRequest } from '../export-process/messages.ts';
export type { ScannedColumn } from '../query-process/personal/scan-column.ts';
export { QueryPool, type QueryPoolOptions } from '../query-process/query-pool.ts';
export {
  CurrenciesMixed,
  QueryOverflow,
  QueryProcessLost,
  QueryTimeout,
  QueryTooLarge,
  VersionAltered,
  VersionGone,
} from '../query-process/query-fault.ts';
export { rowsOfPage } from '../query-process/page-of-rows.ts';
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
} from '../query-process/messages.ts';
export { alphabetically, isAlphabetic } from '../query/alphabetical.ts';
export { askedRange, momentIn, periodDay } from '../query/asked-range.ts';
export type { EarlierPeriods } from '../query/earlier-periods.ts';
export { fieldSql, itemsSql } from '../query/flattened.ts';
export { filterSql } from '../query/filter-sql.ts';
export { joinOperands } from '../query/join-operands.ts';
export { identifier } from './sql.ts';
export { OFFERED_FUNCTIONS } from '../sandbox/allowed-functions.ts';
export { StatementRefused } from '../sandbox/gate.ts';
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
} from '../sandbox/messages.ts';
export type { PlanStep } from '../sandbox/plan.ts';
export { Sandboxes, type SandboxedStatement } from '../sandbox/sandbox.ts';
export { TableWriter } from '../table-process/table-writer.ts';
export { ADDED, ADDED_COLUMNS } from './added-columns.ts';
export { sha256Of } from './file-hash.ts';
export { isNumberLimit } from './number-limit.ts';
export { CELL_LIMIT, type PageColumn } from './rows-statement.ts';
export { LocalVersionStore, type ReadKey, type VersionKey, type VersionStore } from './version-store.ts';
