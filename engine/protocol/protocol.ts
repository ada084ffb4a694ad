import type {
  CatalogStream,
  CheckStep,
  CheckStepName,
  Column,
  ConnectorAttributes,
  DestinationSyncMode,
  Failure,
  FormFault,
  Masks,
  NullCursorRule,
  RequestTest,
  RowFilter,
  SheetLayout,
  SyncMode,
  SystemCursor,
} from '@headwater/shared/contract';
import type { Egress } from '@headwater/base/egress';
import type { Requester } from '@headwater/base/queue/fair-queue';
import type { Bridge } from './bridge-declaration.ts';
import type { LogEntry } from './log-entry.ts';
import type { RejectionReason } from './rejection.ts';
import type { SourceComments } from './source-comments.ts';

/**
 * A connector, in the terms of the Airbyte protocol (spec, check, discover, read; catalog, stream, configured
 * catalog, records, stream status). It runs in a separate process, never in the API's. The one difference: records
 * are passed as delimited files or in columns, not as objects.
 */
export interface Connector {
  readonly name: string;
  spec(): ConnectorSpecification;
  /**
   * Examines a configuration whose schema depends on a text in it. It's called in the API's process, so whatever takes
   * long or much memory happens elsewhere, in turn with what others have asked for. Of another connector, the fixed
   * schema is all that counts.
   */
  examine?(given: Configuration, requester: Requester): Promise<ExaminedConfiguration>;
  /**
   * Returns whether secrets stored with one configuration may be used with another: they must go to the same
   * recipient, with at least the same protection. `after` may be invalid, and is what `examined` is about.
   */
  keepsSecrets(before: Configuration, after: Configuration, examined: ExaminedConfiguration): boolean;
  /** Reports each step when it starts and when it ends. Stops after the first step that fails. */
  check(configuration: Configuration, context: ConnectorContext): AsyncIterable<CheckStep>;
  discover(configuration: Configuration, context: ConnectorContext): Promise<DiscoveredStream[]>;
  /**
   * Reads the streams one after another, consistent with each other if the source supports that. A stream with a state
   * is read from there on, and any other one as a whole. If a read was interrupted, the stream's state is that of its
   * last checkpoint: the connector continues from there, or reads again what it would have read without it.
   */
  read(
    configuration: Configuration,
    catalog: ConfiguredCatalog,
    states: StreamStates,
    context: ConnectorContext,
  ): AsyncIterable<ReadMessage>;
  /**
   * Reads the first rows of a stream, whatever was read before, as fast as possible. `rows` are enough: if the source
   * filters rows, so many of those that are wanted, and otherwise of all. The caller stops once it has them.
   */
  preview(
    configuration: Configuration,
    stream: ConfiguredStream,
    rows: number,
    context: ConnectorContext,
  ): AsyncIterable<ReadMessage>;
  /** Reads the first pages of a stream and shows what was sent, received, and made of it, for a source of requests. */
  testRequests?(
    configuration: Configuration,
    stream: string,
    context: ConnectorContext,
  ): Promise<RequestTest>;
}

/** A complete configuration including secrets, already validated against the connector's schema. */
export type Configuration = Record<string, unknown>;

/** What there is to know of a configuration before it is used. */
export interface ExaminedConfiguration {
  /** The schema of this very configuration. */
  schema: ConnectorSpecification['connectionSpecification'];
  secretFields: string[];
  /** The first 100 errors against the schema. A stored secret that stays counts as given. */
  faults: ConfigurationFault[];
  /** Null if no text decides anything. */
  text: DescribedText | null;
}

export interface ConfigurationFault {
  /** JSON pointer within the configuration, such as `/host`. */
  pointer: string;
  fault: string;
}

/** What a text in a configuration describes. */
export interface DescribedText {
  faults: FormFault[];
  streams: string[];
  /** What it connects to, for people to read. */
  address: string;
  /** The fields that can decide where a request goes. `any` if that can't be told. */
  leadingFields: string[] | 'any';
}

export interface ConnectorSpecification extends ConnectorAttributes {
  /** The steps that `check` reports, in order. */
  checkSteps: readonly CheckStepName[];
  supportedSyncModes: readonly SyncMode[];
  /** Whether the source itself applies row filters and caps. Otherwise, the warehouse does. */
  filtersRows: boolean;
  /**
   * Whether a read of a whole table is given the state of the version that it would replace, and may find that nothing
   * has changed since.
   */
  noticesUnchanged?: boolean;
}

