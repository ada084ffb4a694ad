import type { Relation, RelationColumn } from './postgres.catalog.ts';
import type { Form } from './postgres.types.ts';

/** How long a table's lock is waited for: whoever waits longer holds up those who come after. */
export const LOCK_SECONDS = 5;

/** What the text of values depends on, and what must not end a read that takes its time. Settings a server lacks are skipped. */
const SETTINGS = {
  client_encoding: 'UTF8',
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

/** One snapshot for whatever is read after it. */
export const BEGIN = 'begin isolation level repeatable read read only';

/** Where each table begins and ends. Going back to it returns the table's locks, which its release would keep. */
export const BEFORE_TABLES = 'savepoint tables';
export const CLOSE_TABLE = 'rollback to savepoint tables';

/** For the transaction alone: a pooler may give the server's session to somebody else afterwards. */
export const SETTINGS_STATEMENT = `
  select pg_catalog.set_config(s.name, v.value, true)
  from (values ${Object.entries(SETTINGS)
    .map(([name, value]) => `('${name}', '${value}')`)
    .join(', ')}) v(name, value)
    join pg_catalog.pg_settings s on pg_catalog.lower(s.name) = v.name`;

// Functions carry their schema: one of the same name in another schema must not step in.
const FORMS: Record<Form, (name: string) => string> = {
  plain: (name) => name,
  text: (name) => `${name}::text`,
  // PostgreSQL writes the era last, the warehouse reads it after the date. (-infinity is left as it is.)
  era: (name) => `case when ${name} < '0001-01-01'
    then pg_catalog.regexp_replace(${name}::text, '^([^ ]+)(.*) BC$', '\\1 (BC)\\2') else ${name}::text end`,
  // By way of text, so that no number turns into a JSON number.
  list: (name) => `pg_catalog.to_json(${name}::text[])`,
};

const select = ({ schema, table }: Relation, columns: readonly RelationColumn[]) =>
  `select ${columns.map(({ sourceName, form }) => FORMS[form](identifier(sourceName))).join(', ')} from ${identifier(schema)}.${identifier(table)}`;

/** Plans a read and reads nothing: takes the locks of all that will be read, and returns which columns these are now. */
export const planStatement = ({ schema, table }: Relation, columns: readonly RelationColumn[]) =>
  `select ${columns.map(({ sourceName }) => identifier(sourceName)).join(', ')} from ${identifier(schema)}.${identifier(table)} limit 0`;

/** Lower numbers are the system's own tables. */
const FIRST_OF_PEOPLE = 16_384;

/**
 * Whether anything that this transaction has locked is not what its snapshot knows: rewritten (the file's number is
 * looked up in the present, the catalog in the snapshot), or made since. Indexes are no matter. And whether partitions
 * are missing that the snapshot has. Its locks tell what a view or a function reads, however deeply.
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
    where l.pid = pg_catalog.pg_backend_pid() and l.locktype = 'relation' and l.relation >= ${FIRST_OF_PEOPLE}
      and case when c.oid is null then pg_catalog.pg_index_has_property(l.relation, 'index_scan') is null
        else c.relkind in ('r', 'm') and c.relfilenode is distinct from pg_catalog.pg_relation_filenode(c.oid) end
  ) or exists (
    select from parts where oid not in (select relid::oid from pg_catalog.pg_partition_tree(${oid}))
  ) as rewritten`;

/** NULL is an unquoted nothing, an empty text a quoted one: PostgreSQL's own way with this format. */
export const copyStatement = (relation: Relation, columns: readonly RelationColumn[]) =>
  `copy (${select(relation, columns)}) to stdout with (format csv, encoding 'UTF8')`;

/** Whether there is a row; asks for all columns, so that a right to each is needed, but brings none of their values. */
export const oneRowStatement = (relation: Relation) =>
  `select pg_catalog.count(*)::int as rows from (${select(relation, relation.columns)} limit 1) one`;

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;
