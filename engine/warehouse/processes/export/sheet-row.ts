import { SHEET_TEXT_MAX } from '@headwater/shared/contract/plain';
import { valueText } from '../../sql/rows-statement.ts';
import type { PageColumn } from '../../sql/page-column.ts';
import { identifier, joined, literal } from '../../sql/sql.ts';
import { addressOf, PLACE, STYLES } from './workbook.ts';

/**
 * Returns SQL for a row of a sheet in an Excel file, with `PLACE` instead of its number. The values of a column are of one
 * kind: numbers and times are Excel's own, cut to the digits that it keeps, unless the column is among `asText`. Text is
 * never a formula, whatever it begins with.
 */
export const sheetRow = (shown: readonly PageColumn[], asText: ReadonlySet<string>): string =>
  joined([
    `'<row r="${PLACE}">'`,
    ...shown.map(
      (column, at) =>
        `'<c r="${addressOf(at)}"' || ${asText.has(column.name) ? plain(valueText(column)) : cell(column)}`,
    ),
    `'</row>'`,
  ]);

/**
 * Returns a condition that all values of a column have to meet to be Excel's own, or null if they always are. Excel has no
 * whole numbers of more than 15 digits, and no days before March 1900.
 */
export function fitsSheet({ name, type }: PageColumn): string | null {
  const value = identifier(name);
  const between = (least: string, most: string) => `${value} between ${least} and ${most}`;
  if (type === 'BIGINT' || type === 'UBIGINT') return between(`-${WHOLE_MAX}`, WHOLE_MAX);
  if (type.startsWith('DECIMAL(')) {
    const [precision = 38, scale = 0] = (type.match(/\d+/g) ?? []).map(Number);
    return precision - scale <= DIGITS ? null : between(`-${WHOLE_MAX}::${type}`, `${WHOLE_MAX}::${type}`);
  }
  if (type === 'DATE') return between(`date '${FIRST_DAY}'`, `date '${LAST_DAY}'`);
  if (!type.startsWith('TIMESTAMP')) return null;
  return `(isfinite(${value}) and epoch_us(${value}) >= ${microseconds(FIRST_DAY)} and epoch_us(${value}) < ${microseconds(LAST_DAY)} + ${DAY_US})`;
}

/** Returns SQL for what follows the address of a cell. */
function cell(column: PageColumn): string {
  const { type } = column;
  const value = identifier(column.name);
  const text = valueText(column);
  if (/^U?(TINY|SMALL|BIG)?INT(EGER)?$/.test(type) || type.startsWith('DECIMAL(')) return number(text);
  if (type === 'FLOAT' || type === 'DOUBLE')
    return `if(isfinite(${value}) and (${value} = 0 or abs(${value}) >= ${NORMAL_MIN}), ${number(text)}, ${plain(text)})`;
  if (type === 'BOOLEAN') return `' t="b"><v>' || ${value}::integer || '</v></c>'`;
  if (type === 'DATE') return number(`date_diff('day', date '1899-12-30', ${value})::varchar`, 'date');
  if (type.startsWith('TIMESTAMP')) return moment(value);
  if (type === 'TIME') return clock(value);
  return type === 'UUID' ? plain(text) : freeText(text, type === 'BLOB');
}

/** Excel shows and keeps 15 digits, and cuts those of a fraction. */
const DIGITS = 15;
const WHOLE_MAX = '9'.repeat(DIGITS);
/** Excel makes smaller numbers 0. */
const NORMAL_MIN = '2.2250738585072014e-308';

/** Excel takes 1900 for a leap year, so days are right from March of that year on. */
const FIRST_DAY = '1900-03-01';
const LAST_DAY = '9999-12-31';

const DAY_US = 86_400_000_000;
const microseconds = (day: string) => (Date.parse(day) * 1_000).toFixed();

/**
 * Excel has no time zones: those of instants are in UTC. It tells milliseconds apart, and no shorter times, which are cut. A
 * serial is a tenth of a millisecond more: what a double lacks of a time would cost it a whole one where it's cut off.
 */
function moment(value: string): string {
  // Never negative, so that cutting is cutting down.
  const time = `((epoch_us(${value}) + 25569 * ${DAY_US}) // 1000)`;
  const serial = `((${time} * 1000 + 100) / ${DAY_US}.0)::varchar`;
  return `if(${time} % 1000 = 0, ${number(serial, 'seconds')}, ${number(serial, 'milliseconds')})`;
}

/** A share of a day. */
function clock(value: string): string {
  const time = `(epoch_us(${value}) // 1000)`;
  const share = `((${time} * 1000 + 100) / ${DAY_US}.0)::varchar`;
  return `if(${time} % 1000 = 0, ${number(share, 'clock')}, ${number(share, 'clock_milliseconds')})`;
}

const number = (text: string, style: keyof typeof STYLES = 'plain') => {
  const attribute = STYLES[style] === 0 ? '' : ` s="${STYLES[style]}"`;
  return `'${attribute}><v>' || ${text} || '</v></c>'`;
};

/** For text without markup. */
const plain = (text: string) => `' t="inlineStr"><is><t xml:space="preserve">' || ${text} || '</t></is></c>'`;

/** What XML can't contain. Excel writes it as `_x0001_`. XML readers also turn a carriage return into a line feed. */
const ILLEGAL = String.raw`[\x00-\x08\x0B-\x1F\x{FFFE}\x{FFFF}]`;
/** What Excel would read as such a character. */
const ESCAPE = '_(x[0-9A-Fa-f]{4}_)';
const ASTRAL = String.raw`[\x{10000}-\x{10FFFF}]`;

/** Text that needs no escaping, as most, takes the short way. */
function freeText(text: string, isPlainLetters: boolean): string {
  const cut = shortened(text, isPlainLetters);
  const legal = `if(regexp_matches(${cut}, ${literal(`${ILLEGAL}|${ESCAPE}`)}), ${legible(cut)}, ${cut})`;
  const marked = `replace(replace(replace(${legal}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')`;
  const isSpecial = `regexp_matches(${cut}, ${literal(`[&<>]|${ILLEGAL}|${ESCAPE}`)})`;
  return plain(`if(${isSpecial}, ${marked}, ${cut})`);
}

const legible = (text: string) => `
  array_to_string(list_transform(
    string_split(regexp_replace(${text}, ${literal(ESCAPE)}, '_x005F_\\1', 'g'), ''),
    lambda letter: if(regexp_matches(letter, ${literal(ILLEGAL)}), printf('_x%04X_', ord(letter)), letter)), '')`;

/** Excel refuses files with longer texts. It counts letters beyond the first 65,536 twice. */
function shortened(text: string, isPlainLetters: boolean): string {
  const cutTo = (letters: number) =>
    `if(length(${text}) > ${letters}, left(${text}, ${letters - 1}) || '…', ${text})`;
  const half = Math.floor(SHEET_TEXT_MAX / 2);
  const long = isPlainLetters
    ? cutTo(SHEET_TEXT_MAX)
    : `if(regexp_matches(${text}, ${literal(ASTRAL)}), ${cutTo(half)}, ${cutTo(SHEET_TEXT_MAX)})`;
  return `if(strlen(${text}) <= ${SHEET_TEXT_MAX}, ${text}, ${long})`;
}
