interface Grantee {
  database: string;
  username: string;
  schemas: readonly string[];
}

/**
 * The statements that make a user who can read and nothing else, with the form's own names in them.
 * The password stays a gap: what was typed into the form is not shown again.
 */
export function grantScript({ database, username, schemas }: Grantee, laterTables: string): string {
  const user = identifier(username || 'headwater_reader');
  const lines = [
    `create role ${user} login password '…';`,
    `grant connect on database ${identifier(database || 'your_database')} to ${user};`,
  ];
  for (const schema of schemas.length > 0 ? schemas.map(identifier) : ['public']) {
    lines.push(
      `grant usage on schema ${schema} to ${user};`,
      `grant select on all tables in schema ${schema} to ${user};`,
      `-- ${laterTables}`,
      `alter default privileges in schema ${schema}`,
      `  grant select on tables to ${user};`,
    );
  }
  return lines.join('\n');
}

/** Quoted where PostgreSQL needs it; quoting is never wrong, only louder. */
function identifier(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !RESERVED.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

// Of PostgreSQL's reserved words those that people name a user, database or schema by.
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
