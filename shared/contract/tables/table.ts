import { Type, type Static } from '@sinclair/typebox';
import { column } from '../ground/column.ts';
import {
  collection,
  document,
  nullable,
  object,
  requestBody,
  resource,
  timestamp,
  word,
} from '../ground/json-api.ts';
import { tableDescription } from './table-description.ts';
import { COLUMN_CHANGES, TABLE_SELECTIONS } from '../ground/words.ts';

export const tableAttributes = object({
  tableName: Type.String(),
  sourceConnectionId: Type.String(),
  sourceConnectionName: Type.String(),
  connector: Type.String(),
  /** Null until the first version is committed. */
  version: nullable(Type.Integer()),
  rows: nullable(Type.Integer()),
  bytes: nullable(Type.Integer()),
  freshAsOf: nullable(timestamp()),
  /** When it becomes older than its connection's schedule wants it to be; null without a target. */
  lateAt: nullable(timestamp()),
  /** The last run of this table failed, so the current version is the last good one. */
  stale: Type.Boolean(),
  /** When the current version was found missing or altered on disk. Then it can't be read. */
  damagedAt: nullable(timestamp()),
  columns: Type.Array(column),
  primaryKey: Type.Array(Type.String()),
  /** A newer version that was held back because the table had shrunk sharply, until someone decides about it. */
  held: nullable(object({ version: Type.Integer(), rows: Type.Integer(), since: timestamp() })),
  /**
   * Whether runs still read it. `gone`: it no longer exists at the source or can no longer be seen there.
   * `connection_deleted`: its connection was deleted, and its tables were kept. `view`: it's made by a query. `built_in`: the product makes it of what it knows itself.
   */
  selection: word(TABLE_SELECTIONS),
  /** Set in the latter case; `by` is a user's name at that time. */
  connectionDeleted: nullable(object({ at: timestamp(), by: nullable(Type.String()) })),
  about: tableDescription,
  can: object({ delete: Type.Boolean(), restore: Type.Boolean(), describe: Type.Boolean() }),
});
export type TableAttributes = Static<typeof tableAttributes>;
export const tableResource = resource('tables', tableAttributes);
export type TableResource = Static<typeof tableResource>;
export const tableDocument = document(tableResource);
export const tableCollection = collection(tableResource);

/** `accept` moves the table to the version that was held back; `keep` drops that version. */
const heldVersionDecision = object({
  decision: word(['accept', 'keep']),
  /** The version that was shown; 409 if it has since been replaced or decided about. */
  version: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }),
});
export type HeldVersionDecision = Static<typeof heldVersionDecision>;
export const heldVersionDecisionBody = requestBody('held_version_decisions', heldVersionDecision);

/** What a connection has loaded, deleted or not. */
export const storedDataAttributes = object({
  /** Tables with at least one version. */
  tables: Type.Integer(),
  /** The size of the files of all their versions. */
  bytes: Type.Integer(),
  /** Tables with a version that waits for a decision. */
  heldTables: Type.Integer(),
  /** Tables that show values of columns that were masked after the last sync. */
  unmaskedTables: Type.Integer(),
});
export type StoredDataAttributes = Static<typeof storedDataAttributes>;
export const storedDataDocument = document(resource('stored_data', storedDataAttributes));

/** A version of a table that is kept. */
export const tableVersionAttributes = object({
  version: Type.Integer(),
  /** `current` is what readers see, and `held` waits for a decision. */
  state: word(['current', 'held', 'kept']),
  rows: Type.Integer(),
  bytes: Type.Integer(),
  columns: Type.Integer(),
  committedAt: timestamp(),
  /** When its data were last known to be the source's. */
  freshAsOf: timestamp(),
  /** The run that loaded it. */
  run: object({ id: Type.String(), number: nullable(Type.Integer()) }),
  /** Set if someone brought back an earlier version's data. */
  restored: nullable(object({ from: Type.Integer(), by: nullable(Type.String()) })),
  /** When its files were found missing or altered. */
  damagedAt: nullable(timestamp()),
  /** Columns that are masked by now, but aren't in this version. Unless it's current, it can't be read or restored. */
  maskedSince: Type.Array(Type.String()),
});
export type TableVersionAttributes = Static<typeof tableVersionAttributes>;
export const tableVersionResource = resource('table_versions', tableVersionAttributes);
export type TableVersionResource = Static<typeof tableVersionResource>;
export const tableVersionCollection = collection(tableVersionResource);

const restoration = object({ version: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }) });
export const restorationBody = requestBody('restorations', restoration);

