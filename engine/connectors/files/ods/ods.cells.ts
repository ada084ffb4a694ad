import { isoCell } from '../iso-cell.ts';
import { storedNumber } from '../xlsx/xlsx.numbers.ts';
import type { SheetCell } from '../xlsx/sheet-cells.ts';

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
      return value !== undefined && isNumber(value)
        ? { kind: 'number', text: storedNumber(value) }
        : textCell(text);
    case 'date':
      return isoText(attributes['office:date-value'], text);
    case 'time':
      return isoText(attributes['office:time-value'], text);
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

/** What is no date or time of ours stays as the file has it: what is shown can be less. */
const isoText = (value: string | undefined, shown: string | null) =>
  value === undefined ? textCell(shown) : (isoCell(value) ?? textCell(value));
