const PLAIN = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * Returns a decimal with its digits in groups, and with the digits after the point that it has: 1398.50 stays two of
 * them, everywhere. Works on the text, because a JavaScript number would lose digits. Other texts are returned as they are.
 */
export function decimalWords(text: string, locale: string): string {
  const parts = PLAIN.exec(text);
  if (!parts) return text;
  const [, sign, whole = '', fraction] = parts;
  const { group, decimal } = separatorsOf(locale);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return `${sign}${grouped}${fraction === undefined ? '' : decimal + fraction}`;
}

const separators = new Map<string, { group: string; decimal: string }>();

function separatorsOf(locale: string) {
  const known = separators.get(locale);
  if (known) return known;
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.8);
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const found = { group: find('group'), decimal: find('decimal') };
  separators.set(locale, found);
  return found;
}
