/**
 * Returns a number that someone has typed in a language as the API takes it: with a point, and without groups. What reads
 * as no number stays as it is, and so does what is written with a point already.
 */
export function typedNumber(text: string, locale: string): string {
  const typed = text
    .trim()
    .replace(/^[−–]/, '-')
    .replace(/[\s\u00a0\u202f]/g, '');
  if (/^-?\d+(\.\d+)?$/.test(typed)) return typed;
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.8);
  const separator = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const [group, decimal] = [separator('group'), separator('decimal')];
  const [whole = '', fraction, ...more] = typed.split(decimal);
  const digits = whole.replace(/^-/, '').split(group);
  const isGrouped = digits.length === 1 || digits.slice(1).every((part) => part.length === 3);
  const plain = whole.replaceAll(group, '') + (fraction === undefined ? '' : `.${fraction}`);
  return isGrouped && more.length === 0 && /^-?\d+(\.\d+)?$/.test(plain) ? plain : typed;
}

/** Writes a number as it is typed in a language: with all its digits, and without groups. */
export const typeable = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { useGrouping: false, maximumSignificantDigits: 15 }).format(value);
