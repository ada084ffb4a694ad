/** Returns a name as an SQL identifier. */
export const identifier = (name: string) => `\`${name.replaceAll('`', '``')}\``;

/** Returns a text as an SQL literal, for sessions whose sql_mode is empty: see SETTINGS. */
export const literal = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`;
