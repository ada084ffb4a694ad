import { formatKind, momentText, timeText } from '../files/xlsx/xlsx.dates.ts';
import type { SheetCell } from '../files/xlsx/sheet-cells.ts';

/** A cell as the Sheets API describes it. */
export interface CellData {
  effectiveValue?: {
    numberValue?: number;
    stringValue?: string;
    boolValue?: boolean;
    errorValue?: unknown;
  };
  effectiveFormat?: { numberFormat?: { type?: string; pattern?: string } };
}

/** The days of years that a date can be in, counted from December 30, 1899. */
const FIRST_DAY = -693_593;
const DAY_AFTER_LAST = 2_958_466;

/** Returns a cell’s value, as it is behind what is shown. Undefined if there is none. */
export function cellOf({ effectiveValue, effectiveFormat }: CellData): SheetCell | undefined {
  if (!effectiveValue) return undefined;
  const { numberValue, stringValue, boolValue, errorValue } = effectiveValue;
  if (errorValue !== undefined) return { kind: 'error' };
  if (boolValue !== undefined) return { kind: 'truth', text: boolValue ? 'true' : 'false' };
  if (stringValue !== undefined) return stringValue === '' ? undefined : { kind: 'text', text: stringValue };
  if (numberValue === undefined) return undefined;
  return numberCell(numberValue, effectiveFormat?.numberFormat ?? {});
}

/** Dates and times are numbers of days with such a format. */
function numberCell(serial: number, { type, pattern }: { type?: string; pattern?: string }): SheetCell {
  const isDuration = pattern !== undefined && formatKind(0, pattern) === 'duration';
  if (type === 'TIME' && !isDuration) {
    const time = timeText(serial);
    if (time !== null) return { kind: 'time', text: time };
  }
  const isMoment = type === 'DATE' || type === 'DATE_TIME' || type === 'TIME';
  if (isMoment && !isDuration && serial >= FIRST_DAY && serial < DAY_AFTER_LAST)
    return { kind: 'moment', ...momentText(serial) };
  return { kind: 'number', text: String(serial) };
}
