import type { Failure, Finding, SheetLayout } from '@headwater/shared/contract';
import type {
  ConfiguredStream,
  ConnectorContext,
  ReadMessage,
  Rejection,
  StreamColumn,
  UploadedFile,
} from '@headwater/protocol/protocol';
import type { SourceComments } from '@headwater/protocol/source-comments';
import type { DialectChoices } from './csv/csv.dialect.ts';
import type { ColumnFacts } from './csv/csv.types.ts';
import type { InArchive, Packing } from './packed-bytes.ts';

/** A file whose kind is known. */
export interface KnownFile extends UploadedFile {
  packing: Packing | InArchive;
}

/** A table in a file. */
export interface FoundTable {
  /** What its file calls it, if there are several. */
  part: string | null;
  /** What its file calls it although it's the only one, for joining it with files that have several. */
  ownName?: string;
  /** What `read` needs to know. Stored with the stream, because an upload never changes. */
  source: Record<string, unknown>;
  columns: StreamColumn[];
  /** Of each column. Missing if a format says the types itself. */
  facts?: ColumnFacts[];
  /** Where in its sheet the table is, and why. */
  layout?: SheetLayout;
  /** Rows, including rejected ones. */
  rows: number;
  rejected: number;
  rejections: Rejection[];
  /** How the file is read, and what people should know about it. */
  findings: Finding[];
  /** What the file says about its table and columns, if its format can. */
  comments?: SourceComments;
  /** The table's name, if it isn't made of the file's. */
  suggestedName?: string;
  primaryKey?: string[];
  /** Why this table, unlike its neighbors, can't be read. */
  problem?: Failure;
}

/** What stands for the tables of a file that can't be read. */
export const unreadableTable = (problem: Failure): FoundTable => ({
  part: null,
  source: {},
  columns: [],
  rows: 0,
  rejected: 0,
  rejections: [],
  findings: [],
  problem,
});

/** Reads one kind of file. */
export interface FileFormat {
  readonly name: FormatName;
  /** Reads the whole file and returns its tables. Throws if it can't be read. */
  look(file: KnownFile, choices: DialectChoices, context: ConnectorContext): Promise<FoundTable[]>;
  /**
   * Passes on a table's records. Returns how many rows there were, including rejected ones. The stream's columns are
   * those that were found, or, if the file is one of several, types that hold the values of all of them.
   */
  read(
    file: KnownFile,
    stream: ConfiguredStream,
    choices: DialectChoices,
    context: ConnectorContext,
  ): AsyncGenerator<ReadMessage, number>;
}

export type FormatName = 'csv' | 'json' | 'jsonl' | 'parquet' | 'xlsx' | 'ods' | 'sqlite' | 'archive';
