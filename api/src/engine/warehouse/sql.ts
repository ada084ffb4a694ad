/** A text as an SQL literal, where no parameter can stand: file names, types. */
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The name of a user's column as an SQL identifier. */
export const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;
