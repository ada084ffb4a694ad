const LITERALS_AND_PARAMETERS =
  /(?<!\w)e'(?:\\[\s\S]|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"|\$(?<tag>[A-Za-z_]\w*)?\$[\s\S]*?\$\k<tag>\$|--[^\r\n]*|\/\*[\s\S]*?\*\/|(?<!\w)\$(?<name>[A-Za-z_]\w{0,62})/gi;

/** Returns the names of `$name` in a query, in their order, without those in texts and comments. */
export function parametersIn(sql: string): string[] {
  const names = [...sql.matchAll(LITERALS_AND_PARAMETERS)].flatMap(({ groups }) => groups?.name ?? []);
  return [...new Set(names)];
}
