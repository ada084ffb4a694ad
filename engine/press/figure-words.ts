import {
  autoMark,
  chartData,
  chartWords,
  comparisonWords,
  fitOf,
  columnName,
  momentWords,
  partialPeriods,
  periodWords,
  resultTable,
  valueWords,
  seriesComparison,
  summaryOf,
  type ChartData,
  type ChartWords,
  type ComparisonWords,
  type Mark,
} from '@headwater/shared/charts';
import { localeOf } from '@headwater/shared/contract/plain';
import type { PressedCard, PressedFault, PressedFigure, PressedResult, PressStyle } from './messages.ts';
import { penFor, type Pen } from './pen.ts';
import type { Say } from './say.ts';

const wordsOf = (data: ChartData, measure: string, { language, timeZone, phrases }: Pen): ChartWords =>
  chartWords(data, { measure, language, timeZone, phrases });

/** What a figure shows, in words. */
export interface FigureWords {
  /** Null if rows are shown as they are, which only a table can. */
  readonly chart: { readonly data: ChartData; readonly text: ChartWords } | null;
  readonly mark: Mark;
  readonly isEmpty: boolean;
  /** The sentence of a chart. Of a number, what it is and its value, and of rows, how many. */
  readonly summary: string;
  /** The value of a number, or null for other figures. */
  readonly value: string | null;
  /** How a number compares with an earlier period, if it's compared. */
  readonly comparison: ComparisonWords | null;
  /** What the summary says of the earlier period of a series. */
  readonly earlier: string | null;
}

/** Returns what a figure says, as the screen says it. */
export function figureWords(card: PressedFigure, pen: Pen): FigureWords {
  const { say, phrases } = pen;
  const { measure, result } = card;
  if (measure === null) {
    const isEmpty = result.rows === 0;
    const summary = say(isEmpty ? 'chart.none' : 'row_count', { rows: result.rows });
    return { chart: null, mark: 'table', isEmpty, summary, value: null, comparison: null, earlier: null };
  }
  const data = chartData({ ...result, sql: '', version: 0 });
  const text = wordsOf(data, columnName(data.measure, phrases), pen);
  const chart = { data, text };
  const isAdditive = 'agg' in measure && (measure.agg === 'count' || measure.agg === 'sum');
  const wanted =
    (card.kind === 'query' ? (card.mark as Mark | null) : card.kind) ?? autoMark(data, isAdditive);
  const mark = fitOf(wanted, data, isAdditive) === 'fits' ? wanted : autoMark(data, isAdditive);
  const isEmpty = data.x !== null && result.rows === 0;
  if (mark === 'number' && !isEmpty) {
    const now = data.series[0]?.texts[0] ?? null;
    const value = text.exact(now);
    const comparison = result.comparison
      ? comparisonWords(result.comparison, now, {
          ...{ language: pen.language, words: text, measure: data.measure, say: phrases.comparison },
        })
      : null;
    const summary = [`${text.measure}: ${value}`, ...comparisonLines(comparison)].join('. ');
    return { chart, mark, isEmpty, value, comparison, summary, earlier: null };
  }
  const told = { language: pen.language, words: text, say: phrases.comparison };
  const earlier = isEmpty ? null : seriesComparison(data, mark, isAdditive, told);
  const partial = partialPeriods(data, text);
  const { message, values } = summaryOf(data, text, isAdditive);
  const parts = [
    isEmpty ? say('chart.none') : say(`chart.summary.${message}`, values),
    ...(partial === null ? [] : [say('chart.incomplete', { periods: partial })]),
    ...(earlier === null ? [] : [earlier]),
  ];
  const summary = parts.join(' ');
  return { chart, mark, isEmpty, value: null, comparison: null, summary, earlier };
}

/** Returns everything that a comparison says. */
const comparisonLines = (comparison: ComparisonWords | null): string[] =>
  comparison === null
    ? []
    : [...(comparison.change === null ? [] : [comparison.change]), ...comparison.details];

