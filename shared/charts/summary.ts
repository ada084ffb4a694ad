import type { ChartData } from './chart-data.ts';
import type { ChartWords } from './chart-words.ts';

/** What a chart shows in one sentence: the message, with its values. */
export type Summary =
  | { message: 'none'; values: Record<string, never> }
  | { message: 'one'; values: { at: string; value: string } }
  | { message: 'order'; values: { most: string; mostValue: string; least: string; leastValue: string } }
  | { message: 'share'; values: { most: string; mostValue: string; percent: number } }
  | { message: 'most'; values: { most: string; mostValue: string } };

/** Returns what is worth saying about a chart: where the most is, and the least, or which part of all it is. */
export function summaryOf(data: ChartData, words: ChartWords, isAdditive: boolean): Summary {
  const found = data.keys.flatMap((key, at) => {
    const values = data.series.flatMap(({ values: one }) => one[at] ?? []);
    if (values.length === 0) return [];
    const value = isAdditive ? values.reduce((sum, one) => sum + one, 0) : Math.max(...values);
    const alone = data.series.length === 1 ? (data.series[0]!.texts[at] ?? null) : null;
    return [
      {
        key,
        value,
        text: alone === null ? words.exact(String(Number(value.toPrecision(12)))) : words.exact(alone),
      },
    ];
  });
  if (found.length === 0) return { message: 'none', values: {} };
  const named = found.filter(({ key }) => !key.isOther);
  const sorted = (named.length > 0 ? named : found).toSorted((one, other) => other.value - one.value);
  const [most, least] = [sorted[0]!, sorted.at(-1)!];
  if (found.length === 1) return { message: 'one', values: { at: words.at(most.key), value: most.text } };
  const mostly = { most: words.at(most.key), mostValue: most.text };
  if (data.x && (data.x.grain !== null || data.x.width !== null || data.x.kind === 'number'))
    return { message: 'order', values: { ...mostly, least: words.at(least.key), leastValue: least.text } };
  const all = found.reduce((sum, { value }) => sum + value, 0);
  if (isAdditive && all > 0 && found.every(({ value }) => value >= 0))
    return { message: 'share', values: { ...mostly, percent: most.value / all } };
  return { message: 'most', values: mostly };
}
