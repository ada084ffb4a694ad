import type { TimeRange } from '../contract/index.ts';
import type { ChartPhrases } from './chart-words.ts';
import type en from './messages/en.json';
import type { ColumnPhrases } from './result-table.ts';

/** Messages that screens, files, and mails say in the same words. */
export type ChartMessage = keyof typeof en;

/** Returns a message with values in its places. */
export type SayChart = (message: ChartMessage, values?: Record<string, string | number>) => string;

/** Returns what charts and tables of results say, in the language of `say`. */
export const chartPhrases = (say: SayChart): ChartPhrases & ColumnPhrases => ({
  other: say('chart.other'),
  noValue: say('chart.no_value'),
  emptyText: say('chart.empty_text'),
  weekOf: (day) => say('chart.week_of', { day }),
  range: (from, to) => say('chart.range', { from, to }),
  partial: (period) => say('chart.partial', { period }),
  comparison: (message, values) => say(`comparison.${message}`, values),
  aggregate: ({ agg, column }) =>
    column === null ? say('chart.rows') : say(`chart.measured.${agg}`, { column }),
});

/** Says a range of time, such as “the last 90 days”. */
export function rangeWords(range: TimeRange, say: SayChart): string {
  if ('this' in range) return say(`range.this.${range.this}`);
  const last = say(`range.last.${range.unit}`, { count: range.last });
  return range.current === 'with'
    ? say('range.and_current', { last, current: say(`range.this.${range.unit}`) })
    : last;
}
