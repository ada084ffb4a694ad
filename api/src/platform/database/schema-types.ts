import type pg from 'pg';

interface Column {
  table: string;
  /** What `comment on` says. */
  tableComment: string | null;
  name: string;
  type: string;
  nullable: boolean;
  /** An insert may leave it out. */
  hasDefault: boolean;
  /** The texts that a check allows, as `'a'::text, 'b'::text`. */
  texts: string | null;
  comment: string | null;
}

/** Returns the rows of all tables and views as TypeScript, with what `comment on` says about them. */
export async function schemaTypes(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<Column>(COLUMNS);
  const tables = Map.groupBy(rows, ({ table }) => table);
  return `// What the migrations add up to. Written by the tests: UPDATE_SCHEMA=yes npm test -w api
import type { Generated } from 'kysely';
import type { Json } from './json-column.ts';

export interface Schema {
${[...tables].map(([name, columns]) => describeTable(name, columns)).join('\n')}
}
`;
}

const describeTable = (name: string, columns: readonly Column[]) =>
  `${comment(columns[0]!.tableComment)}${name}: {
${columns.map((column) => `${comment(column.comment)}${column.name}: ${typeOf(column)};`).join('\n')}
};`;

const comment = (text: string | null) => (text === null ? '' : `/** ${text} */\n`);

function typeOf({ type, nullable, hasDefault, texts }: Column): string {
  if (type === 'jsonb') {
    const left = [...(nullable ? ['null'] : []), ...(hasDefault ? ['undefined'] : [])];
    return left.length === 0 ? 'Json' : `Json<${left.join(' | ')}>`;
  }
  const value = texts?.replaceAll('::text', '').replaceAll(', ', ' | ') ?? TYPES.get(type);
  if (value === undefined) throw new Error(`No type for ${type}.`);
  const read = nullable ? `${value} | null` : value;
  return hasDefault ? `Generated<${read}>` : read;
}

/** What `openDatabase` reads them as. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['text', 'string'],
  ['text[]', 'string[]'],
  ['boolean', 'boolean'],
  ['smallint', 'number'],
  ['integer', 'number'],
  ['bigint', 'number'],
  ['double precision', 'number'],
  ['bytea', 'Buffer'],
  ['date', 'Date'],
  ['timestamp with time zone', 'Date'],
]);

// A view's columns are like those that it shows, which have the same names.
const COLUMNS = `
  with own as (
    select class.oid, class.relname as table, attname as name, attnum, class.relkind as kind,
      format_type(atttypid, atttypmod) as type, not attnotnull as nullable, atthasdef or attidentity <> '' as has_default,
      (
        select (regexp_match(pg_get_constraintdef(con.oid), '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\[([^\\]]+)\\]\\)\\)\\)$'))[1]
        from pg_constraint con
        where con.conrelid = class.oid and contype = 'c' and conkey = array[attnum]
          and pg_get_constraintdef(con.oid) ~ '= ANY \\(ARRAY\\['
      ) as texts,
      obj_description(class.oid, 'pg_class') as table_comment, col_description(class.oid, attnum) as comment
    from pg_class class join pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped
    where relkind in ('r', 'v') and relnamespace = 'public'::regnamespace and relname not like 'kysely%'
  )
  select own.table, own.table_comment as "tableComment", own.name, own.type,
    coalesce(shown.nullable, own.nullable) as nullable, coalesce(shown.has_default, own.has_default) as "hasDefault",
    coalesce(shown.texts, own.texts) as texts, coalesce(own.comment, shown.comment) as comment
  from own left join lateral (
    select bool_or(base.nullable) as nullable, bool_or(base.has_default) as has_default, max(base.texts) as texts,
      max(base.comment) as comment
    from information_schema.view_column_usage used
    join own base on base.table = used.table_name and base.name = used.column_name
    where own.kind = 'v' and used.view_name = own.table and base.name = own.name
  ) shown on true
  order by own.table, attnum`;
