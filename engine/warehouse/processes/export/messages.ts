import type { CsvTexts, RowFormat, TableQuery } from '@headwater/shared/contract';
import type { Spill } from '../query/locked-connection.ts';
import type { QueryEngineOptions, QueryFault, QueryFile } from '../query/messages.ts';
import type { PageColumn } from '../../sql/page-column.ts';

/** Which rows and columns of a version are written, in which order and format. */
export interface ExportRequest {
  file: QueryFile;
  /** All columns of the version. */
  columns: readonly PageColumn[];
  /** Those that are written, in their order. */
  shown: readonly PageColumn[];
  /** Null for all rows in the table's own order. */
  query: TableQuery | null;
  /** Whether texts are sorted alphabetically, instead of by code points. */
  isAlphabetical: boolean;
  format: RowFormat;
  /** In CSV. */
  texts: CsvTexts;
  /** The name of the table, for formats that have room for it. */
  tableName: string;
  /** How many rows there are, to tell how far it is. */
  rows: number;
}

export interface ToExportProcess {
  engine: QueryEngineOptions;
  /** For rows that are sorted, and for files that aren't written from their beginning to their end. */
  spill: Spill;
  request: ExportRequest;
}

/**
 * `progress`: which share of the work is done. `started`: the statement runs, and what it has to say is in the output
 * from here on.
 */
export type FromExportProcess =
  | { type: 'progress'; share: number }
  | { type: 'started' }
  | { type: 'failed'; fault: QueryFault; message: string };
