/**
 * Charts, conditions, and the cards of reports: what tables, data tools, and reports say and do in the same way. This
 * door is compiled into the remotes that show them, so it imports the rest of shared through its doors.
 */
export { SIZES, freeId, withCard, withCopy, type NewCard } from './cards/add-card.ts';
export { Board, BoardRoom, GAP, ONE_COLUMN, ONE_COLUMN_MOST, ROW } from './cards/board.tsx';
export { CardFault } from './cards/card-fault.tsx';
export { choiceOfCard, keepingOthers, kindFor } from './cards/choice-of-card.ts';
export {
  afterKey,
  freePlace,
  inReadingOrder,
  packed,
  placeAfter,
  placeAt,
  withLayout,
  type Laid,
  type Point,
} from './cards/layout.ts';
export { RefusalNote, isLasting } from './cards/refusal-note.tsx';
export {
  copyReport,
  countOpening,
  createReport,
  deleteReport,
  reportQueries,
  restoreReport,
  saveReport,
  setFavorite,
  undeleteReport,
  type DeletedReport,
  type ListedReport,
  type Report,
  type ReportText,
  type ReportVersion,
} from './cards/report.queries.ts';
export { ROW_COUNTS, rowChoiceOf, rowQuery, usualRows, type RowChoice } from './cards/row-query.ts';
export { useLeaving } from './cards/use-leaving.ts';
export {
  EACH,
  chartIn,
  isAdditive,
  queryFor,
  withChart,
  withoutChart,
  type ChartBy,
  type ChartChoice,
} from './chart/chart-address.ts';
export { ChartBuilder } from './chart/chart-builder.tsx';
export { ChartNotes } from './chart/chart-notes.tsx';
export { compute, resultQuery, type ChosenParameters } from './chart/chart.queries.ts';
export { CompareSelect } from './chart/compare-select.tsx';
export { Comparison } from './chart/comparison.tsx';
export { MarkPicker } from './chart/mark-picker.tsx';
export { TwinSwitch } from './chart/twin-switch.tsx';
export { Twin } from './chart/twin.tsx';
export { useChartPhrases } from './chart/use-chart-phrases.ts';
export { useChartSummary } from './chart/use-chart-summary.ts';
export { useChartWords } from './chart/use-chart-words.ts';
export { useRowLinks } from './chart/use-row-links.ts';
export { membersQuery, type Member } from './members.query.ts';
export { startOf } from './rows/condition-kind.ts';
export { FilterChips } from './rows/filter-chips.tsx';
export { FilterForm } from './rows/filter-form.tsx';
export {
  columnsIn,
  filterIn,
  isCompactIn,
  nextSort,
  pinnedIn,
  sortIn,
  widthsIn,
  withColumns,
  withCondition,
  withDensity,
  withFilter,
  withPinned,
  withSort,
  withWidth,
  withoutQuery,
} from './rows/query-address.ts';
export {
  rowFileUrl,
  rowQueries,
  type PageAddress,
  type QueryText,
  type RowPage,
  type ValueSource,
} from './rows/row.queries.ts';
export { type OfferedValues } from './rows/union-of-values.ts';
export { useConditionText } from './rows/use-condition-text.ts';
export { useRangeText } from './rows/use-range-text.ts';
export { useSettled } from './rows/use-settled.ts';
export { WithFilterForms } from './rows/with-filter-forms.tsx';
export { clockTimeOf } from './rows/zoned-time.ts';
export {
  changeQuery,
  clearPastRuns,
  deleteQuery,
  pastRuns,
  restoreQuery,
  saveQuery,
  savedQueries,
  type PastRun,
  type Saved,
  type SavedVersion,
} from './sql/saved-query.queries.ts';
export {
  changeSqlView,
  createSqlView,
  deleteSqlView,
  editPath,
  refreshSqlView,
  sqlViewQueries,
  type SqlView,
  type SqlViewRefresh,
} from './sql/sql-view.queries.ts';
export { tableOfQuery } from './sql/table-of-query.ts';
export { WithCode, codeOf } from './with-code.tsx';
export { withFigureMessages } from './figure-messages.ts';
