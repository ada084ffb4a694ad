import { LOCK_SECONDS } from './postgres.lock-limit.ts';
import type { Relation, RelationColumn } from './postgres.catalog.ts';
import { identifier } from './postgres.sql.ts';

/** Settings that determine the text of values, and timeouts that must not end a long read. Unknown ones are skipped. */
const SETTINGS = {
  datestyle: 'ISO, YMD',
  timezone: 'UTC',
  intervalstyle: 'iso_8601',
  extra_float_digits: '1',
  bytea_output: 'hex',
  standard_conforming_strings: 'on',
  statement_timeout: '0',
  lock_timeout: `${LOCK_SECONDS}s`,
  idle_in_transaction_session_timeout: '0',
  transaction_timeout: '0',
};

/** Starts a transaction with one snapshot for everything read in it. */
export const BEGIN = 'begin isolation level repeatable read read only';

/** Savepoint before each table. Rolling back to it releases the table's locks, unlike releasing it. */
export const BEFORE_TABLES = 'savepoint tables';
export const CLOSE_TABLE = 'rollback to savepoint tables';

/**
 * A database without an encoding has any bytes in its texts. Asked for UTF-8, it would end the read at the first that
 * aren't. As they are, they're rejected row by row.
 */
const ENCODING = `case pg_catalog.current_setting('server_encoding') when 'SQL_ASCII' then 'SQL_ASCII' else 'UTF8' end`;

/**
 * Applies the settings to this transaction only, because a pooler can give the session to another client afterwards.
 */
export const SETTINGS_STATEMENT = `
  select pg_catalog.set_config(s.name, v.value, true)
  from (values ('client_encoding', ${ENCODING}), ${Object.entries(SETTINGS)
    .map(([name, value]) => `('${name}', '${value}')`)
    .join(', ')}) v(name, value)
    join pg_catalog.pg_settings s on pg_catalog.lower(s.name) = v.name`;

/**
 * SQL for a column as it is read. Functions are schema-qualified, so that none of the same name in another schema is used
 * instead.
 */
export function selected({ sourceName, form }: Pick<RelationColumn, 'sourceName' | 'form'>): string {
  const name = identifier(sourceName);
  switch (form) {
    case 'text':
      return `${name}::text`;
    case 'shown':
      return `(pg_catalog.to_json(${name}) operator(pg_catalog.#>>) '{}')`;
    case 'list':
      // Converted to text first, so that no number becomes a JSON number.
      return `pg_catalog.to_json(${name}::text[])`;
    case 'shown_list':
      return `pg_catalog.to_json(${name})`;
    default:
      return name;
  }
}

/** The name of a table in a statement. */
export const nameOf = ({ schema, table }: Relation) => `${identifier(schema)}.${identifier(table)}`;

const select = (relation: Relation, columns: readonly RelationColumn[]) =>
  `select ${columns.map(selected).join(', ')} from ${nameOf(relation)}`;

/** Plans a read without reading: takes the locks of everything that will be read, and returns the current columns. */
export const planStatement = (relation: Relation, columns: readonly RelationColumn[]) =>
  `select ${columns.map(({ sourceName }) => identifier(sourceName)).join(', ')} from ${nameOf(relation)} limit 0`;

/** The first OID of user tables. Lower ones belong to the system. */
const FIRST_USER_OID = 16_384;

/**
 * Returns whether a table that this transaction has locked differs from its snapshot: it was rewritten (the file
 * number is current, while the catalog is the snapshot's) or created later, ignoring indexes. Also returns true if a
 * partition in the snapshot is now missing. The locks show everything that views and functions read, at any depth.
 */
