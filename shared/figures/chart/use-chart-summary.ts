import { useLanguage } from '@headwater/shared/messages';
import {
  partialPeriods,
  seriesComparison,
  summaryOf,
  type ChartData,
  type ChartWords,
  type Mark,
} from '@headwater/shared/ui/charts';
import { figureMessages } from '../figure-messages.ts';
import { useChartPhrases } from './use-chart-phrases.ts';

/** Returns what a chart shows in words, and what of that is about the earlier period. */
export function useChartSummary(
  data: ChartData,
  mark: Mark,
  words: ChartWords,
  isAdditive: boolean,
): { all: string; earlier: string | null } {
  const t = figureMessages.use();
  const language = useLanguage();
  const { comparison: say } = useChartPhrases();
  const { message, values } = summaryOf(data, words, isAdditive);
  const earlier = seriesComparison(data, mark, isAdditive, { language, words, say });
  const partial = partialPeriods(data, words);
  const parts = [
    t(`chart.summary.${message}`, values),
    ...(partial === null ? [] : [t('chart.incomplete', { periods: partial })]),
    ...(earlier === null ? [] : [earlier]),
  ];
  return { all: parts.join(' '), earlier };
}
