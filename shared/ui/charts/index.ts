/** Charts: pictures of results, walked through with the pointer or the keyboard. Loaded only where one is shown. */
export { Chart, type ChartProps } from './chart.tsx';
export { useHeight } from './use-height.ts';
export { BigNumber } from './big-number.tsx';
export {
  autoMark,
  chartData,
  chartWords,
  comparisonWords,
  fitOf,
  MARKS,
  nextPeriod,
  partialPeriods,
  seriesComparison,
  showsEarlier,
  summaryOf,
  sumOf,
} from '../../charts/index.ts';
export type { ChartData, ChartKey, ChartSeries, ChartWords, Mark, MarkFit } from '../../charts/index.ts';
