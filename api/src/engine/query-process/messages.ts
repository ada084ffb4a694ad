import type { PageColumn } from '../warehouse/rows-statement.ts';

/** The only folder that the process can read, and the resources it can use. */
export interface QueryEngineOptions {
  root: string;
  memoryLimit: string;
  threads: number;
}

export interface QueryFile {
  /** Absolute path of the version file. */
  path: string;
  /** Its size when it was written. */
  bytes: number;
}

/** A request to a query process, which builds its statements from these parts. No SQL is sent. */
export interface RowsRequest {
  kind: 'rows';
  file: QueryFile;
  columns: readonly PageColumn[];
  place: Place;
  limit: number;
}

/**
 * Where a page is: after a row's ID, or before one, in ascending order all the same. Null stands for the start and the
 * end. IDs grow, and have gaps where rows were replaced.
 */
export type Place = { after: number | null } | { before: number | null };

export interface RowsResult {
  /**
   * The page as JSON, ready to be sent: `"rows":[…],"cut":[…]`. Rows are arrays of strings and nulls. `cut` lists the
   * truncated cells as [row, column].
   */
  json: Uint8Array;
  rows: number;
  /** The IDs of the first and the last row. Null if there is none. */
  ends: { first: number; last: number } | null;
}

/** Why there is no result: the file is gone or altered, or the statement was interrupted, broke the engine, or failed. */
export type QueryFault = 'gone' | 'altered' | 'interrupted' | 'fatal' | 'failed';

export type ToQueryProcess =
  | { type: 'open'; options: QueryEngineOptions }
  | { type: 'rows'; id: number; request: RowsRequest }
  | { type: 'interrupt' }
  /** Releases a deleted file, or all files in a deleted folder, so that their disk space is freed. */
  | { type: 'release'; path: string };

export type FromQueryProcess =
  | { type: 'ready' }
  | { type: 'result'; id: number; result: RowsResult }
  | { type: 'error'; id: number; fault: QueryFault; message: string };
