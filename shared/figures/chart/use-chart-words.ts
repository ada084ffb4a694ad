import { useLanguage } from '@headwater/shared/messages';
import { useCalendar } from '@headwater/shared/session';
import { chartWords, type ChartData, type ChartWords } from '@headwater/shared/ui/charts';
import { useMemo } from 'react';
import { useChartPhrases } from './use-chart-phrases.ts';

/** Returns how the keys and values of a chart read, in the chosen language and the calendar that rows are grouped by. */
export function useChartWords(data: ChartData | undefined, measure: string): ChartWords {
  const language = useLanguage();
  const phrases = useChartPhrases();
  const { zone: timeZone } = useCalendar();
  return useMemo(
    () => chartWords(data, { measure, language, timeZone, phrases }),
    [phrases, language, timeZone, data, measure],
  );
}
