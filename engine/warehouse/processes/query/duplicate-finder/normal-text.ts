import { isText, valueText } from '../../../sql/rows-statement.ts';
import type { PageColumn } from '../../../sql/page-column.ts';
import { identifier } from '../../../sql/sql.ts';
import type { TextRules } from '../messages.ts';

/** Returns SQL for a value without what the rules ignore. An empty text is no value. */
export function normalValue(column: PageColumn, rules: TextRules): string {
  return isText(column) && column.type !== 'BLOB'
    ? normal(`${identifier(column.name)}::varchar`, rules)
    : identifier(column.name);
}

/** Returns SQL for the same as one text, of all columns that have a value. */
export function normalText(columns: readonly PageColumn[], rules: TextRules): string {
  const texts = columns.map((column) => normal(valueText(column), rules));
  return `nullif(concat_ws(' ', ${texts.join(', ')}), '')`;
}

function normal(text: string, { ignoreSpaces, ignoreCase, ignoreAccents }: TextRules): string {
  let value = text;
  if (ignoreSpaces) value = `trim(regexp_replace(${value}, '[\\s\\p{Z}]+', ' ', 'g'))`;
  // Letters have their accents as a part or as a character of its own.
  value = `nfc_normalize(${value})`;
  if (ignoreAccents) value = `strip_accents(${value})`;
  if (ignoreCase) value = `lower(${value})`;
  return `nullif(${value}, '')`;
}