/** What a connector can use of its environment. */
export interface ConnectorContext {
  egress: Egress;
  /** The uploaded files of the configuration, by upload ID. */
  uploads: ReadonlyMap<string, UploadedFile>;
  /** Private to this process, and removed when the process ends. */
  temporaryFolder: string;
  signal: AbortSignal;
  /** How long a source may be silent while it is read, in milliseconds. */
  idleTimeout: number;
  installation: InstallationSettings;
  /** What a job does only once, though it reads table by table, and a folder that stays until it ends. */
  kept?: { folder: string; found: Map<string, Promise<unknown>> };
}

/** What the operator has set about sources, for connectors that need it. */
export interface InstallationSettings {
  /** Stands in for all of Google's own addresses. Null for those. */
  googleSheetsUrl: string | null;
  /** What the operator has registered as this connector, if it isn't one of the product. */
  bridge: Bridge | null;
}

export const NOTHING_SET: InstallationSettings = { googleSheetsUrl: null, bridge: null };

export interface UploadedFile {
  path: string;
  fileName: string;
  /** How large it was when it was uploaded. */
  bytes: number;
  /** The hash of what was uploaded. */
  sha256: string;
  /** The encoding that the server it is from names, by its name in the WHATWG Encoding Standard. */
  charset?: string | undefined;
}

/** A stream as it is in the source. `source` holds the connector's own data, which `read` gets back. */
export interface DiscoveredStream extends Omit<
  CatalogStream,
  | 'selected'
  | 'tableName'
  | 'columnCount'
  | 'syncMode'
  | 'destinationSyncMode'
  | 'cursorColumn'
  | 'droppedColumns'
  | 'suggestedCursor'
  | 'change'
  | 'isLoaded'
  | 'comment'
> {
  source: Record<string, unknown>;
  /** Where in its sheet it is, for previews. It isn't stored. */
  layout?: SheetLayout;
  /** The table's name, unless another stream of the connection has it. */
  suggestedTableName: string;
  columns: StreamColumn[];
  /** By what the source finds new and changed rows, besides columns. */
  systemCursor?: SystemCursor | null;
  /** Missing if its source has none. They aren't part of its columns, so that no change of them is one of the table. */
  comments?: SourceComments;
}

export interface StreamColumn extends Column {
  /** How a value of this column is written in a records file. */
  encoding: Encoding;
  /** Only of a version's columns: the read that made the version didn't have it anymore. */
  isLost?: true;
  /** What the source ignores when it compares texts of this column, which matters if it's part of a key. */
  keyIgnores?: readonly KeyIgnores[];
  /** How texts are written, where versions from before that was so may have others for the same values. */
  spelling?: 'bare_addresses';
}

/** accents: of Latin letters · padding: spaces at the end · zeros: those that don't change a number. */
export type KeyIgnores = 'case' | 'accents' | 'padding' | 'zeros';

/**
 * value: the type's own text · json: JSON text · hex: `\x…` · json_list: a JSON array of scalars ·
 * empty_is_null: the type's own text, with a quoted empty field meaning NULL as well ·
 * widest_decimal: a number of any size, for which the warehouse chooses DECIMAL(p,s) when it has seen all values.
 */
export type Encoding = 'value' | 'json' | 'hex' | 'json_list' | 'empty_is_null' | 'widest_decimal';

/** A stream with what people chose for it. `primaryKey` is the chosen one. Columns are named as in the stream. */
export interface ConfiguredStream extends Omit<DiscoveredStream, 'findings'>, ReadSettings {
  tableName: string;
}
export type ConfiguredCatalog = readonly ConfiguredStream[];

export interface ReadSettings {
  syncMode: SyncMode;
  destinationSyncMode: DestinationSyncMode;
  /** A column, or the stream's system cursor. */
  cursorColumn: string | null;
  nullCursor: NullCursorRule;
  /**
   * How far before the last cursor value a read begins, because rows can arrive late: in seconds, or units of a number.
   * Null for the default of the cursor's type.
   */
  overlap: number | null;
  rowFilter: RowFilter;
  /** The first cursor value of interest, as the type's own text. */
  startFrom: string | null;
  /** The most rows of a read of the whole stream, those with the latest cursor values if there is a cursor. */
  rowCap: number | null;
  masks: Masks;
}

/** What determines which rows a table has, and how they look. If it changes, the table is loaded from scratch. */
export type LoadedWith = Omit<ReadSettings, 'overlap'> & { primaryKey: readonly string[] };

export const FULL_REFRESH_OVERWRITE: ReadSettings = {
  syncMode: 'full_refresh',
  destinationSyncMode: 'overwrite',
  cursorColumn: null,
  nullCursor: 'load',
  overlap: null,
  rowFilter: [],
  startFrom: null,
  rowCap: null,
  masks: {},
};

/** How far a stream has been read. Its content is the connector's own business. */
export type StreamState = Record<string, unknown>;

/** By table name. */
export type StreamStates = ReadonlyMap<string, StreamState>;

