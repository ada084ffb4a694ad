import { valueWords } from '@headwater/shared/charts';
import type { Column, ColumnFacts } from '@headwater/shared/contract';
import { localeOf, useFormat, useLanguage } from '@headwater/shared/messages';
import { messages } from '../../messages.ts';

/** More digits of a rounded number are only how it's stored: 0.1 + 0.2 is 0.30000000000000004. */
const DIGITS_STORED = 15;
const isRounded = (type: string) => type === 'DOUBLE' || type === 'FLOAT';

/** Returns functions that write what is known about a column's values. */
export function useValueText() {
  const t = messages.use();
  const { number, percent, bytes, timestamp } = useFormat();
  const written = valueWords(localeOf(useLanguage()));
  /** A value with all its digits, in groups unless they name something, as those of years and IDs do. */
  const value = ({ kind, name, type }: Column, text: string): string => {
    if (text === '' && kind === 'text') return t('profile.empty_text');
    if (kind === 'timestamp') return timestamp(text);
    if (kind !== 'number') return text;
    const digits = isRounded(type) ? plainDigits(text) : text;
    return written(digits, { as: name, role: 'breakout', type: 'DECIMAL' });
  };
  return {
    value,
    /** A value in little space: of a time, only the day. */
    short: (column: Column, text: string): string =>
      column.kind === 'timestamp' ? value(column, text).replace(/ .*$/, '') : value(column, text),
    mean: (mean: number): string => written(String(mean), { type: 'DOUBLE' }),
    /** A share of all, which isn't 0 or 100 % unless it's exactly that. */
    share: (part: number, all: number): string => percent(all === 0 ? 0 : part / all),
    distinct: ({ count, isExact }: ColumnFacts['distinct']): string =>
      isExact ? number(count) : `≈ ${number(rounded(count))}`,
    length: (column: Column, length: number): string => {
      if (column.kind === 'json' || column.kind === 'binary') return bytes(length);
      return t(column.kind === 'list' ? 'profile.items' : 'profile.characters', {
        count: Math.round(length),
      });
    },
  };
}

/** An estimate has no more digits than it is good for. */
const rounded = (count: number) => (count < 1_000 ? count : Number(count.toPrecision(3)));

const plainDigits = (text: string): string => {
  const value = Number(text);
  return Number.isFinite(value) ? String(Number(value.toPrecision(DIGITS_STORED))) : text;
};
