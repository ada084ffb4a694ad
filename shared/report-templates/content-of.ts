import { ownValue } from '../contract/own-value.ts';
import { writeTimeRange } from '../contract/index.ts';
import type { ComputedCard, FilterValue, Language, Query, ReportContent } from '../contract/index.ts';
import type { BoundColumns, ReportTemplate, TemplateFilter } from './template.ts';

/** Which table and columns a template is filled with, and which values count. */
export interface Mapping {
  table: { id: string; name: string };
  /** By role. Roles without a column are left out. */
  columns: BoundColumns;
  /** By the role of a filter. Without any, all rows count. */
  values: Readonly<Record<string, readonly string[]>>;
  /** Whether all rows count, whenever they were. By default, those of the template's period. */
  isAllTime?: boolean;
}

/** Returns the report that a template makes of a table: the cards whose roles all have a column, and its filters. */
export function contentOf(
  template: ReportTemplate,
  { table, columns, values, isAllTime = false }: Mapping,
  { language, zone }: { language: Language; zone: string },
): ReportContent {
  const isOfPeriod =
    !isAllTime && periodsOf(template).some(({ role }) => ownValue(columns, role) !== undefined);
  const cards = template.cards
    .filter(({ needs }) => needs.every((role) => ownValue(columns, role) !== undefined))
    .map(({ id, title, kind, mark = null, compare, layout, query }): ComputedCard => {
      const computed = {
        ...{ id, title: title[language], layout, table },
        query: { filter: [], ...distinctNames(query(columns, (words) => words[language])), zone },
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
      ...template.filters.map(({ role, label }) => ({ role, label, value: valueOf(ownValue(values, role)) })),
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

const valueOf = (values: readonly string[] = []): FilterValue | null =>
  values.length === 0 ? null : { operator: 'one_of', values: [...values] };

/**
 * Returns which values count unless someone says otherwise: of currencies the workspace's, or else the most frequent one,
 * and otherwise all but those that usually don't. Without any if that would be all of them.
 *
 * @param found the column's values, the most frequent first
 */
export function usualValues(
  { pick, leaveOut }: TemplateFilter,
  found: readonly string[],
  currency: string | null = null,
): string[] {
  if (pick === 'one') {
    const own = found.find((value) => value.trim().toUpperCase() === currency);
    return own === undefined ? found.slice(0, 1) : [own];
  }
  const counted = found.filter((value) => !leaveOut?.test(value));
  return counted.length === found.length ? [] : counted;
}
