import type { Measure, ResultColumn } from '../contract/index.ts';
import { decimalWords } from './decimal-words.ts';

/** How a value's column says that it's written. */
export type WrittenValue = Pick<ResultColumn, 'type'> &
  Partial<Pick<ResultColumn, 'as' | 'role' | 'percent' | 'currency' | 'aggregate'>>;

/** Returns a function that writes a value of a result with all the digits that are worth reading. */
export function valueWords(locale: string): (text: string, column: WrittenValue) => string {
  const number = numberWords(locale);
  const percent = percentWords(locale);
  return (text, column) => {
    const { type, percent: isPercent, currency } = column;
    if (isPercent) return percent(Number(text));
    if (isName(column) && WHOLE.test(text)) return text.replace(/\.0+$/, '');
    return currency === undefined || !isNumber(text)
      ? number(text, type)
      : amountOf(text, type, currency, locale);
  };
}

/**
 * Returns a function that writes a number of a measure where its result isn't at hand, as alerts do: as cards do, but without
 * a currency, which only the rows know. Absent for one that the card no longer has.
 */
export function measuredWords(locale: string): (value: number, measure: Measure | undefined) => string {
  const written = valueWords(locale);
  return (value, measure) =>
    written(String(value), {
      ...{ type: 'DOUBLE', role: 'measure' },
      percent: measure !== undefined && 'percent' in measure && measure.percent === true,
      ...(measure && 'agg' in measure && { aggregate: { agg: measure.agg, column: measure.column ?? null } }),
    });
}

const WHOLE = /^-?\d+(\.0+)?$/;
const NAME =
  /(^|[^a-z])(ids?|key|code|zip|plz|year|yr|jahr|sku|no|nr|number|nummer)$|[a-z](Id|ID|Key|Code|Year|Number)$/;

/**
 * Whether a column's whole numbers name something, as years and IDs do, rather than say how much there is: those are
 * neither grouped nor shortened.
 */
function isName({ as, role, aggregate }: WrittenValue): boolean {
  const name = role === 'measure' ? (SELF.has(aggregate?.agg ?? '') ? aggregate!.column : null) : as;
  return name != null && (NAME.test(name) || NAME.test(name.toLowerCase()));
}

/** What of a column is one of its values itself. */
const SELF = new Set(['min', 'max']);

/** Returns a function that writes values as briefly as a label needs it. Different ones stay so, as far as that is brief. */
export function briefWords(language: string, column?: WrittenValue): (values: readonly number[]) => string[] {
  return (values) => {
    const different = new Set(values).size;
    const found = [3, 4, 5].map((digits) => values.map(briefly(language, column, digits)));
    return found.find((words) => new Set(words).size === different) ?? found.at(-1)!;
  };
}

/** Returns a function that writes the values of an axis as briefly as they can be written exactly. */
export function tickWords(language: string, column?: WrittenValue): (values: readonly number[]) => string[] {
  return (values) => {
    if (column?.percent) return percentTicks(language, values);
    const exact = closestOf(values) / 50;
    const isExact = (digits: number) =>
      values.every((value) => Math.abs(Number(value.toPrecision(digits)) - value) <= exact);
    const digits = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].find(isExact) ?? 15;
    return values.map(briefly(language, column, digits));
  };
}

function percentTicks(language: string, values: readonly number[]): string[] {
  const percents = values.map((value) => value * 100);
  const exact = closestOf(percents) / 50;
  const isExact = (digits: number) =>
    percents.every((value) => Math.abs(Number(value.toFixed(digits)) - value) <= exact);
  const maximumFractionDigits = [0, 1, 2, 3, 4, 5, 6, 7].find(isExact) ?? 8;
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits });
  return values.map((value) => format.format(value));
}

/** How far apart those two different values are that are closest to each other. */
function closestOf(values: readonly number[]): number {
  const sorted = [...new Set(values)].toSorted((one, other) => one - other);
  const gaps = sorted.slice(1).map((value, at) => value - sorted[at]!);
  return Math.min(...gaps, Math.abs(sorted.at(-1) ?? 0) || Infinity);
}

function briefly(
  language: string,
  column: WrittenValue | undefined,
  digits: number,
): (value: number) => string {
  const { percent, currency } = column ?? {};
  if (percent) return percentWords(language, digits);
  if (column && isName(column)) return (value) => (Number.isInteger(value) ? String(value) : plain(value));
  const format = new Intl.NumberFormat(language, {
    // German shortens no thousands, and would write 1500 beside 18.070.
    ...{ notation: 'compact', maximumSignificantDigits: digits, useGrouping: 'always' },
    ...(currency !== undefined && styleOf(currency)),
  });
  return (value) => format.format(value);

  function plain(value: number): string {
    return new Intl.NumberFormat(language, { maximumSignificantDigits: digits }).format(value);
  }
}

/**
 * Returns a function that writes a number of a type of the engine: decimals with the digits that they have, as tables
 * do, and rounded numbers with as many as are worth reading.
 */
export function numberWords(locale: string): (text: string, type: string) => string {
  const rounded = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const small = new Intl.NumberFormat(locale, { maximumSignificantDigits: 4 });
  return (text, type) => {
    if (!isNumber(text)) return text;
    if (!isRounded(type)) return decimalWords(text, locale);
    // More digits of a rounded number are hardly worth reading.
    const value = Number(text);
    return (Math.abs(value) >= 1 ? rounded : small).format(value);
  };
}

/**
 * Returns a function that writes a fraction as a percentage: with as many digits that little isn't nothing, and nearly all
 * isn't all.
 */
export function percentWords(locale: string, digits = 3): (fraction: number) => string {
  const format = (fraction: number) =>
    new Intl.NumberFormat(locale, {
      style: 'percent',
      maximumFractionDigits: Math.max(fractionDigits(fraction), digits - 2),
    });
  const usual = format(0.5);
  return (fraction) => (fractionDigits(fraction) === 1 ? usual : format(fraction)).format(fraction);
}

/** Returns after how many digits a percentage is told from 0 and from 100. */
export function fractionDigits(fraction: number): number {
  const percent = Math.abs(fraction * 100);
  const rest = Math.abs(100 - percent);
  const digits = percent < 1 ? Math.ceil(-Math.log10(percent)) + 1 : Math.ceil(-Math.log10(rest));
  return Number.isFinite(digits) ? Math.min(8, Math.max(1, digits)) : 1;
}

const isNumber = (text: string) => /^-?\d/.test(text);
const isRounded = (type: string) => type === 'DOUBLE' || type === 'FLOAT';
const styleOf = (currency: string) =>
  ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' }) as const;

function amountOf(text: string, type: string, currency: string, locale: string): string {
  const digits = isRounded(type) ? undefined : Math.min(text.split('.')[1]?.length ?? 0, 20);
  const format = amounts(locale, currency, digits);
  return format.format(text as Intl.StringNumericLiteral);
}

/** Making one takes longer than writing a thousand amounts with it. */
const known = new Map<string, Intl.NumberFormat>();

function amounts(locale: string, currency: string, digits: number | undefined): Intl.NumberFormat {
  const name = `${locale} ${currency} ${digits ?? ''}`;
  const format =
    known.get(name) ??
    new Intl.NumberFormat(locale, {
      ...styleOf(currency),
      ...(digits !== undefined && { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    });
  known.set(name, format);
  return format;
}
