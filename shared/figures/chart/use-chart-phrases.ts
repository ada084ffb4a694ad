import { chartPhrases } from '@headwater/shared/charts';
import { useMemo } from 'react';
import { figureMessages } from '../figure-messages.ts';

/** Returns what charts and tables of results say. */
export function useChartPhrases() {
  const t = figureMessages.use();
  return useMemo(() => chartPhrases(t), [t]);
}