export const rewrittenStatement = (oid: number) => `
  with recursive parts as (
    select i.inhrelid as oid from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhparent
      where c.relkind = 'p' and c.oid = ${oid}
    union all
    select i.inhrelid from parts join pg_catalog.pg_inherits i on i.inhparent = parts.oid
  )
  select exists (
    select from pg_catalog.pg_locks l left join pg_catalog.pg_class c on c.oid = l.relation
    where l.pid = pg_catalog.pg_backend_pid() and l.locktype = 'relation' and l.relation >= ${FIRST_USER_OID}
      and case when c.oid is null then pg_catalog.pg_index_has_property(l.relation, 'index_scan') is null
        else c.relkind in ('r', 'm') and c.relfilenode is distinct from pg_catalog.pg_relation_filenode(c.oid) end
  ) or exists (
    select from parts where oid not in (select relid::oid from pg_catalog.pg_partition_tree(${oid}))
  ) as rewritten`;

/** `rows` is SQL that chooses some of the rows, or empty for all of them. */
export const copyStatement = (relation: Relation, columns: readonly RelationColumn[], rows: string) =>
  `copy (${select(relation, columns)} ${rows}) to stdout with (format binary)`;

/** Returns what the server expects a read to cost, in its own unit. */
export const costStatement = (relation: Relation, columns: readonly RelationColumn[], rows: string) =>
  `explain (format json) ${select(relation, columns)} ${rows}`;

/** Returns the number of the file with a table's rows: another one if the table was rewritten. */
export const fileStatement = (oid: number) => `select pg_catalog.pg_relation_filenode(${oid})::text as file`;

/**
 * Returns which history of transactions the server is in, and how far the snapshot goes in it. A server that is restored
 * from a backup, or promoted, begins a new timeline. The functions are older than all supported versions, and newer ones
 * still have them.
 */
export const historyStatement = `
  select c.system_identifier::text as system, pg_catalog.pg_is_in_recovery() as replica,
    case when pg_catalog.pg_is_in_recovery()
      then (select greatest(k.timeline_id, r.min_recovery_end_timeline)
        from pg_catalog.pg_control_checkpoint() k, pg_catalog.pg_control_recovery() r)
      else ('x' || pg_catalog.substr(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 1, 8))::bit(32)::int
      end as timeline,
    pg_catalog.txid_snapshot_xmin(s.now)::text as oldest, pg_catalog.txid_snapshot_xmax(s.now)::text as next
  from pg_catalog.pg_control_system() c, pg_catalog.txid_current_snapshot() as s(now)`;

/** Returns the files of a table, or of its partitions, whose numbers change if they are rewritten. */
export const filesStatement = (oid: number) => `
  with recursive parts as (
    select ${oid}::oid as oid
    union all
    select i.inhrelid from parts join pg_catalog.pg_inherits i on i.inhparent = parts.oid
  )
  select c.oid::text as part, pg_catalog.pg_relation_filenode(c.oid)::text as file
  from parts join pg_catalog.pg_class c on c.oid = parts.oid where c.relkind = 'r'`;

/** Returns whether tables inherit from the table, whose rows it then returns as well. Partitions are part of it. */
export const inheritedStatement = (oid: number) => `
  select exists (
    select from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhparent
    where c.relkind = 'r' and c.oid = ${oid}
  ) as inherited`;

/** Returns whether several rows have the same key. */
export function repeatsStatement(relation: Relation, key: readonly RelationColumn[]): string {
  const names = key.map(({ sourceName }) => identifier(sourceName));
  return `select exists (
    select from ${nameOf(relation)} where ${names.map((name) => `${name} is not null`).join(' and ')}
    group by ${names.join(', ')} having pg_catalog.count(*) > 1
  ) as repeats`;
}

/** Returns whether an index of all rows begins with the column. */
export const indexedStatement = (oid: number, column: number) => `
  select exists (
    select from pg_catalog.pg_index where indrelid = ${oid} and indisvalid and indpred is null and indkey[0] = ${column}
  ) as indexed`;

/** Returns whether there is a row. Selects all columns, so that each needs its privilege, but returns no values. */
export const oneRowStatement = (relation: Relation) =>
  `select pg_catalog.count(*)::int as rows from (${select(relation, relation.columns)} limit 1) one`;
