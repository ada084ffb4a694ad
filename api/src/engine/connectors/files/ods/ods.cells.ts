import type { SheetCell } from '../xlsx/xlsx.rows.ts';

/** Returns a cell by its attributes and its text, or undefined if it's empty. */
export function odsCell(
  attributes: Readonly<Record<string, string>>,
  text: string | null,
): SheetCell | undefined {
  if (attributes['calcext:value-type'] === 'error') return { kind: 'error' };
  const value = attributes['office:value'];
  switch (attributes['office:value-type']) {
    case 'float':
    case 'percentage':
    case 'currency':
      // Before there was a type for them, errors were zeros with a text such as #DIV/0! or Err:502.
      if (value === '0' && text !== null && /^(#[A-Z/0]+[!?]?|Err:\d+)$/.test(text)) return { kind: 'error' };
      return value !== undefined && isNumber(value) ? { kind: 'number', text: value } : textCell(text);
    case 'date':
      return momentOf(attributes['office:date-value'] ?? '') ?? textCell(text);
    case 'time':
      return timeOf(attributes['office:time-value'] ?? '') ?? textCell(text);
    case 'boolean':
      return { kind: 'truth', text: attributes['office:boolean-value'] === 'true' ? 'true' : 'false' };
    case undefined:
      return 'table:formula' in attributes ? { kind: 'uncalculated' } : textCell(text);
    default:
      return textCell(attributes['office:string-value'] ?? text);
  }
}

const textCell = (text: string | null): SheetCell | undefined =>
  text === null || text === '' ? undefined : { kind: 'text', text };

/** Neither INF nor NaN, which the format allows. */
const isNumber = (value: string) => /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(value);

/** As in an Excel workbook, a moment at midnight is a date. */
function momentOf(value: string): SheetCell | undefined {
  const [, day, time, fraction = ''] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.(\d+))?)?$/.exec(value) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return undefined;
  const clock = `${time ?? '00:00:00'}${digitsOf(fraction)}`;
  const hasTime = clock !== '00:00:00';
  return { kind: 'moment', text: hasTime ? `${day} ${clock}` : day, hasTime };
}

/** A duration of less than a day is a time, and a longer one stays what is shown. */
function timeOf(value: string): SheetCell | undefined {
  const [, hours, minutes = '0', seconds = '0', fraction = ''] =
    /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,](\d+))?S)?$/.exec(value) ?? [];
  if (hours === undefined) return undefined;
  const clock = [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':');
  return { kind: Number(hours) < 24 ? 'time' : 'text', text: `${clock}${digitsOf(fraction)}` };
}

/** Returns a fraction of a second as the warehouse has it. */
function digitsOf(fraction: string): string {
  const digits = fraction.slice(0, 6).replace(/0+$/, '');
  return digits === '' ? '' : `.${digits}`;
}
