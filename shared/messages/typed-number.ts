/**
 * What somebody has typed for a number: the number as the API takes it, with a point and without groups; or the two that
 * it can mean; or null for what is none.
 */
export type ReadNumber = { number: string } | { either: [string, string] } | null;

/**
 * Reads a number as it's typed in a language. A point is also read where the language has a comma, because numbers are
 * pasted from elsewhere; but before exactly three digits, it can as well be that of thousands.
 */
export function readNumber(text: string, locale: string): ReadNumber {
  const typed = text
    .trim()
    .replace(/^[−–]/, '-')
    .replace(/[\s\u00a0\u202f]/g, '');
  const { group, decimal } = separatorsOf(locale);
  if (/^-?\d+(\.\d+)?$/.test(typed)) {
    const isGrouped = group === '.' && /^-?[1-9]\d{0,2}\.\d{3}$/.test(typed);
    return isGrouped ? { either: [typed.replace('.', ''), typed] } : { number: typed };
  }
  const [whole = '', fraction, ...more] = typed.split(decimal);
  const [first = '', ...groups] = whole.replace(/^-/, '').split(group);
  // `0,500` and `12345,678` have the decimal comma of another language.
  const isGrouped =
    groups.length === 0 || (/^[1-9]\d{0,2}$/.test(first) && groups.every((part) => part.length === 3));
  const plain = whole.replaceAll(group, '') + (fraction === undefined ? '' : `.${fraction}`);
  return isGrouped && more.length === 0 && /^-?\d+(\.\d+)?$/.test(plain) ? { number: plain } : null;
}

/** What somebody has typed for several numbers. `unclear` is a part that can be one number or several. */
export type ReadNumbers = { numbers: string[] } | { unclear: string } | { either: [string, string] } | null;

/**
 * Reads several numbers as they're typed in a language, with a separator between them that numbers can have as well.
 * Semicolons between them are always read as that.
 */
export function readNumbers(line: string, separator: string, locale: string): ReadNumbers {
  const between = separator.trim();
  const isPlain = line.includes(';') || between === '';
  const mark = between.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  const parts = line
    .split(isPlain ? /[;\n]/ : new RegExp(`\\s+${mark}\\s*|${mark}(?:\\s+|$)`))
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const numbers: string[] = [];
  for (const part of parts) {
    const one = readNumber(part, locale);
    const pieces = isPlain ? [] : part.split(between).map((piece) => readNumber(piece, locale));
    const several = pieces.flatMap((read) => (read && 'number' in read ? [read.number] : []));
    const isSeveral = pieces.length > 1 && several.length === pieces.length;
    if (one && isSeveral) return { unclear: part };
    if (one && 'either' in one) return one;
    if (!one && !isSeveral) return null;
    numbers.push(...(one ? [one.number] : several));
  }
  return { numbers };
}

/** Writes a number as it is typed in a language: with all its digits, and without groups. */
export const typeable = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { useGrouping: false, maximumSignificantDigits: 15 }).format(value);

/** Writes a number that the API has as it is typed in a language. What isn't one stays as it is. */
export const typeableText = (number: string, locale: string): string =>
  /^-?\d+(\.\d+)?$/.test(number) ? number.replace('.', separatorsOf(locale).decimal) : number;

function separatorsOf(locale: string) {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.8);
  const separator = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { group: separator('group'), decimal: separator('decimal') };
}
