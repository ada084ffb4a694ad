import { decimalWords } from '../../charts/decimal-words.ts';
import type { Language } from '../../messages/language.ts';
import type { GridColumn } from './grid-column.ts';

/**
 * Returns whether a column's digits are grouped. Whole numbers aren't, because they are IDs and years as often as
 * counts.
 */
const isAmount = ({ kind, type, primaryKey }: GridColumn) =>
  kind === 'number' &&
  !primaryKey &&
  /^(decimal|numeric|double|float|real)/i.test(type) &&
  !/,\s*0\)$/.test(type);

/** Returns a cell's value as shown: amounts as charts and files write them, with all their digits. */
export const writtenAs = (value: string, column: GridColumn, language: Language): string =>
  column.write ? column.write(value) : isAmount(column) ? decimalWords(value, language) : value;
