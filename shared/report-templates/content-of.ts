import { CONDITION_VALUES_MAX, ownValue, writeTimeRange } from '../contract/index.ts';
import type { ComputedCard, FilterValue, Language, Query, ReportContent } from '../contract/index.ts';
import type { BoundColumns, OrderedValues, ReportTemplate, TemplateFilter } from './template.ts';
import { wordsOf } from './words-of.ts';

export type ChosenValues = readonly (string | null)[];

/** Which table and columns a template is filled with, and which values count. */
export interface Mapping {
  table: { id: string; name: string };
  /** By role. Roles without a column are left out. */
  columns: BoundColumns;
  /**
   * By the role of a filter, null for rows without a value: which one counts if it picks one, and otherwise those that
   * don't. Without any, all rows count.
   */
  values: Readonly<Record<string, ChosenValues>>;
  /** Of filters whose values are ordered, if somebody has put them in order. */
  order?: OrderedValues;
  /** Whether all rows count, whenever they were. By default, those of the template's period. */
  isAllTime?: boolean;
}

/** Returns the report that a template makes of a table: the cards whose roles all have a column, and its filters. */
export function contentOf(
  template: ReportTemplate,
  { table, columns, values, order = {}, isAllTime = false }: Mapping,
  { language, zone }: { language: Language; zone: string },
): ReportContent {
  const isOfPeriod =
    !isAllTime && periodsOf(template).some(({ role }) => ownValue(columns, role) !== undefined);
  const cards = template.cards
    .filter(({ needs }) => needs.every((role) => ownValue(columns, role) !== undefined))
    .map(({ id, title, kind, mark = null, compare, layout, query }): ComputedCard => {
      const computed = {
        ...{ id, title: title[language], layout, table },
        query: { filter: [], ...distinctNames(query(columns, (words) => words[language], order)), zone },
        ...(compare && isOfPeriod && { compare }),
      };
      return kind === 'query' ? { kind, mark, ...computed } : { kind, ...computed };
    });
  return {
    cards,
    filters: [
      ...periodsOf(template).map(({ role, label, months }) => ({
        ...{ role, label, value: isAllTime ? null : rangeOf(months, zone) },
      })),
      ...template.filters.map((filter) => ({
        ...filter,
        value: ownValue(order, filter.role) ? null : valueOf(filter, ownValue(values, filter.role)),
      })),
    ].flatMap(({ role, label, value }) => {
      const column = ownValue(columns, role);
      if (column === undefined) return [];
      const bind = cards.map(({ id }) => ({ card: id, column }));
      return { id: role, label: label[language], bind, default: value };
    }),
    template: {
      slug: template.slug,
      version: template.version,
      columns: Object.entries(columns).map(([role, column]) => ({ role, column })),
    },
  };
}

/** Returns the template's period, if it has one. */
export const periodsOf = ({ period }: ReportTemplate) => (period ? [period] : []);

/** Returns the value of a filter that leaves so many months before the current one. */
export const rangeOf = (months: number, zone: string): FilterValue => ({
  operator: 'in_range',
  values: [writeTimeRange({ last: months, unit: 'month', current: 'without' }), zone],
});

/** Returns a query whose breakouts are called like none of its measures, although a column may be. */
function distinctNames(query: Query): Query {
  const measures = new Set(query.measures.map(({ as }) => as.toLowerCase()));
  const distinct = (as: string): string => (measures.has(as.toLowerCase()) ? distinct(`${as} (2)`) : as);
  return {
    ...query,
    breakouts: query.breakouts.map((breakout) => ({ ...breakout, as: distinct(breakout.as) })),
  };
}

/** What doesn't count is named, so that rows without a value, and values that there aren't yet, do. */
function valueOf({ pick }: TemplateFilter, chosen: ChosenValues = []): FilterValue | null {
  const values = chosen.filter((value) => value !== null);
  const orNull = values.length < chosen.length;
  if (chosen.length === 0) return null;
  if (values.length === 0) return { operator: pick === 'one' ? 'is_null' : 'is_not_null', values };
  return { operator: pick === 'one' ? 'one_of' : 'none_of', values, ...(orNull && { orNull }) };
}

/** Returns what a filter's value says was chosen, or undefined if it says something else, such as a part of a text. */
export function chosenIn({ pick }: TemplateFilter, value: FilterValue | null): ChosenValues | undefined {
  if (value === null) return [];
  const { operator, values, orNull = false } = value;
  const [all, alone] = pick === 'one' ? ['one_of', 'is_null'] : ['none_of', 'is_not_null'];
  if (operator === alone) return [null];
  return operator === all ? [...values, ...(orNull ? [null] : [])] : undefined;
}

/**
 * Returns what is chosen in a filter unless someone says otherwise: of currencies the workspace's, or else the most
 * frequent one, and otherwise, as what doesn't count, the values that usually don't, unless they are all.
 *
 * @param found the column's values, the most frequent first
 */
export function usualValues(
  { pick, leaveOut = [] }: TemplateFilter,
  found: ChosenValues,
  currency: string | null = null,
): ChosenValues {
  if (pick === 'one') {
    const own = found.find((value) => value !== null && value.trim().toUpperCase() === currency);
    return own === undefined ? found.slice(0, 1) : [own];
  }
  const leftOut = found.filter((value) => value !== null && isNamed(value, leaveOut));
  return leftOut.length === found.length ? [] : leftOut.slice(0, CONDITION_VALUES_MAX);
}

/** Words that turn others around, or say that they are only a part of it. */
const BUT = [
  'not',
  'no',
  'never',
  'non',
  'un',
  'partial',
  'partially',
  'partly',
  'nicht',
  'kein',
  'keine',
  'nie',
  'teilweise',
];

/** Whether a value has one of the words as a word of its own, and not "not" or "partly" with it. */
function isNamed(value: string, words: readonly string[]): boolean {
  const own = wordsOf(value);
  return own.some((word) => words.includes(word)) && !own.some((word) => BUT.includes(word));
}
