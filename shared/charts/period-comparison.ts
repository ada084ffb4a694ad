import type { SayComparison } from './say-comparison.ts';
import type { PeriodComparison } from '../contract/index.ts';
import type { ChartData } from './chart-data.ts';
import { localeOf, type Language } from '../contract/ground/language.ts';
import { daysIn } from './chart-words.ts';
import type { ChartWords } from './chart-words.ts';
import { showsEarlier, type Mark } from './marks.ts';
import { sumOf } from './steps.ts';
import { fractionDigits, percentWords, valueWords, type WrittenValue } from './value-words.ts';

export interface ComparisonWords {
  /** Null if there is nothing to compare with. */
  readonly direction: 'up' | 'down' | 'same' | null;
  /** The difference, in absolute terms and in percent. Null if there is none. */
  readonly change: string | null;
  /** What it is compared with, and what limits that. */
  readonly details: readonly string[];
}

interface Told {
  readonly language: Language;
  /** How values of the measure are written. */
  readonly words: Pick<ChartWords, 'exact'>;
  /** The measure's column in the result. */
  readonly measure: WrittenValue;
  readonly say: SayComparison;
}

/** Returns what a number's comparison with an earlier period says, the same on screens, in files, and in mails. */
export function comparisonWords(
  comparison: PeriodComparison,
  now: string | null,
  { language, words, measure, say }: Told,
): ComparisonWords {
  const { to, state, value: before } = comparison;
  if (state !== 'compared') return { direction: null, change: null, details: [say(state, {})] };
  const period = daysIn(localeOf(language))(comparison.from!, comparison.through!);
  const part = partWords(comparison, { language, say });
  if (before === null || !isFiniteText(before))
    return { direction: null, change: null, details: [say(`none_${to}`, { period }), ...part] };
  const earlier = say(to, { value: words.exact(before), period });
  if (now === null || !isFiniteText(now))
    return { direction: null, change: null, details: [earlier, ...part] };
  const difference = differenceOf(now, before);
  const size = difference.replace(/^-/, '');
  const direction = Number(size) === 0 ? 'same' : difference.startsWith('-') ? 'down' : 'up';
  if (direction === 'same') return { direction, change: say('same', {}), details: [earlier, ...part] };
  const locale = localeOf(language);
  const isShare = measure.percent === true;
  const amount = isShare
    ? say('points', {
        amount: new Intl.NumberFormat(locale, { maximumFractionDigits: fractionDigits(Number(size)) }).format(
          Number(size) * 100,
        ),
      })
    : valueWords(locale)(size, measure);
  const hasPercent = Number(before) > 0;
  // That there's no percentage of 0 goes without saying.
  const isPercentMissed = Number(before) < 0;
  const percent = hasPercent ? percentWords(locale)(Number(size) / Number(before)) : '';
  return {
    direction,
    change: say(hasPercent ? `${direction}_percent` : direction, { amount, percent }),
    details: [
      earlier,
      ...(isPercentMissed ? [say('no_percent', { value: words.exact(before) })] : []),
      ...part,
    ],
  };
}

/**
 * Returns what a chart says of the earlier period: how much all of it is, if sums mean something, and what limits that.
 * Null if it isn't compared.
 */
export function seriesComparison(
  data: ChartData,
  mark: Mark,
  isAdditive: boolean,
  told: Omit<Told, 'measure'> & { readonly words: Pick<ChartWords, 'periods'> },
): string | null {
  const { comparison, series, measure } = data;
  if (!comparison) return null;
  const { say, words } = told;
  const add = (texts: readonly (string | null)[]) =>
    texts.reduce((sum, text) => (text === null ? sum : sum === null ? text : sumOf(sum, text)), null);
  const before = add(series.flatMap(({ earlier }) => earlier?.texts ?? []));
  const now = add(series.flatMap(({ texts }) => texts));
  const { change, details } =
    comparison.state === 'compared' && before !== null && !isAdditive
      ? { change: null, details: [words.periods!.earlier, ...partWords(comparison, told)] }
      : comparisonWords({ ...comparison, value: before }, now, { ...told, measure });
  const isDrawn = before === null || mark === 'table' || showsEarlier(mark);
  const all = [...(change === null ? [] : [change]), ...details, ...(isDrawn ? [] : [say('not_drawn', {})])];
  return all.map((text) => (text.endsWith('.') ? text : `${text}.`)).join(' ');
}

/** Returns why only a part of the earlier period counts, if that is so. */
const partWords = (
  comparison: PeriodComparison,
  { language, say }: Pick<Told, 'language' | 'say'>,
): string[] =>
  comparison.isPart
    ? [say(comparison.until === null ? 'part' : 'part_until', partValues(comparison, localeOf(language)))]
    : [];

const isFiniteText = (text: string) => Number.isFinite(Number(text));

/** Returns the difference of two decimals. Those without an exponent lose no digit. */
export function differenceOf(one: string, other: string): string {
  const plain = /^-?\d+(\.\d+)?$/;
  if (!plain.test(one) || !plain.test(other)) return String(Number(one) - Number(other));
  const digits = Math.max(...[one, other].map((text) => text.split('.')[1]?.length ?? 0));
  const scaled = (text: string) => {
    const [whole = '', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(digits, '0'));
  };
  const difference = scaled(one) - scaled(other);
  const size = String(difference < 0n ? -difference : difference).padStart(digits + 1, '0');
  const text = digits === 0 ? size : `${size.slice(0, -digits)}.${size.slice(-digits)}`;
  return difference < 0n ? `-${text}` : text;
}

const dayFormat = (locale: string) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

const partValues = ({ through, until }: PeriodComparison, locale: string) => ({
  day: dayFormat(locale).format(new Date(through!)),
  time: until ?? '',
});