/** How far each table has been read. Tables that are always read as a whole have no state. */
export const connectionStateAttributes = object({
  tables: Type.Array(
    object({
      tableName: Type.String(),
      /** The version that the next read continues from. */
      version: Type.Integer(),
      /** The connector's own. It contains values of the data, such as the last one of the cursor column. */
      state: Type.Record(Type.String(), Type.Unknown()),
    }),
  ),
});
export type ConnectionStateAttributes = Static<typeof connectionStateAttributes>;
export const connectionStateDocument = document(resource('connection_states', connectionStateAttributes));

/** A column of either of two compared versions. */
const diffColumn = object({
  ...column.properties,
  /** `added` or `removed`: only the later or the earlier version has it. `retyped`: `type` is the later one's. */
  change: nullable(word(COLUMN_CHANGES)),
  /** Its type in the earlier version, if that differs. */
  typeBefore: nullable(Type.String()),
  /** In how many of the changed rows that were counted its value differs. */
  changedRows: Type.Integer(),
});
export type DiffColumn = Static<typeof diffColumn>;

/** The values of a row in the order of the columns, cut off after 200 characters with "…". Null also for no column. */
const diffRow = Type.Array(nullable(Type.String()));

const versionDiff = object({
  /** The rows of each version, whichever is older. */
  rowsBefore: Type.Integer(),
  rowsAfter: Type.Integer(),
  added: Type.Integer(),
  removed: Type.Integer(),
  changed: Type.Integer(),
  /** The columns that rows were recognized by. Without any, a changed row counts as removed and added. */
  key: Type.Array(Type.String()),
  /** The columns of the later version, and then those that only the earlier one has. */
  columns: Type.Array(diffColumn),
  /** How many of the changed rows `changedRows` of a column is about: all, or the last ones if these are very many. */
  counted: Type.Integer(),
  /** The last rows of each kind. */
  examples: object({
    added: Type.Array(diffRow),
    removed: Type.Array(diffRow),
    /** `columns` has the positions of those that differ. */
    changed: Type.Array(object({ before: diffRow, after: diffRow, columns: Type.Array(Type.Integer()) })),
  }),
});
export type VersionDiff = Static<typeof versionDiff>;

export const versionDiffAttributes = object({
  before: Type.Integer(),
  after: Type.Integer(),
  /** Null while they are being compared. */
  diff: nullable(versionDiff),
});
export type VersionDiffAttributes = Static<typeof versionDiffAttributes>;
export const versionDiffDocument = document(resource('version_diffs', versionDiffAttributes));

/** A page of a table's rows, pinned to one version so that paging never mixes two. */
export const rowPageAttributes = object({
  version: Type.Integer(),
  /** The number of rows in that version, or of those that match the filter. Null if they haven't been counted. */
  totalRows: nullable(Type.Integer()),
  /** Position of the page's first row, from 0. */
  offset: Type.Integer(),
  columns: Type.Array(column),
  /** Cells in column order; each is text or null, so that no number loses digits in transit. */
  rows: Type.Array(Type.Array(nullable(Type.String()))),
  /** [row, column] of cells that were cut off after 10,000 characters. */
  cut: Type.Array(Type.Tuple([Type.Integer(), Type.Integer()])),
});
export type RowPageAttributes = Static<typeof rowPageAttributes>;
export const rowPageDocument = object({
  data: resource('row_pages', rowPageAttributes),
  /** Values for `page[after]`; null if there is no such page. */
  links: object({
    next: nullable(Type.String()),
    prev: nullable(Type.String()),
    last: nullable(Type.String()),
  }),
});
export type RowPageDocument = Static<typeof rowPageDocument>;

/** The most frequent values of a column, in the rows that match a filter. */
export const columnValuesAttributes = object({
  version: Type.Integer(),
  /** As text, or null for rows without a value, with the number of their rows. Very long values are left out. */
  values: Type.Array(object({ value: nullable(Type.String()), rows: Type.Integer() })),
  /** Whether there are more. */
  hasMore: Type.Boolean(),
});
export type ColumnValuesAttributes = Static<typeof columnValuesAttributes>;
export const columnValuesDocument = document(resource('column_values', columnValuesAttributes));

/** How many rows of a version match a filter. */
export const rowCountAttributes = object({ version: Type.Integer(), rows: Type.Integer() });
export type RowCountAttributes = Static<typeof rowCountAttributes>;
export const rowCountDocument = document(resource('row_counts', rowCountAttributes));