export type ReadMessage =
  | {
      type: 'STREAM_STATUS';
      tableName: string;
      status: 'STARTED';
      columns: StreamColumn[];
      /** Columns that the source has in addition: they were added after the last discovery. */
      newColumns?: string[];
      /** The source guarantees that no two rows have the same key. */
      isKeyUnique?: boolean;
      /** All rows are read, even if there is a state: they replace those that the table has, unless it keeps old rows. */
      isWhole?: boolean;
      /** For a preview: the column by whose values the latest rows come first. */
      newestBy?: string;
      /** Checkpoints may follow. The read begins at the start, or continues where the state's checkpoint was sent. */
      checkpoints?: 'begin' | 'continue';
    }
  /** The source wants no requests before `retryAt` (ISO 8601). RUNNING follows. */
  | { type: 'STREAM_STATUS'; tableName: string; status: 'RATE_LIMITED'; retryAt: string }
  | { type: 'STREAM_STATUS'; tableName: string; status: 'RUNNING' }
  /** `rowsRead` and the lines of rejected rows count from where this read began. */
  | { type: 'STREAM_STATUS'; tableName: string; status: 'COMPLETE'; rowsRead: number }
  /** The stream is as it was at its state, so the version stays. Instead of STARTED and COMPLETE. */
  | { type: 'STREAM_STATUS'; tableName: string; status: 'UNCHANGED'; state: StreamState }
  | { type: 'STREAM_STATUS'; tableName: string; status: 'INCOMPLETE'; failure: Failure }
  | { type: 'RECORDS'; tableName: string; file: RecordsFile }
  | { type: 'RECORDS'; tableName: string; batch: RecordsBatch }
  | { type: 'REJECTED'; tableName: string; rows: Rejection[]; count: number }
  | { type: 'PROGRESS'; tableName: string; rowsRead: number }
  /** The state after the records so far. It's committed together with them. */
  | { type: 'STATE'; tableName: string; state: StreamState }
  /**
   * Everything before this was sent, and an interrupted read can go on from here, by this state. Rows that change in
   * between are read by the next read at the latest, because the state after all rows is that of the first one's start.
   */
  | { type: 'CHECKPOINT'; tableName: string; state: StreamState }
  /** A line for the run's log, shown in the user's language by its code. It must not contain secrets. */
  | ({ type: 'LOG' } & LogEntry);

/** A file that the engine reads by itself. */
export type RecordsFile = DelimitedFile | ParquetFile;

/** A Parquet file of which the engine reads these values, one for each of the stream's columns. */
export interface ParquetFile {
  path: string;
  /** SQL of the engine over the file's columns, and over those beside them. */
  values: readonly string[];
  /** Further columns of text, in the same order of rows: delimited by commas, after a field that isn't a column. */
  beside?: { path: string; columns: readonly string[] };
  rows: number | null;
  temporary: boolean;
}

/** RFC 4180 text in UTF-8, quoted with `"`. An unquoted empty field is NULL. */
export interface DelimitedFile {
  path: string;
  delimiter: string;
  newline: Newline;
  /** Lines to skip at the top. */
  skip: number;
  /** The number of rows that the warehouse must load. Null if only the stream's total is known. */
  rows: number | null;
  /** The file is deleted after it has been loaded. */
  temporary: boolean;
}

/** The most rows of a batch. */
export const BATCH_ROWS = 2048;

/**
 * Rows that the connector has already parsed, with one entry for each of the stream's columns. The connector may use
 * the buffers again as soon as the next message is requested.
 */
export interface RecordsBatch {
  rows: number;
  columns: readonly BatchColumn[];
}

interface BatchValues {
  data: Uint8Array;
  /** A bit for each row, from the lowest of the first byte on: 0 means NULL. Null if no value is NULL. */
  valid: Uint8Array | null;
}

/**
 * fixed: each value takes `width` bytes, little-endian. Numbers are stored as usual; a DECIMAL as a whole number of its
 * smallest step, in 2, 4, 8, or 16 bytes for up to 4, 9, 18, or 38 digits; a BOOLEAN as 0 or 1; a DATE as days and a
 * TIMESTAMP as microseconds since 1970, with the greatest number and its negative as the infinities; a TIME as
 * microseconds; a UUID as a number of 16 bytes.
 * text: UTF-8, written as the column's encoding says. `ends` says where each value ends in `data`.
 * bytes: the same for the values of a BLOB as they are.
 */
export type BatchColumn =
  | ({ layout: 'fixed'; width: 1 | 2 | 4 | 8 | 16 } & BatchValues)
  | ({ layout: 'text' | 'bytes'; ends: Uint32Array } & BatchValues);

export type Newline = '\n' | '\r\n' | '\r';

export interface Rejection extends RejectionReason {
  line: number | null;
  column: string | null;
  raw: string;
}
