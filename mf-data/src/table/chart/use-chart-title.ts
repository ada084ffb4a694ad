import { messages } from '../../messages.ts';
import type { ChartChoice } from '@headwater/shared/figures';

/** Returns what a chart measures, and what it shows as a whole, in words. */
export function useChartTitle({ x, y, group }: ChartChoice): { measure: string; title: string } {
  const t = messages.use();
  const measure = y.column === null ? t('chart.rows') : t(`chart.measured.${y.agg}`, { column: y.column });
  if (!x) return { measure, title: measure };
  const by = x.column;
  if (!group) return { measure, title: t('chart.title', { measure, by }) };
  return { measure, title: t('chart.title_group', { measure, by, group: group.column }) };
}
