const BLANKS_AND_COMMENTS = /(?:\s|--[^\r\n]*|\/\*[\s\S]*?\*\/)/y;
const SETS_ZONE = /set\s+time\s*zone(?:\s*=\s*|\s+to\s+|\s+)'([^'\\]{1,64})'\s*;/iy;

/** A statement without the zone that it sets, at whose place are spaces. */
interface ZonedStatement {
  sql: string;
  /** Null unless it sets one, and where, in bytes from the start. */
  zone: { name: string; position: number } | null;
}

/**
 * Takes the zone off a statement that begins with it: `set TimeZone = 'Asia/Tokyo'; select …`. It's a part of the text,
 * so that it's saved, shared, and run again with the query. All positions stay.
 */
export function zonedStatement(sql: string): ZonedStatement {
  let start = 0;
  for (;;) {
    BLANKS_AND_COMMENTS.lastIndex = start;
    if (!BLANKS_AND_COMMENTS.test(sql)) break;
    start = BLANKS_AND_COMMENTS.lastIndex;
  }
  SETS_ZONE.lastIndex = start;
  const [found, name] = SETS_ZONE.exec(sql) ?? [];
  if (found === undefined || name === undefined) return { sql, zone: null };
  const position = Buffer.byteLength(sql.slice(0, start + found.indexOf("'")));
  const spaces = ' '.repeat(Buffer.byteLength(found));
  return { sql: sql.slice(0, start) + spaces + sql.slice(start + found.length), zone: { name, position } };
}
