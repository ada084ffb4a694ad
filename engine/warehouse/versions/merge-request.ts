import type { DestinationSyncMode, Masks, RowFilter } from '@headwater/shared/contract';
import type { Rejection, StreamColumn } from '@headwater/protocol/protocol';
import type { RowCounts } from './count-rows.ts';

/** Rows that were read, waiting in a file of their own to become part of a table. */
export interface Incoming {
  path: string;
  /** The columns as they are in the file. */
  columns: readonly StreamColumn[];
  /** The stream had rows that couldn't be loaded into the file. */
  hasRejections: boolean;
}

/** How a table is merged. A snapshot appends all rows with the time of the read. */
export type MergeMode = DestinationSyncMode | 'snapshot';

/** How incoming rows become part of a table. Columns are named as in the incoming file. */
export interface MergeRequest {
  tableName: string;
  mode: MergeMode;
  incoming: Incoming;
  /** The version to build on, which stays as it is. Null to begin with an empty table. */
  base: { path: string; sha256: string | null; columns: readonly StreamColumn[] } | null;
  /** Where the new version is written. */
  target: string;
  /** All rows of the stream were read, so what is missing is gone. */
  isWhole: boolean;
  key: readonly string[];
  /** No two incoming rows have the same key. */
  isKeyUnique: boolean;
  cursor: string | null;
  filter: RowFilter;
  rowCap: number | null;
  masks: Masks;
  maskKey: Buffer;
  /** When the read began: the time of a snapshot, and of changes in a history. */
  readAt: Date;
}

export interface Merged {
  loaded: number;
  /** Rows that were there already, or that another row with the same key replaces. */
  deduplicated: number;
  filtered: number;
  /** Rows without a key. */
  rejected: number;
  rejections: Rejection[];
  /** Rows of the version to build on whose texts were given the spelling that the source has now. */
  respelled: number;
  /** Null if the version to build on already has all of it. */
  file: (RowCounts & { bytes: number; sha256: string; columns: StreamColumn[] }) | null;
}
