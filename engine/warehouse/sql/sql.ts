/** Returns a text as an SQL literal, for places that allow no parameter, such as file names and types. */
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Returns a column's name as an SQL identifier. */
export const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Returns SQL that joins texts in one go, without those that are NULL. A chain of `||` would copy what it has so far for
 * each of them.
 */
export const joined = (texts: readonly string[]) => `concat(${texts.join(', ')})`;
