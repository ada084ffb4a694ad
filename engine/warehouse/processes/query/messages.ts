import type {
  ColumnFacts,
  FlattenedField,
  FlattenResult,
  JoinKind,
  JoinMatch,
  JsonPath,
  JsonStructure,
  Query,
  QueryFilter,
  QueryResult as ComputedResult,
  TableQuery,
} from '@headwater/shared/contract';
import type { EarlierPeriods } from '../../query/earlier-periods.ts';
import type { PageColumn } from '../../sql/page-column.ts';
import type { ScannedColumn } from './pii-scanner/scan-column.ts';

/** The only folder that the process can read, and the resources it can use. */
export interface QueryEngineOptions {
  root: string;
  memoryLimit: string;
  threads: number;
  /**
   * The engine returns memory to the system once so much of it is free. By default, that is so much that a process can
   * take half as much again as its limit.
   */
  freeMemory?: string | undefined;
}

export interface QueryFile {
  /** Absolute path of the version file. */
  path: string;
  /** Its size when it was written. */
  bytes: number;
  /** The only rows that may be read. Without it, all of them. The filter has to fit the columns. */
  only?: { columns: readonly PageColumn[]; filter: QueryFilter };
}

/** A request for a page of rows. The query process builds its statements from these parts. No SQL is sent. */
export interface RowsRequest {
  kind: 'rows';
  file: QueryFile;
  /** All columns of the version. */
  columns: readonly PageColumn[];
  /** Those that are read, in their order. */
  shown: readonly PageColumn[];
  /** Null for all rows in the table's own order. */
  query: TableQuery | null;
  /** Whether texts are sorted alphabetically, instead of by code points. */
  isAlphabetical: boolean;
  place: Place;
  limit: number;
}

/** A request to count the rows that match a filter, which has to fit the columns. */
export interface CountRequest {
  kind: 'count';
  file: QueryFile;
  columns: readonly PageColumn[];
  filter: QueryFilter;
  /** Counts in so many rows that are picked at random, the same ones each time. Without it, in all of them. */
  sample?: number | undefined;
}

/** A request for the most frequent values of a column in the rows that match a filter. */
export interface ValuesRequest extends Omit<CountRequest, 'kind' | 'sample'> {
  kind: 'values';
  column: string;
  /** Whether those that are as frequent are sorted alphabetically, instead of by code points. */
  isAlphabetical: boolean;
  /** A part of the values, regardless of case. Empty for all. */
  search: string;
  limit: number;
}

/** A request for what a query computes, which has to fit the columns. */
export interface ResultRequest {
  kind: 'result';
  file: QueryFile;
  columns: readonly PageColumn[];
  query: Query;
  /** Whether texts are sorted alphabetically, instead of by code points. */
  isAlphabetical: boolean;
  /** How the query's periods are those of an earlier one. */
  earlier?: EarlierPeriods | undefined;
  /** SQL that names the table to people, for the statement that they see. */
  shownAs: string;
  /** When all rows up to then were read, as a time in ISO 8601. Undefined if periods without rows aren't known to have none. */
  knownUntil?: string | undefined;
  /** When the version was read, as a time in ISO 8601. Only for what is computed of what has happened since something. */
  readAt?: string | undefined;
}

/** What a query has computed of a version. */
export type Computed = Omit<ComputedResult, 'version'>;

/** Values as text, or null, with the number of their rows. */
export type ValuesResult = { value: string | null; rows: number }[];

/**
 * Where a page is: after a row, by its ID, or before one, in the same order either way. Null stands for the start and
 * the end. IDs grow, and have gaps where rows were replaced.
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
  /** Whether there are more rows in the direction in which the page was read. */
  hasMore: boolean;
}

/** A column that two versions have, with its type in each. */
export interface ComparedColumn {
  name: string;
  /** Its name in the later version, if it is another one there. */
  nameAfter?: string;
  before: string;
  after: string;
}

/** A request to compare two versions, of one table or of two. */
export interface DiffRequest {
  kind: 'diff';
  before: QueryFile;
  after: QueryFile;
  /** The columns that are compared. */
  columns: readonly ComparedColumn[];
  /** The columns of each version that examples show. */
  shown: { before: readonly PageColumn[]; after: readonly PageColumn[] };
  /** The compared columns that identify a row. Without them, rows are the same if all their values are. */
  key: readonly string[];
  /** The most rows of each kind to return. */
  examples: number;
  /** The most changed rows in which changes are counted by column. At least as many as `examples`. */
  changesCounted: number;
  /** How many rows of either version are compared one by one at a time, which is what takes memory. */
  rowsAtOnce: number;
  /** Compares about one of so many rows, the same ones in both versions. Without it, all of them. */
  oneOf?: number;
}

/** The values of a row, shortened, in the order of the columns that are shown. */
export type DiffExample = (string | null)[];

export interface DiffResult {
  /** How many rows of each version were compared. */
  rows: { before: number; after: number };
  added: number;
  removed: number;
  changed: number;
  /** The key that was used: none if it hardly tells rows apart. */
  key: string[];
  /** How many changed rows were looked at for `changes`: the last ones, up to a limit. */
  counted: number;
  /** In how many of them each compared column differs. */
  changes: number[];
  examples: {
    added: DiffExample[];
    removed: DiffExample[];
    /** `changed` has the positions of the compared columns that differ. */
    changed: { before: DiffExample; after: DiffExample; changed: number[] }[];
  };
}

