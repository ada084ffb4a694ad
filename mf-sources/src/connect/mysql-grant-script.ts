/**
 * Returns the statements that create a user who may only read the database, with the names in the form. The password is
 * left open, because what was typed into the form isn't shown again.
 */
export function mysqlGrantScript({ database, username }: { database: string; username: string }): string {
  const user = `${literal(username || 'headwater_reader')}@'%'`;
  return [
    `create user ${user} identified by '…';`,
    `grant select, show view on ${databaseName(database || 'your_database')}.* to ${user};`,
  ].join('\n');
}

/** In a grant, `_` and `%` in a database's name stand for other characters. */
const databaseName = (name: string) =>
  `\`${name.replaceAll('`', '``').replaceAll('_', '\\_').replaceAll('%', '\\%')}\``;

const literal = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
