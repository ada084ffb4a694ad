import { duckdb, formatDialect } from 'sql-formatter';

/** What belongs together in a query: texts, names, and comments as they are, words, numbers, and marks. */
const TOKENS =
  /(?<!\w)e'(?:\\[\s\S]|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"|\$(?<tag>[A-Za-z_]\w*)?\$[\s\S]*?\$\k<tag>\$|--[^\r\n]*|\/\*[\s\S]*?\*\/|[$\p{L}\d_]+|->>?|<->|<=>|[<>!=]=|=>|<>|::|:=|\*\*|\|\||\/\/|@>|<@|\^@|!?~{1,3}\*?|&&|<<|>>|\S/giu;

/** `$name`, which isn't the beginning of a text between two `$name$`. */
const PARAMETER = String.raw`\$[A-Za-z_]\w*(?![\w$])`;

/** The formatter's work grows with the square of how deep a query is nested, and the page waits for it. */
const MOST_LEVELS = 100;

const OPENING = new Set(['(', '[', '{', 'case']);
const CLOSING = new Set([')', ']', '}', 'end']);

/**
 * Returns a query with one clause, column, or condition a line, or null if that can't be done. Nothing but the space
 * between its parts changes: whatever the formatter would do to one of them, the query stays as it was.
 */
export function formatSql(sql: string): string | null {
  if (levelsOf(sql) > MOST_LEVELS) return null;
  try {
    const formatted = formatDialect(sql, {
      dialect: duckdb,
      paramTypes: { custom: [{ regex: PARAMETER }] },
      keywordCase: 'preserve',
    });
    // It would indent the lines within a comment.
    const comments = partsOf(sql).filter(isComment);
    const kept = formatted.replaceAll(TOKENS, (part) =>
      isComment(part) ? (comments.shift() ?? part) : part,
    );
    return isSame(sql, kept) ? kept : null;
  } catch {
    // It isn't a query yet.
    return null;
  }
}

const isComment = (part: string) => part.startsWith('/*');

/** Returns whether two texts say the same. */
function isSame(one: string, other: string): boolean {
  const [before, after] = [partsOf(one), partsOf(other)];
  return before.length === after.length && before.every((part, at) => part === after[at]);
}

/** Returns how deep a query is nested. */
function levelsOf(sql: string): number {
  let [level, most] = [0, 0];
  for (const part of partsOf(sql)) {
    const word = part.toLowerCase();
    // Some columns are called "end", too.
    level = Math.max(0, level + Number(OPENING.has(word)) - Number(CLOSING.has(word)));
    most = Math.max(most, level);
  }
  return most;
}

const partsOf = (sql: string): string[] => (sql.match(TOKENS) ?? []).map((part) => part.trimEnd());
