import type { PageColumn } from '../rows-statement.ts';

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
  /** A JSON array of rows, each an array of texts and nulls, as the engine made it. */
  rows: string;
  /** [row, column] of each cell that was cut. */
  cut: [number, number][];
}

export type ToQueryProcess =
  | { type: 'open'; options: QueryEngineOptions }
  | { type: 'rows'; id: number; request: RowsRequest }
  | { type: 'interrupt' };

export type FromQueryProcess =
  | { type: 'ready' }
  | { type: 'answer'; id: number; answer: RowsAnswer }
  | { type: 'error'; id: number; message: string };