/** How old the data of a figure is, and what it doesn't show. `left` says what has no room. */
export function figureFoot(
  { freshAsOf, isLate, result, unbound, parameters }: PressedFigure,
  pen: Pen,
  left: readonly string[],
): string[] {
  const { say, time } = pen;
  return [
    ...left,
    ...(result.cut ? [say('cut', { ...result.cut })] : []),
    ...(result.later?.since ? [say('chart.later', { time: time(result.later.since) })] : []),
    ...result.notes.map(({ code, column, rows }) => say(`chart.note.${code}`, { column, rows })),
    ...unbound.map((filter) => say('filter.not_filtered', { filter })),
    ...(parameters.length > 0 ? [say('with', { values: parameterWords(parameters, say) })] : []),
    ageWords({ freshAsOf, isLate }, pen),
  ];
}

const parameterWords = (parameters: PressedFigure['parameters'], say: Say): string =>
  parameters
    .map(({ name, value }) => (value === null ? `${name} = NULL` : say('with_value', { name, value })))
    .join(', ');

/** Says how old data is. */
export function ageWords(
  { freshAsOf, isLate }: Pick<PressedFigure, 'freshAsOf' | 'isLate'>,
  { say, time }: Pick<Pen, 'say' | 'time'>,
): string {
  const age = freshAsOf === null ? say('no_data') : say('as_of', { time: time(freshAsOf) });
  return isLate ? say('late', { age }) : age;
}

/** Says why a card can't show what it should. */
export const faultWords = ({ fault, table, filter }: PressedFault, say: Say): string =>
  say(fault === 'parameter' && filter !== '' ? 'fault.filter' : `fault.${fault}`, { table, filter });

/** A column of a result, as it's written. */
export interface WrittenColumn {
  readonly name: string;
  readonly isNumber: boolean;
  readonly cells: readonly string[];
}

/** Writes the first rows of a result, by column. */
export function writtenColumns(
  result: PressedResult,
  { language, timeZone, phrases }: Pen,
  most: number,
): WrittenColumn[] {
  const { columns, values } = resultTable(result, phrases);
  const value = valueWords(localeOf(language));
  const period = periodWords({ language, timeZone, phrases });
  const moment = momentWords(timeZone);
  return columns.map((column, at) => {
    const { as, kind, grain, others } = column;
    const rest = new Set(others);
    const cells = values[at]!.slice(0, most).map((text, row) => {
      if (rest.has(row)) return phrases.other;
      if (text === null) return '–';
      if (grain !== null) return period(text, column);
      if (kind === 'timestamp') return moment(text);
      return kind === 'number' ? value(text, column) : text;
    });
    return { name: as, isNumber: kind === 'number', cells };
  });
}

/** A card without its picture. */
export interface CardInWords {
  readonly title: string;
  readonly kind: 'text' | 'fault' | 'number' | 'table' | 'chart' | 'empty';
  /** What it says in a sentence: the text of a note, or what is wrong with it. */
  readonly sentence: string;
  /** Of a number. */
  readonly value: string | null;
  readonly columns: readonly WrittenColumn[];
  readonly foot: readonly string[];
}

/** Says in words what a card shows, with its first rows. */
export function cardInWords(card: PressedCard, style: PressStyle, mostRows: number): CardInWords {
  const pen = penFor(style);
  const { title } = card;
  const plain = { title, value: null, columns: [], foot: [] };
  if (card.kind === 'text') return { ...plain, kind: 'text', sentence: card.text };
  if (card.kind === 'fault') return { ...plain, kind: 'fault', sentence: faultWords(card, pen.say) };
  const { mark, isEmpty, summary, value, comparison } = figureWords(card, pen);
  if (isEmpty) return { ...plain, kind: 'empty', sentence: summary, foot: figureFoot(card, pen, []) };
  if (value !== null)
    return {
      ...plain,
      kind: 'number',
      sentence: summary,
      value,
      foot: figureFoot(card, pen, comparisonLines(comparison)),
    };
  const { rows } = card.result;
  const left = rows > mostRows ? [pen.say('first_of', { shown: mostRows, of: rows })] : [];
  return {
    ...{ title, value: null, kind: mark === 'table' ? 'table' : 'chart', sentence: summary },
    columns: writtenColumns(card.result, pen, mostRows),
    foot: figureFoot(card, pen, left),
  };
}
