import { chartPhrases } from '@headwater/shared/charts';
import { useMemo } from 'react';
import { messages } from '../../messages.ts';

/** Returns what charts and tables of results say. */
export function useChartPhrases() {
  const t = messages.use();
  return useMemo(() => chartPhrases(t), [t]);
}
