import type { Failure } from '@headwater/shared/contract';
import type { DelimitedFile, StreamColumn } from '@headwater/protocol/protocol';
import type { StagedTable } from '../../versions/stage.ts';

/** Rows of the product's own that become a version file. */
export interface TableToWrite {
  /** Where the file is written. A leftover is replaced. */
  path: string;
  /** The table's name in messages. */
  tableName: string;
  columns: readonly StreamColumn[];
  rows: DelimitedFile;
  /** For what doesn't fit into memory. */
  temporaryFolder: string;
}

export type FromTableProcess = { type: 'written'; table: StagedTable } | { type: 'failed'; failure: Failure };
