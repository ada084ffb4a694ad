import type { ResultColumn } from '../contract/index.ts';
import { localeOf, type Language } from '../contract/ground/language.ts';
import type { ChartData, ChartKey } from './chart-data.ts';
import type { SayComparison } from './say-comparison.ts';
import type { ChartText } from './scene.ts';
import { momentWords } from './moment-words.ts';
import { nextPeriod, sumOf } from './steps.ts';
import {
  briefWords,
  fractionDigits,
  numberWords,
  percentWords,
  tickWords,
  valueWords,
} from './value-words.ts';

/** How keys and values read. */
export interface ChartWords extends ChartText {
  /** A position of the x axis in full. */
  at(key: ChartKey): string;
  /** A value with all its digits. */
  exact(text: string | null): string;
  /** What values are: "sum of total". */
  measure: string;
  /** What a position of the x axis is compared with. */
  earlierAt(at: number): string;
  /** A part of all. */
  share(fraction: number): string;
  /** Several names in one. */
  list(names: readonly string[]): string;
  /** How much more a value is than an earlier one. A dash if that can't be said. */
  change(now: string | null, before: string | null): string;
  /** The current period and the earlier one. Null if they aren't compared. */
  periods: { current: string; earlier: string } | null;
}

/** What stands for keys that have no text of their own. */
export interface ChartPhrases {
  readonly other: string;
  readonly noValue: string;
  readonly emptyText: string;
  weekOf(day: string): string;
  range(from: string, to: string): string;
  /** A period that isn't complete. */
  partial(period: string): string;
  readonly comparison: SayComparison;
}

export interface WordOptions {
  /** What values are. */
  readonly measure: string;
  readonly language: Language;
  readonly timeZone: string;
  readonly phrases: ChartPhrases;
}

/** Returns how the keys and values of a chart read, in a language and a time zone. */
export function chartWords(
  data: ChartData | undefined,
  { measure, language, timeZone, phrases }: WordOptions,
): ChartWords {
  const locale = localeOf(language);
  const say = phrases.comparison;
  const xTicks = tickWords(language, data?.x ?? undefined);
  const numberOf = numberWords(locale);
  const valueOf = valueWords(locale);
  const momentOf = momentWords(timeZone);
  const isPercent = data?.measure.percent === true;
  const named = (key: ChartKey, word: (text: string) => string) => {
    if (key.isOther) return phrases.other;
    if (key.text === null) return phrases.noValue;
    return key.text === '' ? phrases.emptyText : word(key.text);
  };
  const periods = periodFormats(locale, timeZone, data);
  let edges: ReadonlyMap<string, string> | undefined;
  /** The beginning of a range, as brief as all of them can be told apart. */
  const edgeWord = (text: string) => {
    const texts = data!.keys.flatMap(({ text: key }) => key ?? []);
    const words = edges ? [] : xTicks(texts.map(Number));
    edges ??= new Map(texts.map((key, at) => [key, words[at]!]));
    return edges.get(text) ?? numberOf(text, '');
  };
  const wordOf = (column: ResultColumn | null, isFull: boolean) => (text: string) => {
    if (!column) return text;
    if (column.grain !== null) {
      const begin = periods(text, column, isFull);
      if (!isFull || column.grain !== 'week') return begin;
      return nextPeriod(text, 'week') === null ? begin : phrases.weekOf(begin);
    }
    if (column.width !== null)
      return isFull
        ? phrases.range(numberOf(text, column.type), numberOf(sumOf(text, column.width), column.type))
        : edgeWord(text);
    if (column.kind === 'timestamp') return momentOf(text);
    return column.kind === 'number' ? valueOf(text, column) : text;
  };
  return {
    measure,
    brief: briefWords(language, data?.measure),
    ticks: tickWords(language, data?.measure),
    xTicks,
    x: (key) => named(key, wordOf(data?.x ?? null, false)),
    group: (key) => named(key, wordOf(data?.group ?? null, true)),
    at: (key) => {
      const word = named(key, wordOf(data?.x ?? null, true));
      return key.isPartial ? phrases.partial(word) : word;
    },
    exact: (text) => {
      if (text === null) return '–';
      return data?.measure.kind === 'timestamp'
        ? momentOf(text)
        : valueOf(text, data?.measure ?? { type: '' });
    },
    earlierAt: (at) => {
      const part = data?.parts[at] ?? null;
      if (!data?.x || part === null) return '–';
      const { from, through } = part;
      const isOne = through === null || isPeriod(from, through, data.x.grain);
      return isOne ? wordOf(data.x, true)(from) : daysIn(locale)(from, through);
    },
    share: percentWords(locale),
    list: (names) => new Intl.ListFormat(locale).format(names),
    change: changeWords(locale, isPercent, say),
    periods: seriesPeriods(data, locale, say),
  };
}

