interface Grantee {
  database: string;
  username: string;
}

/**
 * The statements that create a user who can only read, every schema that exists, with the form's own names in them.
 * The password stays a gap: what was typed into the form is not shown again.
 */
export function grantScript({ database, username }: Grantee, laterTables: string): string {
  const name = username || 'headwater_reader';
  const user = identifier(name);
  const quote = dollarQuote(user);
  return [
    `create role ${user} login password '…';`,
    `grant connect on database ${identifier(database || 'your_database')} to ${user};`,
    `do ${quote}`,
    'declare',
    '  s name;',
    'begin',
    '  for s in',
    '    select nspname from pg_namespace',
    "    where nspname !~ '^pg_' and nspname <> 'information_schema'",
    "      and has_schema_privilege(oid, 'usage with grant option')",
    '  loop',
    `    execute format('grant usage on schema %I to %I', s, ${literal(name)});`,
    `    execute format('grant select on all tables in schema %I to %I', s, ${literal(name)});`,
    `    -- ${laterTables}`,
    `    execute format('alter default privileges in schema %I grant select on tables to %I', s, ${literal(name)});`,
    '  end loop;',
    'end',
    `${quote};`,
  ].join('\n');
}

/** Quoted where PostgreSQL needs it; quoting is never wrong, only louder. */
function identifier(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !RESERVED.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** Right whether the server takes backslashes for escapes or not. */
function literal(text: string): string {
  const quoted = `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  return text.includes('\\') ? `E${quoted}` : quoted;
}

/** Begins and ends the block, so it must not stand in the name. */
function dollarQuote(name: string): string {
  let quote = '$$';
  for (let n = 1; name.includes(quote); n += 1) quote = `$_${n}$`;
  return quote;
}

// Of PostgreSQL's reserved words those that people name a user or database by.
const RESERVED = new Set([
  'all',
  'analyse',
  'analyze',
  'default',
  'end',
  'group',
  'order',
  'primary',
  'select',
  'table',
  'user',
]);
