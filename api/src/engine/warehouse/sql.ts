/** Returns a text as an SQL literal, for places that allow no parameter, such as file names and types. */
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Returns a column's name as an SQL identifier. */
export const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;
