import type { RowFormat, TableQuery } from '@headwater/shared/contract';
import type { Spill } from '../query-process/locked-connection.ts';
import type { QueryEngineOptions, QueryFault, QueryFile } from '../query-process/messages.ts';
import type { PageColumn } from '../warehouse/rows-statement.ts';

/** Which rows and columns of a version are written, in which order and format. */
export interface ExportRequest {
  file: QueryFile;
  /** All columns of the version. */
  columns: readonly PageColumn[];
  /** Those that are written, in their order. */
  shown: readonly PageColumn[];
  /** Null for all rows in the table's own order. */
  query: TableQuery | null;
  format: RowFormat;
}

export interface ToExportProcess {
  engine: QueryEngineOptions;
  /** For rows that are sorted. */
  spill: Spill;
  request: ExportRequest;
}

/** `started`: the statement runs, and what it has to say is in the output from here on. */
export type FromExportProcess = { type: 'started' } | { type: 'failed'; fault: QueryFault; message: string };
