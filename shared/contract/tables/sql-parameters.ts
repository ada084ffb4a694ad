export const SQL_PARAMETERS_MAX = 50;

const LITERALS_AND_PARAMETERS =
  /(?<!\w)e'(?:\\[\s\S]|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"|\$(?<tag>[A-Za-z_]\w*)?\$[\s\S]*?\$\k<tag>\$|--[^\r\n]*|\/\*[\s\S]*?\*\/|(?<!\w)\$(?<name>[A-Za-z_]\w{0,62})/gi;

/** Returns the names of `$name` in a query, in their order, without those in texts and comments. */
export function parametersIn(sql: string): string[] {
  const names = [...sql.matchAll(LITERALS_AND_PARAMETERS)].flatMap(({ groups }) => groups?.name ?? []);
  return [...new Set(names)];
}

const SPLIT_BEFORE = /\b(?:string_split|str_split|split|string_to_array)\s*\(\s*(?:coalesce\s*\(\s*)?$/i;
const SEPARATOR_AFTER = /^\s*(?:,\s*''\s*\)\s*)?,\s*'((?:[^']|'')+)'/;

/**
 * Returns what separates the values of a parameter that takes several: a query has no lists of values as such, but can
 * split a text, as in `list_contains(string_split($status, ','), status)`. Null for a parameter that takes one.
 */
export function separatorOf(sql: string, parameter: string): string | null {
  for (const { before, after } of placesOf(sql, parameter)) {
    const separator = SPLIT_BEFORE.test(before) ? SEPARATOR_AFTER.exec(after)?.[1] : undefined;
    if (separator !== undefined) return separator.replaceAll("''", "'");
  }
  return null;
}

const ASKS_BEFORE = /(?:\b(?:coalesce|ifnull)\s*\(|\bis\s+(?:not\s+)?distinct\s+from)\s*$/i;
const ASKS_AFTER = /^\s*(?:::\s*\w+\s*)?is\s+(?:not\s+)?(?:null|distinct\s+from)\b/i;

/** Whether a query says what it means that a parameter has no value. Otherwise, it has no rows then, as a rule. */
export const meansNoValue = (sql: string, parameter: string): boolean =>
  placesOf(sql, parameter).some(({ before, after }) => ASKS_BEFORE.test(before) || ASKS_AFTER.test(after));

/** So much of the text around a parameter says how it is used. */
const AROUND = 200;

const placesOf = (sql: string, parameter: string) =>
  [...sql.matchAll(LITERALS_AND_PARAMETERS)]
    .filter(({ groups }) => groups?.name === parameter)
    .map(({ index, 0: { length } }) => ({
      before: sql.slice(Math.max(0, index - AROUND), index),
      after: sql.slice(index + length, index + length + AROUND),
    }));
