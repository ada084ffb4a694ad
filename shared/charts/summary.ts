import type { ChartData } from './chart-data.ts';
import type { ChartWords } from './chart-words.ts';

/**
 * What a chart shows in one sentence: the message, with its values. `most` names all that have the most, so many as
 * `tied` says.
 */
export type Summary =
  | { message: 'none' | 'mixed'; values: Record<string, never> }
  | { message: 'one'; values: { at: string; value: string } }
  | { message: 'same'; values: { value: string } }
  | { message: 'order'; values: { most: string; mostValue: string; least: string; leastValue: string } }
  | { message: 'share'; values: { most: string; mostValue: string; tied: number; percent: string } }
  | { message: 'most'; values: { most: string; mostValue: string; tied: number } };

const LEAST_SHARE = 0.005;
/** Of more that have the same value, the first two are named. */
const TIED_MOST = 3;

/** A value with what it is of. */
interface Place {
  name: string;
  isOther: boolean;
  isPartial: boolean;
  value: number;
  text: string;
}

/** Returns what is worth saying about a chart: where the most is, and the least, or which part of all it is. */
export function summaryOf(data: ChartData, words: ChartWords, hasSums: boolean): Summary {
  const isApart = !hasSums && data.series.length > 1;
  const found = isApart ? placesApart(data, words) : placesTogether(data, words);
  if (found.length === 0) return { message: 'none', values: {} };
  // Of several currencies, no amount is more than another one, or a part of it.
  if (data.measure.mixed) return { message: 'mixed', values: {} };
  // Of a part of a period, nobody can say that it's the least.
  const whole = found.filter(({ isPartial }) => !isPartial);
  if (whole.length === 0)
    return { message: 'one', values: { at: found.at(-1)!.name, value: found.at(-1)!.text } };
  const named = whole.filter(({ isOther }) => !isOther);
  const sorted = (named.length > 0 ? named : whole).toSorted((one, other) => other.value - one.value);
  const [most, least] = [sorted[0]!, sorted.at(-1)!];
  if (whole.length === 1) return { message: 'one', values: { at: most.name, value: most.text } };
  if (found.every(({ text }) => text === most.text)) return { message: 'same', values: { value: most.text } };
  const highest = sorted.filter(({ text }) => text === most.text);
  const lowest = sorted.filter(({ text }) => text === least.text);
  const mostly = { most: namesOf(highest, words), mostValue: most.text };
  if (data.x && (data.x.grain !== null || data.x.width !== null || data.x.kind === 'number'))
    return {
      message: 'order',
      values: { ...mostly, least: namesOf(lowest, words), leastValue: least.text },
    };
  const tied = highest.length;
  const all = found.reduce((sum, { value }) => sum + value, 0);
  // Less would read as nothing.
  const isWorthSaying = most.value >= all * LEAST_SHARE;
  if (hasSums && all > 0 && isWorthSaying && found.every(({ value }) => value >= 0))
    return { message: 'share', values: { ...mostly, tied, percent: words.share(most.value / all) } };
  return { message: 'most', values: { ...mostly, tied } };
}

function namesOf(places: readonly Place[], words: ChartWords): string {
  const names = places.map(({ name }) => name);
  return names.length > TIED_MOST ? `${names.slice(0, 2).join(', ')}, …` : words.list(names);
}

/** Returns the periods of which only a part is shown, or known. Null if there are none. */
export function partialPeriods({ keys, x }: ChartData, words: ChartWords): string | null {
  const partial = keys.filter(({ isPartial }) => isPartial);
  if (x === null || partial.length === 0) return null;
  return partial.map((key) => words.at({ ...key, isPartial: false })).join(', ');
}

/** Values along the x axis, of all series together. */
function placesTogether({ keys, series }: ChartData, words: ChartWords): Place[] {
  return keys.flatMap((key, at): Place[] => {
    const values = series.flatMap(({ values: one }) => one[at] ?? []);
    if (values.length === 0) return [];
    const value = values.reduce((sum, one) => sum + one, 0);
    const alone = series.length === 1 ? (series[0]!.texts[at] ?? null) : null;
    const text = words.exact(alone ?? String(Number(value.toPrecision(12))));
    const isPartial = key.isPartial === true;
    return [{ name: words.at(key), isOther: key.isOther, isPartial, value, text }];
  });
}

/** Values of each series, because together they would mean nothing. */
function placesApart({ keys, series }: ChartData, words: ChartWords): Place[] {
  return series.flatMap(({ key: group, values, texts }) =>
    keys.flatMap((key, at): Place[] => {
      const value = values[at] ?? null;
      if (value === null) return [];
      const name = group === null ? words.at(key) : `${words.group(group)}, ${words.at(key)}`;
      const isOther = key.isOther || (group?.isOther ?? false);
      const isPartial = key.isPartial === true;
      return [{ name, isOther, isPartial, value, text: words.exact(texts[at] ?? null) }];
    }),
  );
}
