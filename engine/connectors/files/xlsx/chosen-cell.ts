import type { ChosenType } from '@headwater/shared/contract';
import { localDateOf } from '@headwater/protocol/date-texts';
import { DECIMAL_MARKS } from '../csv/csv.dialect.ts';
import { figureOf } from '../csv/csv.numbers.ts';
import { isoCell } from '../iso-cell.ts';
import type { SheetCell } from './sheet-cells.ts';
import type { ScanChoices } from './sheet-choices.ts';
import { dateText } from './xlsx.dates.ts';
import { shownNumber } from './xlsx.numbers.ts';

/** How texts are read that are to be something else. */
export type Reading = Pick<ScanChoices, 'decimalMark' | 'dateOrder' | 'is1904'>;

/** The types of columns that people choose. That of numbers depends on their digits. */
export const TYPES: Readonly<Record<Exclude<ChosenType, 'number'>, string>> = {
  text: 'VARCHAR',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  boolean: 'BOOLEAN',
};

/** Returns a cell as one of a type that somebody chose, or null if it can't be one without losing something. */
export function chosenCell(cell: SheetCell, type: ChosenType, reading: Reading): SheetCell | null {
  if (!('text' in cell)) return cell;
  if (type === 'text')
    return { kind: 'text', text: cell.kind === 'number' ? shownNumber(cell.text) : cell.text };
  if (type === 'number') return numberCell(cell, reading);
  if (type === 'boolean') return truthCell(cell);
  const moment = momentCell(cell, reading);
  return moment?.kind === 'moment' && (type === 'timestamp' || !moment.hasTime) ? moment : null;
}

function numberCell(cell: Extract<SheetCell, { text: string }>, { decimalMark }: Reading): SheetCell | null {
  if (cell.kind === 'number') return cell;
  if (cell.kind !== 'text') return null;
  const figure = figureOf(cell.text.trim(), DECIMAL_MARKS[decimalMark ?? 'point']);
  return figure && { kind: 'number', text: `${figure.negative ? '-' : ''}${figure.plain}` };
}

function truthCell(cell: Extract<SheetCell, { text: string }>): SheetCell | null {
  if (cell.kind === 'truth') return cell;
  const text = cell.text.trim().toLowerCase();
  if (['true', 'yes', 'wahr', 'ja', '1'].includes(text)) return { kind: 'truth', text: 'true' };
  return ['false', 'no', 'falsch', 'nein', '0'].includes(text) ? { kind: 'truth', text: 'false' } : null;
}

function momentCell(
  cell: Extract<SheetCell, { text: string }>,
  { dateOrder, is1904 = false }: Reading,
): SheetCell | null {
  if (cell.kind === 'moment') return cell;
  if (cell.kind === 'number') {
    // Days that are counted without a format that says so.
    const date = dateText(Number(cell.text), is1904);
    return date && { kind: 'moment', ...date };
  }
  if (cell.kind !== 'text') return null;
  const iso = isoCell(cell.text);
  if (iso?.kind === 'moment') return iso;
  const local = localDateOf(cell.text.trim());
  if (local?.kind !== 'date' && local?.kind !== 'timestamp') return null;
  const isCertain = local.dmy === local.mdy || local.dmy === null || local.mdy === null;
  const text = dateOrder ? local[dateOrder] : isCertain ? (local.dmy ?? local.mdy) : null;
  return text === null ? null : { kind: 'moment', text, hasTime: local.kind === 'timestamp' };
}
