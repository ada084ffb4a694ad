/**
 * What a chart is made of, computed from the result of a query: no React and no browser, so that the same picture can be
 * painted anywhere.
 */
export { chartData, type ChartData, type ChartKey, type ChartSeries, type Cue } from './chart-data.ts';
export { chartWords, periodWords, type ChartPhrases, type ChartWords } from './chart-words.ts';
export { momentWords } from './moment-words.ts';
export { decimalWords } from './decimal-words.ts';
export { HEAT_SHARES } from './heat-shares.ts';
export { legendOf, type LegendEntry } from './legend.ts';
export { LIGHT_COLORS, lightColor } from './light-colors.ts';
export { autoMark, fitOf, MARKS, showsEarlier, type Mark, type MarkFit } from './marks.ts';
export { noteBlocks, withAddress, type NoteBlock, type NotePiece } from './note.ts';
export {
  comparisonWords,
  differenceOf,
  seriesComparison,
  type ComparisonWords,
} from './period-comparison.ts';
export type { ComparisonMessage, SayComparison } from './say-comparison.ts';
export { columnName, resultTable, type ColumnPhrases } from './result-table.ts';
export {
  CUE_DASHES,
  DASHES,
  DOTS,
  LEAST_BAR,
  scene,
  type ChartText,
  type Scene,
  type SceneLabel,
  stripes,
  type ScenePart,
} from './scene.ts';
export { chartPhrases, rangeWords, type ChartMessage, type SayChart } from './phrases.ts';
export { ticksOf } from './ticks.ts';
export { endWithinDay, nextPeriod, sumOf } from './steps.ts';
export { partialPeriods, summaryOf, type Summary } from './summary.ts';
export { measuredWords, percentWords, valueWords } from './value-words.ts';
