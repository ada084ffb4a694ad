/** Returns values as one line: with commas between them, and in quotes where a value would be read as another. */
export const writeValues = (values: readonly string[]): string =>
  values
    .map((value) =>
      /[,"]/.test(value) || value.trim() !== value ? `"${value.replaceAll('"', '""')}"` : value,
    )
    .join(', ');

/**
 * Returns the values of a line that people type. A quote that isn't closed ends with the line, and one that ends before
 * its value does is part of it.
 */
export const readValues = (text: string): string[] =>
  [...text.matchAll(/\s*(?:"((?:[^"]|"")*)(?:"\s*(?=,|$)|$)|([^,]*))(?:,|$)/g)].flatMap(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? (plain.trim() || []),
  );
