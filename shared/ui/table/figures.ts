import type { Language } from '../../messages/language.ts';
import type { GridColumn } from './data-grid.tsx';

/**
 * Returns whether a column's digits are grouped. Whole numbers aren't, because they are IDs and years as often as
 * counts.
 */
const isAmount = ({ kind, type, primaryKey }: GridColumn) =>
  kind === 'number' &&
  !primaryKey &&
  /^(decimal|numeric|double|float|real)/i.test(type) &&
  !/,\s*0\)$/.test(type);

const PLAIN = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Returns a cell's value as shown. Works on its digits, because a JavaScript number would lose some of them. */
export function writtenAs(value: string, column: GridColumn, language: Language): string {
  const parts = isAmount(column) ? PLAIN.exec(value) : null;
  if (!parts) return value;
  const [, sign, whole = '', fraction] = parts;
  const { group, decimal } = separatorsOf(language);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return `${sign}${grouped}${fraction === undefined ? '' : decimal + fraction}`;
}

const separators = new Map<Language, { group: string; decimal: string }>();

function separatorsOf(language: Language) {
  const known = separators.get(language);
  if (known) return known;
  const parts = new Intl.NumberFormat(language).formatToParts(1_234_567.8);
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const found = { group: find('group'), decimal: find('decimal') };
  separators.set(language, found);
  return found;
}