/** Returns a function that writes the beginning of a column's period in full, for tables of results. */
export function periodWords({
  language,
  timeZone,
  phrases,
}: Pick<WordOptions, 'language' | 'timeZone'> & { phrases: Pick<ChartPhrases, 'weekOf'> }) {
  const periods = periodFormats(localeOf(language), timeZone, undefined);
  return (text: string, column: ResultColumn): string => {
    const begin = periods(text, column, true);
    return column.grain === 'week' && nextPeriod(text, 'week') !== null ? phrases.weekOf(begin) : begin;
  };
}

/** Whether two days are the first and the last one of a period. */
function isPeriod(from: string, through: string, grain: ResultColumn['grain']): boolean {
  const [, month, day] = from.split('-').map(Number) as [number, number, number];
  const isBegin =
    grain === 'day' ||
    grain === 'week' ||
    (day === 1 && (grain === 'month' || (grain === 'quarter' ? month % 3 === 1 : month === 1)));
  const next = grain !== null && isBegin ? nextPeriod(from, grain) : null;
  return next !== null && next === nextPeriod(through, 'day');
}

/** Returns a function that writes the days from one to another. */
export function daysIn(locale: string): (from: string, through: string) => string {
  const format = new Intl.DateTimeFormat(locale, {
    ...{ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
  });
  return (from, through) => format.formatRange(new Date(from), new Date(through));
}

function changeWords(locale: string, isPercent: boolean, say: SayComparison): ChartWords['change'] {
  const written = (fraction: number, style: 'percent' | 'decimal') =>
    new Intl.NumberFormat(locale, {
      ...{ maximumFractionDigits: fractionDigits(fraction), signDisplay: 'exceptZero', style },
    }).format(style === 'percent' ? fraction : fraction * 100);
  return (now, before) => {
    const [one, other] = [Number(now ?? Number.NaN), Number(before ?? Number.NaN)];
    if (!Number.isFinite(one) || !Number.isFinite(other)) return '–';
    if (isPercent) return say('points', { amount: written(one - other, 'decimal') });
    // A part of nothing, or of less, says nothing.
    return other > 0 ? written(one / other - 1, 'percent') : '–';
  };
}

function seriesPeriods(
  data: ChartData | undefined,
  locale: string,
  say: SayComparison,
): ChartWords['periods'] {
  const { comparison } = data ?? {};
  if (!comparison?.series || !data!.series.some(({ earlier }) => earlier)) return null;
  const { current } = comparison.series;
  const days = daysIn(locale);
  return {
    current: say('current_period', { period: days(current.from, current.through) }),
    earlier: say(`${comparison.to}_period`, { period: days(comparison.from!, comparison.through!) }),
  };
}

/** Returns a function that writes the beginning of a period, briefly or in full. */
function periodFormats(locale: string, zone: string, data: ChartData | undefined) {
  const years = new Set(data?.keys.map(({ text }) => text?.slice(0, 4)));
  const days = new Set(data?.keys.map(({ text }) => text?.slice(0, 10)));
  const year = years.size > 1 ? ('numeric' as const) : undefined;
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
