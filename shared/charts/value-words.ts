import type { ResultColumn } from '../contract/index.ts';
import { decimalWords } from './decimal-words.ts';

/** How a value's column says that it's written. */
export type WrittenValue = Pick<ResultColumn, 'type'> & Partial<Pick<ResultColumn, 'percent' | 'currency'>>;

/** Returns a function that writes a value of a result with all the digits that are worth reading. */
export function valueWords(locale: string): (text: string, column: WrittenValue) => string {
  const number = numberWords(locale);
  const percent = percentWords(locale);
  return (text, { type, percent: isPercent, currency }) => {
    if (isPercent) return percent(Number(text));
    return currency === undefined || !isNumber(text)
      ? number(text, type)
      : amountOf(text, type, currency, locale);
  };
}

/** Returns a function that writes a value as briefly as an axis needs it. */
export function briefWords(language: string, column?: WrittenValue): (value: number) => string {
  if (column?.percent) return percentWords(language);
  const { currency } = column ?? {};
  const format = new Intl.NumberFormat(language, {
    ...{ notation: 'compact', maximumSignificantDigits: 3 },
    ...(currency !== undefined && styleOf(currency)),
  });
  return (value) => format.format(value);
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

/** Returns a function that writes a fraction as a percentage. */
export function percentWords(locale: string): (fraction: number) => string {
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  return (fraction) => format.format(fraction);
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
