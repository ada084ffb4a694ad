import { SHEET_TEXT_MAX } from '@headwater/shared/contract/plain';
import { valueText, type PageColumn } from '../warehouse/rows-statement.ts';
import { identifier, joined, literal } from '../warehouse/sql.ts';
import { addressOf, PLACE, STYLES } from './workbook.ts';

/**
 * Returns SQL for a row of a sheet in an Excel file, with `PLACE` instead of its number. Numbers and times are Excel's own where it holds all their digits,
 * and text otherwise. Text is never a formula, whatever it begins with.
 */
export const sheetRow = (shown: readonly PageColumn[]): string =>
  joined([
    `'<row r="${PLACE}">'`,
    ...shown.map((column, at) => `'<c r="${addressOf(at)}"' || ${cell(column)}`),
    `'</row>'`,
  ]);

/** Returns SQL for what follows the address of a cell. */
function cell(column: PageColumn): string {
  const { type } = column;
  const value = identifier(column.name);
  const text = valueText(column);
  if (type === 'SMALLINT' || type === 'INTEGER') return number(text);
  if (type === 'BIGINT')
    return `if(${value} between -${WHOLE_MAX} and ${WHOLE_MAX}, ${number(text)}, ${plain(text)})`;
  if (type === 'FLOAT' || type === 'DOUBLE')
    return `if(isfinite(${value}) and (${value} = 0 or abs(${value}) >= ${NORMAL_MIN}), ${number(text)}, ${plain(text)})`;
  if (type.startsWith('DECIMAL(')) return decimal(value, text, type);
  if (type === 'BOOLEAN') return `' t="b"><v>' || ${value}::integer || '</v></c>'`;
  if (type === 'DATE') return date(value, text);
  if (type.startsWith('TIMESTAMP')) return moment(value, text);
  return type === 'UUID' ? plain(text) : freeText(text, type === 'BLOB');
}

/** Excel shows and keeps 15 digits. */
const DIGITS = 15;
const WHOLE_MAX = '9'.repeat(DIGITS);
/** Excel makes smaller numbers 0. */
const NORMAL_MIN = '2.2250738585072014e-308';

function decimal(value: string, text: string, type: string): string {
  const [precision = 38, scale = 0] = (type.match(/\d+/g) ?? []).map(Number);
  if (precision <= DIGITS) return number(text);
  // The largest with 15 digits, in units of the last place.
  const most = WHOLE_MAX.padStart(scale + 1, '0');
  const limit = scale === 0 ? most : `${most.slice(0, -scale)}.${most.slice(-scale)}`;
  const bound = `${limit}::${type}`;
  return `if(${value} between -(${bound}) and ${bound}, ${number(text)}, ${plain(text)})`;
}

/** Excel takes 1900 for a leap year, so days are right from March of that year on. */
const FIRST_DAY = '1900-03-01';
const LAST_DAY = '9999-12-31';

/** Days since 1899-12-30. */
const date = (value: string, text: string) => {
  const serial = number(`date_diff('day', date '1899-12-30', ${value})::varchar`, 'date');
  return `if(${value} between date '${FIRST_DAY}' and date '${LAST_DAY}', ${serial}, ${plain(text)})`;
};

const DAY_US = 86_400_000_000;
const microseconds = (day: string) => (Date.parse(day) * 1_000).toFixed();

/**
 * Excel has no time zones: those of instants are in UTC. It tells milliseconds apart, and no shorter times. A serial is
 * a tenth of one more: what a double lacks of a time would cost it a whole one where it's cut off.
 */
function moment(value: string, text: string): string {
  const time = `epoch_us(${value})`;
  const serial = `((${time} + 100) / ${DAY_US}.0 + 25569)::varchar`;
  return `case
    when not isfinite(${value}) or ${time} < ${microseconds(FIRST_DAY)} or ${time} >= ${microseconds(LAST_DAY)} + ${DAY_US}
      or ${time} % 1000 <> 0 then ${plain(text)}
    when ${time} % 1000000 = 0 then ${number(serial, 'seconds')}
    else ${number(serial, 'milliseconds')} end`;
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
