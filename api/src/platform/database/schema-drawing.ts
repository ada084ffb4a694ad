import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

const SOURCES = fileURLToPath(new URL('../../', import.meta.url));

interface DrawnTable {
  name: string;
  keys: { name: string; type: string; mark: 'PK' | 'FK' | 'PK, FK' }[];
}

interface Reference {
  child: string;
  parent: string;
  columns: string;
  /** At most one row refers to each. */
  isUnique: boolean;
}

/** Returns drawings of the tables in Markdown, for each folder that uses them: keys, and which tables refer to which. */
export async function schemaDrawing(client: pg.ClientBase): Promise<string> {
  const { rows: tables } = await client.query<DrawnTable>(TABLES);
  const { rows: references } = await client.query<Reference>(REFERENCES);
  const folders = foldersOfTables();
  const groups = Map.groupBy(tables, ({ name }) => folders.get(name) ?? 'platform/database');
  const sections = [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([folder, own]) => `## ${folder}\n\n${drawing(own, references)}`);
  return `# The metadata tables

Written from the schema by the tests: \`UPDATE_SCHEMA=yes npm test -w api\`. Boxes show keys, and \`api/schema.sql\` has all else. A box without columns belongs to another folder. Each table with a \`workspace_id\` belongs to \`organizations\`, to which no lines are drawn.

${sections.join('\n\n')}
`;
}

function drawing(own: readonly DrawnTable[], references: readonly Reference[]): string {
  const names = new Set(own.map(({ name }) => name));
  const boxes = own.map(
    ({ name, keys }) =>
      `  ${name} {\n${keys.map((key) => `    ${key.type} ${key.name} ${key.mark}\n`).join('')}  }`,
  );
  const lines = references
    .filter(({ child }) => names.has(child))
    .map(
      ({ child, parent, columns, isUnique }) =>
        `  ${parent} ||--${isUnique ? 'o|' : 'o{'} ${child} : "${columns}"`,
    );
  return ['```mermaid', 'erDiagram', ...boxes, ...lines, '```'].join('\n');
}

/** Returns the folder whose code declares each table. What only this one reads, nobody declares. */
function foldersOfTables(): Map<string, string> {
  const folders = new Map<string, string>();
  for (const file of globSync('**/*.ts', { cwd: SOURCES })) {
    const text = readFileSync(SOURCES + file, 'utf8');
    if (!text.includes('declare module') || !text.includes('database/tables.ts')) continue;
    const folder = dirname(file).replace(/^(modules|wings)\//, '');
    for (const [, body] of text.matchAll(/interface (?:Workspace|Installation)Tables \{\n([^]*?)\n {2}\}/g))
      for (const [, table] of body!.matchAll(/^ {4}(\w+): /gm)) folders.set(table!, folder);
  }
  return folders;
}

const TABLES = `
  select relname as name, coalesce((
    select json_agg(json_build_object('name', attname, 'type', replace(format_type(atttypid, atttypmod), ' ', '_'), 'mark',
      concat_ws(', ', case when is_primary then 'PK' end, case when is_foreign then 'FK' end)) order by attnum)
    from pg_attribute, lateral (
      select bool_or(contype = 'p') as is_primary, bool_or(contype = 'f' and confrelid <> 'organizations'::regclass) as is_foreign
      from pg_constraint where conrelid = attrelid and attnum = any(conkey)
    ) keys
    where attrelid = class.oid and (is_primary or is_foreign)
  ), '[]') as keys
  from pg_class class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely%'
  order by relname`;

const REFERENCES = `
  select conrelid::regclass::text as child, confrelid::regclass::text as parent,
    (select string_agg(attname, ', ' order by place) from unnest(conkey) with ordinality key(attnum, place)
      join pg_attribute using (attnum) where attrelid = conrelid and attname <> 'workspace_id') as columns,
    exists (select from pg_constraint same where same.conrelid = con.conrelid and same.contype in ('p', 'u')
      and same.conkey <@ con.conkey) as "isUnique"
  from pg_constraint con
  where contype = 'f' and confrelid <> 'organizations'::regclass
  order by 1, 2, 3`;
