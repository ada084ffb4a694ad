import type {
  CatalogStream,
  CheckStep,
  CheckStepName,
  Column,
  ConnectorAttributes,
  Failure,
} from '@headwater/shared/contract';
import type { Egress } from '../../platform/egress/index.ts';
import type { RejectionReason } from './rejection.ts';

/**
 * What a connector is, in the Airbyte protocol's words (spec, check, discover, read; catalog, stream, configured
 * catalog, records, stream status). It runs in a process of its own, never in the API's.
 * The one departure: records do not pass as objects but as delimited files that the warehouse loads (decision 24).
 */
export interface Connector {
  readonly name: string;
  spec(): ConnectorSpecification;
  /**
   * Whether secrets that were stored with one configuration may go on being used with another: nobody else receives
   * them, and they travel no less protected. `after` has not been validated.
   */
  keepsSecrets(before: Configuration, after: Configuration): boolean;
  /** Reports each step when it starts and when it ends; ends after the first that fails. */
  check(configuration: Configuration, context: ConnectorContext): AsyncIterable<CheckStep>;
  discover(configuration: Configuration, context: ConnectorContext): Promise<DiscoveredStream[]>;
  /** Reads the streams one after another, consistent with each other where the source offers that. */
  read(
    configuration: Configuration,
    catalog: ConfiguredCatalog,
    context: ConnectorContext,
  ): AsyncIterable<ReadMessage>;
}

/** Whole, secrets in place. Valid by the connector's own schema before it gets here. */
export type Configuration = Record<string, unknown>;

export interface ConnectorSpecification extends ConnectorAttributes {
  /** The steps that `check` reports, in order. */
  checkSteps: readonly CheckStepName[];
}

/** What a connector may use of the world around it. */
export interface ConnectorContext {
  egress: Egress;
  /** Files of the configuration's uploads, by upload id. */
  uploads: ReadonlyMap<string, UploadedFile>;
  /** Private to this process; removed with it. */
  temporaryFolder: string;
  signal: AbortSignal;
  /** How long a source may stay silent while it is read. */
  idleTimeout: number;
}

export interface UploadedFile {
  path: string;
  fileName: string;
}

/** A stream as the source has it. `source` is the connector's own note to itself, handed back at read. */
export interface DiscoveredStream extends Omit<CatalogStream, 'selected' | 'tableName' | 'columnCount'> {
  source: Record<string, unknown>;
  /** The table's name if nothing else in the connection has it. */
  suggestedTableName: string;
  columns: StreamColumn[];
}

export interface StreamColumn extends Column {
  /** How a value of this column stands in a records file. */
  encoding: Encoding;
}

/**
 * value: as the type's own text · json: JSON text · hex: `\x…` · json_list: a JSON array of scalars ·
 * empty_is_null: as text, where a quoted nothing means NULL as well ·
 * widest_decimal: a number of any size; the warehouse settles on DECIMAL(p,s) when it has seen them all.
 */
export type Encoding = 'value' | 'json' | 'hex' | 'json_list' | 'empty_is_null' | 'widest_decimal';

export interface ConfiguredStream extends Omit<DiscoveredStream, 'findings'> {
  tableName: string;
}
export type ConfiguredCatalog = readonly ConfiguredStream[];

export type ReadMessage =
  | {
      type: 'STREAM_STATUS';
      tableName: string;
      status: 'STARTED';
      columns: StreamColumn[];
      /** What the source has beside them: columns that came after the last discovery. */
      newColumns?: string[];
    }
  | { type: 'STREAM_STATUS'; tableName: string; status: 'COMPLETE'; rowsRead: number }
  | { type: 'STREAM_STATUS'; tableName: string; status: 'INCOMPLETE'; failure: Failure }
  | { type: 'RECORDS'; tableName: string; file: RecordsFile }
  | { type: 'REJECTED'; tableName: string; rows: Rejection[]; count: number }
  | { type: 'PROGRESS'; tableName: string; rowsRead: number };

/** RFC 4180 text in UTF-8: `"` quotes, an unquoted nothing is NULL. */
export interface RecordsFile {
  path: string;
  delimiter: string;
  newline: Newline;
  /** Lines to pass over at the top. */
  skip: number;
  /** What is known of its rows; the warehouse must load as many. Null where only the stream's sum is known. */
  rows: number | null;
  /** Ours to delete once it is loaded. */
  temporary: boolean;
}

export type Newline = '\n' | '\r\n' | '\r';

export interface Rejection extends RejectionReason {
  line: number | null;
  column: string | null;
  raw: string;
}
