import type { PageColumn } from '../warehouse/rows-statement.ts';

/** The only folder that the process may read, and what it may use. */
export interface QueryEngineOptions {
  root: string;
  memoryLimit: string;
  threads: number;
}

/** What is asked of a query process. Statements are made there, of these parts: no SQL crosses. */
export interface RowsRequest {
  kind: 'rows';
  /** Absolute path of the version file. */
  path: string;
  columns: readonly PageColumn[];
  offset: number;
  limit: number;
}

export interface RowsAnswer {
  /**
   * The page as JSON, ready to be sent: `"rows":[…],"cut":[…]`. Rows are arrays of texts and nulls; each cell that was
   * cut is a [row, column].
   */
  json: Uint8Array;
}

/** Why there is no answer: the file is gone, the statement was interrupted, the engine is broken, or its own words. */
export type QueryFault = 'gone' | 'interrupted' | 'fatal' | 'failed';

export type ToQueryProcess =
  | { type: 'open'; options: QueryEngineOptions }
  | { type: 'rows'; id: number; request: RowsRequest }
  | { type: 'interrupt' }
  /** Lets go of the file, or of all in the folder: whoever deleted it wants its space back. */
  | { type: 'release'; path: string };

export type FromQueryProcess =
  | { type: 'ready' }
  | { type: 'answer'; id: number; answer: RowsAnswer }
  | { type: 'error'; id: number; fault: QueryFault; message: string };
