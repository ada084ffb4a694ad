/** Charts: pictures of results, walked through with the pointer or the keyboard. Loaded only where one is shown. */
export { Chart, type ChartProps, type ChartWords } from './chart.tsx';
export { BigNumber } from './big-number.tsx';
export { autoMark, chartData, fitOf, MARKS } from '../../charts/index.ts';
export type { ChartData, ChartKey, ChartSeries, Mark, MarkFit } from '../../charts/index.ts';
