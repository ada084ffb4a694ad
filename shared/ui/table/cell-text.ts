import { formatFor, useFormat } from '../../messages/format.ts';
import { useLanguage, type Language } from '../../messages/language.ts';
import type { GridColumn } from './grid-column.ts';
import { writtenAs } from './figures.ts';

/** More of a value is never shown in a cell. */
const SHOWN = 200;

/** How the user reads values. */
export interface CellFormat {
  language: Language;
  /** Formats a timestamp: see momentWords. */
  timestamp(iso: string): string;
}

/**
 * Returns whether a column's timestamps are shown in the user's time zone; those without a zone are shown unchanged.
 */
export const hasZone = ({ kind, type }: Pick<GridColumn, 'kind' | 'type'>) =>
  kind === 'timestamp' && /with time zone|timestamptz/i.test(type);

/** Returns a value as the user reads it, whole. */
function readableText(value: string, column: GridColumn, { language, timestamp }: CellFormat): string {
  if (column.kind !== 'timestamp') return writtenAs(value, column, language);
  return column.zone === undefined ? timestamp(value) : formatFor(language, column.zone).timestamp(value);
}

/** Returns a function that writes a value of a column as the user reads it in tables. */
export function useReadableText(): (value: string, column: GridColumn) => string {
  const language = useLanguage();
  const { timestamp } = useFormat();
  return (value, column) => readableText(value, column, { language, timestamp });
}

/** Returns a value as its cell shows it: line breaks and tabs are symbols, because hiding them would hide data. */
export const cellText = (value: string, column: GridColumn, format: CellFormat) =>
  readableText(value, column, format)
    .slice(0, SHOWN)
    .replace(/\r\n|\r|\n/g, '↵')
    .replaceAll('\t', '⇥');
