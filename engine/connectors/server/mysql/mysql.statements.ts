import { LOCK_SECONDS } from './mysql.failure.ts';
import type { Relation, RelationColumn } from './mysql.catalog.ts';
import { identifier } from './mysql.sql.ts';

/** How many seconds the server's own clock is ahead of UTC. */
export const CLOCK_AHEAD = '@headwater_clock_ahead';

/**
 * Settings that determine how statements and values are written, and timeouts that must not end a long read: while the
 * engine loads what it has, the server has to wait.
 */
export const SETTINGS = [
  `set session sql_mode = ''`,
  // While the session still has the server's zone.
  `set ${CLOCK_AHEAD} = timestampdiff(second, utc_timestamp(), now())`,
  `set session time_zone = '+00:00'`,
  `set names utf8mb4`,
  `set session net_write_timeout = 86400, session net_read_timeout = 86400, session wait_timeout = 86400`,
  `set session lock_wait_timeout = ${LOCK_SECONDS}, session sql_big_selects = 1`,
  `set session transaction isolation level repeatable read`,
] as const;

/** The statement's own time limit has another name and unit in each server. */
export const noTimeLimit = (isMariaDb: boolean) =>
  `set session ${isMariaDb ? 'max_statement_time' : 'max_execution_time'} = 0`;

/** Starts a transaction with one snapshot for everything read in it. */
export const BEGIN = 'start transaction with consistent snapshot, read only';

/** Savepoint before each table. Rolling back to it releases the table's metadata locks. */
export const BEFORE_TABLES = 'savepoint tables';
export const CLOSE_TABLE = 'rollback to savepoint tables';

/** The name of a table in a statement. */
export const nameOf = ({ schema, table }: Relation) => `${identifier(schema)}.${identifier(table)}`;

/** SQL for a column's value. */
export function valueOf({ sourceName, form }: RelationColumn): string {
  const name = identifier(sourceName);
  if (form === 'bit') return `(${name} + 0)`;
  // As text, a float has only six digits. As a double, it has all.
  if (form === 'float') return `(${name} + 0e0)`;
  // Of a place on Earth, MySQL begins with the latitude unless it's told not to. MariaDB, which doesn't read such comments,
  // always begins with the longitude.
  return form === 'geometry' ? `st_astext(${name} /*!80000 , 'axis-order=long-lat' */)` : name;
}

/** `rows` is SQL that chooses some of the rows, or empty for all of them. */
export const readStatement = (relation: Relation, columns: readonly RelationColumn[], rows: string) =>
  `select ${columns.map(valueOf).join(', ')} from ${nameOf(relation)} ${rows}`;

/** Returns whether there is a row. Selects all columns, so that each needs its privilege, but returns no values. */
export const oneRowStatement = (relation: Relation) =>
  `select count(*) as found from (select ${relation.columns
    .map(({ sourceName }) => identifier(sourceName))
    .join(', ')} from ${nameOf(relation)} limit 1) one`;
