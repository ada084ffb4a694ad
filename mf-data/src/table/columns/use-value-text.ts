import type { Column, ColumnFacts } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { messages } from '../../messages.ts';

const PLAIN_NUMBER = /^-?\d{1,15}(\.\d+)?$/;
const DIGITS = 6;

/** Returns functions that write what is known about a column's values. */
export function useValueText() {
  const t = messages.use();
  const { number, percent, bytes, timestamp } = useFormat();
  /** A value in full. Digits stay as they are, except that groups of thousands are set apart. */
  const value = (column: Column, text: string): string => {
    if (text === '' && column.kind === 'text') return t('profile.empty_text');
    if (column.kind === 'timestamp') return timestamp(text);
    if (column.kind !== 'number' || !PLAIN_NUMBER.test(text)) return text;
    const [, fraction = ''] = text.split('.');
    return fraction.length > 3 ? text : grouped(text, number);
  };
  return {
    value,
    /** A value in little space: of a time, only the day. */
    short: (column: Column, text: string): string =>
      column.kind === 'timestamp' ? value(column, text).replace(/ .*$/, '') : value(column, text),
    mean: (mean: number): string =>
      Math.abs(mean) >= 1e15 || (mean !== 0 && Math.abs(mean) < 1e-3)
        ? mean.toPrecision(DIGITS)
        : number(Number(mean.toPrecision(Math.max(DIGITS, Math.trunc(Math.abs(mean)).toString().length)))),
    /** A share from 0 to 1, which isn't 0 or 100 % unless it's exactly that. */
    share: (part: number, all: number): string => {
      if (all === 0 || part === 0) return percent(0);
      const share = part / all;
      if (share < 0.005) return `< ${percent(0.01)}`;
      return part < all && share > 0.995 ? `> ${percent(0.99)}` : percent(share);
    },
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

const grouped = (text: string, number: (value: number) => string): string => {
  const [whole = '', fraction] = text.split('.');
  const sign = whole.startsWith('-') ? '−' : '';
  const digits = number(Math.abs(Number(whole)));
  if (fraction === undefined) return sign + digits;
  const point = number(1.5).replace(/\d/g, '');
  return `${sign}${digits}${point}${fraction}`;
};
