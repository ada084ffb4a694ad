import { Type, type Static } from '@sinclair/typebox';
import { column } from '../ground/column.ts';
import {
  collection,
  document,
  errorObject,
  nullable,
  object,
  requestBody,
  resource,
  timestamp,
  word,
} from '../ground/json-api.ts';
import { sqlParameters } from '../tables/parameter-values.ts';
import { SQL_BYTES_MAX, SQL_ROWS_MAX } from './sql-limits.ts';
import { COLUMN_KINDS } from '../ground/words.ts';

/** A query as someone wrote it. */
export const sqlText = Type.String({ maxLength: SQL_BYTES_MAX });

const sqlRun = object({
  sql: sqlText,
  /** The most rows that are returned. */
  limit: Type.Integer({ minimum: 1, maximum: SQL_ROWS_MAX }),
  parameters: sqlParameters,
});
export type SqlRun = Static<typeof sqlRun>;
export const sqlRunBody = requestBody('sql_runs', sqlRun);

export const sqlRunAttributes = object({
  columns: Type.Array(
    object({
      name: Type.String(),
      kind: word(COLUMN_KINDS),
      /** As named by DuckDB: `DECIMAL(38,2)`. */
      type: Type.String(),
    }),
  ),
  /** Cells in column order; each is text or null, so that no number loses digits in transit. */
  rows: Type.Array(Type.Array(nullable(Type.String()))),
  /** [row, column] of cells that were cut off: after 10,000 characters, or sooner in a very wide result. */
  cut: Type.Array(Type.Tuple([Type.Integer(), Type.Integer()])),
  /** Why there are more rows than these: the limit, or 16 MB. Null if these are all. */
  isCutBy: nullable(word(['limit', 'size'])),
  /** How long the statement itself took. */
  milliseconds: Type.Integer(),
  /**
   * How many rows of tables were read for it. Null if that isn't known, if a table was read more than once, or if some rows
   * are hidden from who asks.
   */
  rowsRead: nullable(Type.Integer()),
  /** The time zone of its days, its hours, and times without an offset. */
  zone: Type.String(),
  /** The versions that were read. */
  tables: Type.Array(
    object({
      sourceConnectionId: Type.String(),
      tableName: Type.String(),
      version: Type.Integer(),
      freshAsOf: timestamp(),
    }),
  ),
});
export type SqlRunAttributes = Static<typeof sqlRunAttributes>;
export const sqlRunDocument = document(resource('sql_runs', sqlRunAttributes));

/** What a statement can name. */
export const sqlCatalogAttributes = object({
  tables: Type.Array(
    object({
      sourceConnectionId: Type.String(),
      tableName: Type.String(),
      /** The name of its connection, by which SQL knows it. Usually the connection's own. */
      schema: Type.String(),
      /** Its name in SQL. Usually its own. */
      name: Type.String(),
      /** Whether its name alone is enough, because no other table has it. */
      isUnique: Type.Boolean(),
      /** Null for whoever doesn't see all of them. */
      rows: nullable(Type.Integer()),
      /** What people or else its source say about it, without what doesn't fit into a line. */
      description: Type.Optional(Type.String()),
      columns: Type.Array(
        object({
          ...Type.Pick(column, ['name', 'kind', 'type']).properties,
          description: Type.Optional(Type.String()),
        }),
      ),
    }),
  ),
  /** The time zone in which statements run that set no other. */
  zone: Type.String(),
  /** From when on its clocks differ from those of charts, because the engine's time zone data is older. Usually null. */
  zoneDiffersFrom: nullable(timestamp()),
  /** The functions that may be called. */
  functions: Type.Array(Type.String()),
});
export type SqlCatalogAttributes = Static<typeof sqlCatalogAttributes>;
export type SqlTable = SqlCatalogAttributes['tables'][number];
export const sqlCatalogDocument = document(resource('sql_catalogs', sqlCatalogAttributes));

export const SQL_OUTCOMES = ['succeeded', 'failed', 'canceled'] as const;

/** A run that someone can look up, without its rows. */
const pastSqlRunAttributes = object({
  sql: Type.String(),
  parameters: sqlParameters,
  outcome: word(SQL_OUTCOMES),
  /** What was wrong. Null unless it failed. */
  error: nullable(errorObject),
  /** How many rows it returned. Null unless it succeeded. */
  rows: nullable(Type.Integer()),
  milliseconds: Type.Integer(),
  startedAt: timestamp(),
});
const pastSqlRun = resource('past_sql_runs', pastSqlRunAttributes);
export type PastSqlRun = Static<typeof pastSqlRun>;
export const pastSqlRunCollection = collection(pastSqlRun);

export const sqlPlanBody = requestBody('sql_plans', object({ sql: sqlText, parameters: sqlParameters }));

/** A step of how a query would run. */
export const sqlPlanStep = object({
  /** `other`: the engine's own word says what it is. */
  kind: word([
    'read',
    'filter',
    'join',
    'group',
    'sort',
    'top',
    'limit',
    'distinct',
    'window',
    'union',
    'other',
  ]),
  operator: Type.String(),
  /** The table that is read, as SQL names it. Null for other steps. */
  table: nullable(Type.String()),
  /** How many of the table's columns are read, and how many it has. */
  columns: nullable(object({ read: Type.Integer(), of: Type.Integer() })),
  /** The conditions of a read, a filter, or a join, in the engine's words. */
  conditions: Type.Array(Type.String()),
  /** How many rows are kept, if that is known before. */
  top: nullable(Type.Integer()),
  /** Which rows of a join stay: `INNER`, `LEFT`. */
  join: nullable(Type.String()),
  /** About how many rows come out of it. Null if the engine makes no guess. */
  rows: nullable(Type.Integer()),
});
export type SqlPlanStep = Static<typeof sqlPlanStep>;
export const sqlPlanAttributes = object({
  /** In the order in which rows pass them. */
  steps: Type.Array(sqlPlanStep),
});
export type SqlPlanAttributes = Static<typeof sqlPlanAttributes>;
export const sqlPlanDocument = document(resource('sql_plans', sqlPlanAttributes));
