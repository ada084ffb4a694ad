import { Type, type Static } from '@sinclair/typebox';
import {
  collection,
  document,
  errorObject,
  nameText,
  nullable,
  object,
  requestBody,
  resource,
  timestamp,
  word,
} from '../ground/json-api.ts';
import { dependentPart } from '../connections/schema-change.ts';
import { sqlParameters } from '../tables/parameter-values.ts';
import { SQL_BYTES_MAX, SQL_VIEW_NAME_MAX } from './sql-limits.ts';
import { SQL_VIEW_STATES } from '../ground/words.ts';

const name = nameText(SQL_VIEW_NAME_MAX);
const sql = Type.String({ minLength: 1, maxLength: SQL_BYTES_MAX });

const newSqlView = object({ name, sql });
export type NewSqlView = Static<typeof newSqlView>;
export const newSqlViewBody = requestBody('sql_views', newSqlView);

const sqlViewChange = object({
  name: Type.Optional(name),
  sql: Type.Optional(sql),
});
export type SqlViewChange = Static<typeof sqlViewChange>;
export const sqlViewChangeBody = requestBody('sql_views', sqlViewChange);

/** A table that is made by a query. Its ID is the table's. */
export const sqlViewAttributes = object({
  /** The table's address. */
  sourceConnectionId: Type.String(),
  name: Type.String(),
  sql: Type.String(),
  /** The values of `$name` in the statement that its rows are made with. */
  parameters: sqlParameters,
  /** The saved query that it follows. Null for one that has its own. */
  savedQuery: nullable(object({ id: Type.String(), name: Type.String() })),
  /** Increases with each change. An edit sends the one that it has seen. */
  version: Type.Integer(),
  state: word(SQL_VIEW_STATES),
  /** Why the last refresh failed, in the state `failed`. */
  failure: nullable(errorObject),
  /** When the last refresh ended. */
  refreshedAt: nullable(timestamp()),
  /** The time zone of the days and hours in its rows. Null before the first refresh. */
  zone: nullable(Type.String()),
  /**
   * Columns that its tables mask by now, but that its rows were made without. Nobody can read these before the next
   * refresh.
   */
  maskedSince: Type.Array(Type.String()),
  /** The tables that it's made of. */
  inputs: Type.Array(
    object({
      sourceConnectionId: Type.String(),
      sourceConnectionName: Type.String(),
      tableName: Type.String(),
      freshAsOf: nullable(timestamp()),
    }),
  ),
  can: object({ edit: Type.Boolean() }),
});
export type SqlViewAttributes = Static<typeof sqlViewAttributes>;
export const sqlViewResource = resource('sql_views', sqlViewAttributes);
export type SqlViewResource = Static<typeof sqlViewResource>;
export const sqlViewDocument = document(sqlViewResource);
export const sqlViewCollection = collection(sqlViewResource);

/** Asks for the view that follows a saved query. */
export const queryViewBody = requestBody('sql_views', object({}));

export const sqlViewRefreshBody = requestBody('sql_view_refreshes', object({}));

const sqlViewRefresh = resource(
  'sql_view_refreshes',
  object({
    state: word(['running', 'succeeded', 'failed']),
    /** Who asked for it: a user's name at that time. Null if its tables had changed. */
    requestedBy: nullable(Type.String()),
    startedAt: timestamp(),
    endedAt: nullable(timestamp()),
    /** What it made. */
    version: nullable(Type.Integer()),
    rows: nullable(Type.Integer()),
    /** The time zone in which its query ran. Null if it made nothing, or when that was always UTC. */
    zone: nullable(Type.String()),
    failure: nullable(errorObject),
  }),
);
export type SqlViewRefreshResource = Static<typeof sqlViewRefresh>;
export const sqlViewRefreshCollection = collection(sqlViewRefresh);

/** Where a table's rows come from, and what is made of them. */
export const tableLineageAttributes = object({
  /** The table itself, everything that it's made of, and everything that is made of it. */
  tables: Type.Array(
    object({
      id: Type.String(),
      sourceConnectionId: Type.String(),
      sourceConnectionName: Type.String(),
      connector: Type.String(),
      tableName: Type.String(),
      isView: Type.Boolean(),
    }),
  ),
  /** IDs of tables: `to` is a view that is made of `from`. */
  uses: Type.Array(object({ from: Type.String(), to: Type.String() })),
  /**
   * The first hundred reports, saved queries, and service accounts by name that read the table, or something that is made
   * of it. Of service accounts, those that were given it by name.
   */
  documents: Type.Array(
    object({
      type: word(['report', 'saved_query', 'service_account']),
      id: Type.String(),
      name: Type.String(),
      /** IDs of those of the tables that it reads. */
      tables: Type.Array(Type.String()),
      /** Which columns of the table itself it uses, and in which of its parts. */
      columns: Type.Array(object({ name: Type.String(), parts: Type.Array(dependentPart) })),
    }),
  ),
  /** How many of these there are, also of those beyond the first ones that are listed. */
  counts: object({ report: Type.Integer(), saved_query: Type.Integer(), service_account: Type.Integer() }),
  /** How many of all these use each column of the table itself. Columns that none of them uses aren't listed. */
  columnUses: Type.Array(object({ name: Type.String(), documents: Type.Integer() })),
  /** The views that read the table itself, with the columns on which their rows depend. None: the table as a whole. */
  views: Type.Array(object({ id: Type.String(), columns: Type.Array(Type.String()) })),
});
export type TableLineageAttributes = Static<typeof tableLineageAttributes>;
export const tableLineageDocument = document(resource('table_lineages', tableLineageAttributes));
