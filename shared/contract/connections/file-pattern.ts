/** Stands for any text in a pattern of file names. */
export const FILE_PATTERN = '*';

/**
 * Returns whether a file's name matches a pattern such as `orders-*.csv`. Case doesn't matter. A pattern without a slash
 * is about the name, whatever folder the file is in.
 */
export function fileMatches(fileName: string, pattern: string): boolean {
  const name = pattern.includes('/') ? fileName : (fileName.split('/').at(-1) ?? fileName);
  const [first = '', ...others] = pattern.toLowerCase().split(FILE_PATTERN);
  let rest = name.toLowerCase();
  if (!rest.startsWith(first)) return false;
  if (others.length === 0) return rest === first;
  rest = rest.slice(first.length);
  const last = others.pop()!;
  // By hand, because a regular expression of many stars can take forever.
  for (const part of others) {
    const at = rest.indexOf(part);
    if (at < 0) return false;
    rest = rest.slice(at + part.length);
  }
  return rest.endsWith(last);
}

/** Returns the pattern of a name in which only numbers and dates vary: `orders-*.csv` for `orders-2024-01.csv`. */
export const patternOfName = (fileName: string): string =>
  fileName.replaceAll(/\d+(?:[-_]\d+)*/g, FILE_PATTERN);
