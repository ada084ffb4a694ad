import type { ResultColumn } from '@headwater/shared/contract';
import { useFormat, useLanguage } from '@headwater/shared/messages';
import type { ChartData, ChartKey, ChartWords } from '@headwater/shared/ui/charts';
import { useMemo } from 'react';
import { messages } from '../../messages.ts';
import { nextPeriod, sumOf } from './drill.ts';

/** Returns how the keys and values of a chart read, in the chosen language and time zone. */
export function useChartWords(data: ChartData | undefined, measure: string): ChartWords {
  const t = messages.use();
  const language = useLanguage();
  const { timeZone } = useFormat();
  return useMemo(() => {
    const locale = language === 'de' ? 'de-DE' : 'en-GB';
    const short = new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 3 });
    const rounded = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
    const small = new Intl.NumberFormat(locale, { maximumSignificantDigits: 4 });
    const exact = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
    const numberOf = (text: string, type: string) => {
      if (!/^-?\d/.test(text)) return text;
      if (type !== 'DOUBLE' && type !== 'FLOAT') return exact.format(text as Intl.StringNumericLiteral);
      // More digits of a rounded number are hardly worth reading.
      const value = Number(text);
      return (Math.abs(value) >= 1 ? rounded : small).format(value);
    };
    const named = (key: ChartKey, word: (text: string) => string) => {
      if (key.isOther) return t('chart.other');
      if (key.text === null) return t('chart.no_value');
      return key.text === '' ? t('chart.empty_text') : word(key.text);
    };
    const periods = periodFormats(locale, timeZone, data);
    const wordOf = (column: ResultColumn | null, isFull: boolean) => (text: string) => {
      if (!column) return text;
      if (column.grain !== null) {
        const begin = periods(text, column, isFull);
        if (!isFull || column.grain !== 'week') return begin;
        const last = nextPeriod(text, 'week');
        return last === null ? begin : t('chart.week_of', { day: begin });
      }
      if (column.width !== null)
        return isFull
          ? t('chart.range', {
              from: numberOf(text, column.type),
              to: numberOf(sumOf(text, column.width), column.type),
            })
          : short.format(Number(text));
      return column.kind === 'number' ? numberOf(text, column.type) : text;
    };
    return {
      measure,
      value: (value) => short.format(value),
      x: (key) => named(key, wordOf(data?.x ?? null, false)),
      group: (key) => named(key, wordOf(data?.group ?? null, true)),
      at: (key) => named(key, wordOf(data?.x ?? null, true)),
      exact: (text) => (text === null ? '–' : numberOf(text, data?.measure.type ?? '')),
    };
  }, [t, language, timeZone, data, measure]);
}

/** Returns a function that writes the beginning of a period, briefly or in full. */
function periodFormats(locale: string, zone: string, data: ChartData | undefined) {
  const years = new Set(data?.keys.map(({ text }) => text?.slice(0, 4)));
  const days = new Set(data?.keys.map(({ text }) => text?.slice(0, 10)));
  const year = years.size > 1 ? ('2-digit' as const) : undefined;
  const format = (options: Intl.DateTimeFormatOptions, timeZone: string) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone });
  return (text: string, { grain, type }: ResultColumn, isFull: boolean): string => {
    const isInstant = type === 'TIMESTAMP WITH TIME ZONE';
    const date = new Date(text.length === 10 || text.endsWith('Z') ? text : `${text}Z`);
    if (Number.isNaN(date.getTime())) return text;
    const timeZone = isInstant ? zone : 'UTC';
    const day = { day: 'numeric', month: 'short' } as const;
    switch (grain) {
      case 'year':
        return text.slice(0, -6);
      case 'quarter':
        return `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${text.slice(0, -6)}`;
      case 'month':
        return format({ month: isFull ? 'long' : 'short', year: 'numeric' }, timeZone).format(date);
      case 'week':
      case 'day':
        return format(isFull ? { ...day, year: 'numeric' } : { ...day, year }, timeZone).format(date);
      default: {
        const time = { hour: '2-digit', minute: '2-digit' } as const;
        const isOneDay = days.size === 1 && !isFull;
        return format(
          isOneDay ? time : { ...day, ...time, ...(isFull && { year: 'numeric' }) },
          timeZone,
        ).format(date);
      }
    }
  };
}
