interface Grantee {
  database: string;
  username: string;
}

/**
 * Returns the statements that create a user with read-only access to every existing schema, with the names in the
 * form. The password is left open, because what was typed into the form isn't shown again.
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

/** Quotes a name only if PostgreSQL needs it: quotes are never wrong, but harder to read. */
function identifier(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !RESERVED.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** Quotes a text so that it is correct whether or not the server treats backslashes as escapes. */
function literal(text: string): string {
  const quoted = `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  return text.includes('\\') ? `E${quoted}` : quoted;
}

/** Returns the delimiter of the block, which must not occur in the name. */
function dollarQuote(name: string): string {
  let quote = '$$';
  for (let n = 1; name.includes(quote); n += 1) quote = `$_${n}$`;
  return quote;
}

// The reserved words of PostgreSQL that people are likely to name a user or database.
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
