import { useLanguage } from '@headwater/shared/messages';
import { useCalendar } from '@headwater/shared/session';
import { chartWords, type ChartData, type ChartWords } from '@headwater/shared/ui/charts';
import { useMemo } from 'react';
import { messages } from '../../messages.ts';
import { useSayComparison } from './use-say-comparison.ts';

/** Returns how the keys and values of a chart read, in the chosen language and the calendar that rows are grouped by. */
export function useChartWords(data: ChartData | undefined, measure: string): ChartWords {
  const t = messages.use();
  const language = useLanguage();
  const comparison = useSayComparison();
  const { zone: timeZone } = useCalendar();
  return useMemo(
    () =>
      chartWords(data, {
        measure,
        language,
        timeZone,
        phrases: {
          other: t('chart.other'),
          noValue: t('chart.no_value'),
          emptyText: t('chart.empty_text'),
          weekOf: (day) => t('chart.week_of', { day }),
          range: (from, to) => t('chart.range', { from, to }),
          partial: (period) => t('chart.partial', { period }),
          comparison,
        },
      }),
    [t, comparison, language, timeZone, data, measure],
  );
}