/** Which differences between texts don't count. */
export interface TextRules {
  /** At their ends, and how many are in a row within. */
  ignoreSpaces: boolean;
  ignoreCase: boolean;
  ignoreAccents: boolean;
}

/** A request for rows that are alike in some columns. */
export interface DuplicatesRequest {
  kind: 'duplicates';
  file: QueryFile;
  columns: readonly PageColumn[];
  rules: TextRules;
  /** Finds texts that are only similar, too. Null for equal values. */
  similar: SimilarTexts | null;
  shown: readonly PageColumn[];
  /** The most groups to return, and rows of each. */
  groups: number;
  rowsOfGroup: number;
  /** How many rows are grouped at a time, which is what takes memory. */
  rowsAtOnce: number;
  /** Looks at about one of so many values, each with all its rows. Without it, at all. */
  oneOf?: number;
}

export interface SimilarTexts {
  /** The least Jaro-Winkler similarity, up to 1. */
  least: number;
  /** Only rows with the same value of this column are compared. Null for rows with the same first letters. */
  within: PageColumn | null;
  /** Blocks of rows beyond so many pairs in all, the largest first, are skipped. */
  mostPairs: number;
}

export interface DuplicatesResult {
  /** How many rows were looked at, and how many of them were left out because all their values are empty. */
  rows: number;
  empty: number;
  groups: number;
  /** How many rows are in a group. */
  rowsInGroups: number;
  /** How many pairs of different texts were compared. */
  pairs: number;
  skipped: { blocks: number; rows: number; largest: { block: string; rows: number }[] };
  /** Those with the most rows. */
  examples: { rows: number; shown: DiffExample[] }[];
}

/** A request for what is known about the values of a column. */
export interface ProfileRequest {
  kind: 'profile';
  file: QueryFile;
  column: PageColumn;
  /** How many percent of the table are read. Null for all of it. */
  sample: number | null;
}

/** A request for what some of a column's values look like. */
export interface PersonalRequest {
  kind: 'personal';
  file: QueryFile;
  column: PageColumn;
  /** How many rows are read. */
  rows: number;
}

/** A request to count how the rows of tables find partners in each other. */
export interface JoinMatchesRequest {
  kind: 'join_matches';
  /** The first table. */
  file: QueryFile;
  joins: readonly {
    file: QueryFile;
    kind: JoinKind;
    /** Columns of the tables before, by position, and of this one. */
    keys: readonly { left: { table: number; column: PageColumn }; right: PageColumn }[];
  }[];
  /** How many rows of the first table are joined at a time, which is what takes memory. */
  rowsAtOnce: number;
}

/** A request to look for values of a table's columns in columns of another. */
export interface KeyOverlapsRequest {
  kind: 'key_overlaps';
  file: QueryFile;
  other: QueryFile;
  pairs: readonly { left: PageColumn; right: PageColumn }[];
  /** How many rows of the table are looked at. */
  rows: number;
}

export interface KeyOverlap {
  /** How many different values were looked for, and how many of them the other column has. */
  values: number;
  found: number;
  /** The most rows of the other table with one of these values. */
  mostRows: number;
}

/** A request for what some values of a column of JSON are made of. */
export interface JsonStructureRequest {
  kind: 'json_structure';
  file: QueryFile;
  column: PageColumn;
  /** How many rows are looked at, at most. */
  rows: number;
}

export type JsonStructureResult = JsonStructure;

/** A request to count what becomes of all values of a column of JSON. */
export interface FlattenCountsRequest {
  kind: 'flatten_counts';
  file: QueryFile;
  column: PageColumn;
  /** The array whose items become rows. Null for none. */
  items: JsonPath | null;
  keepEmpty: boolean;
  fields: readonly FlattenedField[];
}

/** With the number of rows that were read. */
export interface ProfileResult extends ColumnFacts {
  rows: number;
}

export type QueryRequest =
  | RowsRequest
  | CountRequest
  | ValuesRequest
  | DiffRequest
  | DuplicatesRequest
  | FlattenCountsRequest
  | JoinMatchesRequest
  | JsonStructureRequest
  | KeyOverlapsRequest
  | ProfileRequest
  | PersonalRequest
  | ResultRequest;

interface Results {
  rows: RowsResult;
  count: number;
  values: ValuesResult;
  diff: DiffResult;
  duplicates: DuplicatesResult;
  flatten_counts: FlattenResult;
  join_matches: JoinMatch[];
  json_structure: JsonStructureResult;
  key_overlaps: KeyOverlap[];
  profile: ProfileResult;
  personal: ScannedColumn;
  result: Computed;
}
export type QueryResult<Request extends QueryRequest> = Results[Request['kind']];
export type AnyResult = Results[QueryRequest['kind']];

/**
 * Why there is no result: the file is gone or altered, or the statement was interrupted, needed too much memory,
 * computed a number that no type can hold, mixed amounts of several currencies, broke the engine, or failed.
 */
export type QueryFault =
  'gone' | 'altered' | 'interrupted' | 'memory' | 'overflow' | 'currencies' | 'fatal' | 'failed';

export type ToQueryProcess =
  | { type: 'open'; options: QueryEngineOptions }
  | { type: 'run'; id: number; request: QueryRequest }
  | { type: 'interrupt' }
  /** Releases a deleted file, or all files in a deleted folder, so that their disk space is freed. */
  | { type: 'release'; path: string };

export type FromQueryProcess =
  | { type: 'ready' }
  | { type: 'result'; id: number; result: AnyResult }
  | { type: 'error'; id: number; fault: QueryFault; message: string };
