import type { RelationColumn } from './postgres.catalog.ts';
import type { Form } from './postgres.types.ts';

/** What the text of values depends on, and what must not end a read that takes its time. Settings a server lacks are passed over. */
const SETTINGS = {
  client_encoding: 'UTF8',
  datestyle: 'ISO, YMD',
  timezone: 'UTC',
  intervalstyle: 'iso_8601',
  extra_float_digits: '1',
  bytea_output: 'hex',
  standard_conforming_strings: 'on',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  transaction_timeout: '0',
};

/** One snapshot for whatever is read after it. */
export const BEGIN = 'begin isolation level repeatable read read only';

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

const select = (schema: string, table: string, columns: readonly RelationColumn[]) =>
  `select ${columns.map(({ sourceName, form }) => FORMS[form](identifier(sourceName))).join(', ')} from ${identifier(schema)}.${identifier(table)}`;

/** NULL is an unquoted nothing, an empty text a quoted one: PostgreSQL's own way with this format. */
export const copyStatement = (schema: string, table: string, columns: readonly RelationColumn[]) =>
  `copy (${select(schema, table, columns)}) to stdout with (format csv, encoding 'UTF8')`;

/** Whether there is a row; asks for all columns, so that a right to each is needed, but brings none of their values. */
export const oneRowStatement = (schema: string, table: string, columns: readonly RelationColumn[]) =>
  `select pg_catalog.count(*)::int as rows from (${select(schema, table, columns)} limit 1) one`;

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;
