import { Type, type Static } from '@sinclair/typebox';
import { column } from './column.ts';
import { document, nullable, object, requestBody, resource, timestamp, word } from './json-api.ts';
import { SQL_BYTES_MAX, SQL_ROWS_MAX, SQL_PARAMETERS_MAX } from './sql-limits.ts';
import { COLUMN_KINDS } from './words.ts';

const parameterName = /^[A-Za-z_]\w{0,62}$/;

const sqlRun = object({
  sql: Type.String({ maxLength: SQL_BYTES_MAX }),
  /** The most rows that are returned. */
  limit: Type.Integer({ minimum: 1, maximum: SQL_ROWS_MAX }),
  /** The values of `$name` in the statement, as text. They are converted to the types that they are compared with. */
  parameters: Type.Record(
    Type.String({ pattern: parameterName.source }),
    nullable(Type.String({ maxLength: 10_000 })),
    {
      maxProperties: SQL_PARAMETERS_MAX,
    },
  ),
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
      rows: Type.Integer(),
      columns: Type.Array(Type.Pick(column, ['name', 'kind', 'type'])),
    }),
  ),
  /** The functions that may be called. */
  functions: Type.Array(Type.String()),
});
export type SqlCatalogAttributes = Static<typeof sqlCatalogAttributes>;
export type SqlTable = SqlCatalogAttributes['tables'][number];
export const sqlCatalogDocument = document(resource('sql_catalogs', sqlCatalogAttributes));
