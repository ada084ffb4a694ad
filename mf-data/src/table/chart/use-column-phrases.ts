import type { ColumnPhrases } from '@headwater/shared/charts';
import { useMemo } from 'react';
import { messages } from '../../messages.ts';
import { useSayComparison } from './use-say-comparison.ts';

/** Returns how the columns of a result are called. */
export function useColumnPhrases(): ColumnPhrases {
  const t = messages.use();
  const comparison = useSayComparison();
  return useMemo(
    () => ({
      comparison,
      aggregate: ({ agg, column }) =>
        column === null ? t('chart.rows') : t(`chart.measured.${agg}`, { column }),
    }),
    [t, comparison],
  );
}
