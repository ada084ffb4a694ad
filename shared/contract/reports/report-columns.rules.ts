import type { Column } from '../ground/column.ts';
import type { Aggregate, Measure, Query } from '../tables/query.ts';
import { isMoment, isNumeric } from '../tables/query-columns.rules.ts';
import type { QueryShape } from '../tables/query-shape.ts';
import { faultsOfQuery, nearestName } from '../tables/query.rules.ts';
import { rolesOfShape } from '../tables/query-shape.rules.ts';
import { isColumnBinding } from './report-filters.ts';
import { columnsOfQuery, isComputed } from './report.rules.ts';
import type { ReportContent } from './report.ts';

type Filter = NonNullable<Query['filter']>;

/** Instead of which column another one is read. */
interface Replacement {
  from: string;
  to: string;
}

/** Returns a query that reads another column wherever it has read one. Its results are called what they were. */
export function withOtherColumn(query: Query, replacement: Replacement): Query {
  const { from, to } = replacement;
  const named = (name: string) => (name === from ? to : name);
  const filter = (groups: Filter): Filter =>
    groups.map((group) => group.map((one) => ({ ...one, column: named(one.column) })));
  const aggregate = <T extends Aggregate>(one: T): T => ({
    ...one,
    ...(one.column !== undefined && { column: named(one.column) }),
    ...(one.where && { where: filter(one.where) }),
  });
  const measure = (one: Measure): Measure => {
    if ('calc' in one) return one;
    const other = 'ratio' in one ? { ...one, ratio: twice(one.ratio, aggregate) } : aggregate(one);
    return { ...other, ...(other.currency !== undefined && { currency: named(other.currency) }) };
  };
  const rows = { ...query, ...(query.filter && { filter: filter(query.filter) }) };
  // What is grouped and measured are columns of the shape.
  if (query.shape) return { ...rows, shape: otherShape(query.shape, replacement) };
  return {
    ...rows,
    breakouts: query.breakouts.map((one) => ({ ...one, column: named(one.column) })),
    measures: query.measures.map(measure),
  };
}

const twice = <T>([one, other]: [T, T], change: (part: T) => T): [T, T] => [change(one), change(other)];

function otherShape(shape: QueryShape, { from, to }: Replacement): QueryShape {
  const changed = rolesOfShape(shape).filter(({ column }) => column === from);
  return { ...shape, ...Object.fromEntries(changed.map(({ part }) => [part, to])) };
}

type KnownColumn = Pick<Column, 'name' | 'type' | 'lost'>;

/**
 * Returns the columns that a query could read instead of one that the table no longer has, or has in a type that doesn't
 * fit: the one whose name is nearest first, if one is near, then the others in the table's order.
 */
export function otherColumnsFor<T extends KnownColumn>(
  query: Query,
  column: string,
  columns: readonly T[],
): { nearest: string | undefined; fitting: T[] } {
  const isFit = ({ name }: T) => {
    const other = withOtherColumn(query, { from: column, to: name });
    const isAbout = ({ values }: { values: Readonly<Record<string, string>> }) =>
      values['column'] === name || values['column'] === column;
    return !faultsOfQuery(other, columns).some(isAbout);
  };
  const compared = conditionsOf(query).filter((one) => one.column === column);
  const fitting = columns.filter(
    (one) => one.name !== column && one.lost === undefined && canHold(one, compared) && isFit(one),
  );
  const nearest = likeliestName(
    column,
    fitting.map(({ name }) => name),
  );
  const isNearest = ({ name }: T) => name === nearest;
  return { nearest, fitting: [...fitting.filter(isNearest), ...fitting.filter((one) => !isNearest(one))] };
}

/** Returns all conditions on columns of the table. */
function conditionsOf({ filter = [], shape, measures }: Query): Filter[number] {
  const whereOf = ({ where = [] }: Aggregate) => where.flat();
  const ofMeasures = measures.flatMap((one) => {
    if ('ratio' in one) return one.ratio.flatMap(whereOf);
    return 'calc' in one ? [] : whereOf(one);
  });
  return [...filter.flat(), ...(shape ? [] : ofMeasures)];
}

/** Returns whether a column can have the values that conditions compare with. */
function canHold(column: KnownColumn, conditions: Filter[number]): boolean {
  const values = conditions.filter(({ operator }) => operator !== 'in_range').flatMap((one) => one.values);
  if (isNumeric(column))
    return values.every((value) => value.trim() !== '' && Number.isFinite(Number(value)));
  return !isMoment(column) || values.every((value) => !Number.isNaN(Date.parse(value)));
}

/** Returns the name that is spelled nearly the same, or else the first one that shares a word. */
function likeliestName(name: string, names: readonly string[]): string | undefined {
  const words = wordsOf(name);
  return (
    nearestName(name, names) ?? names.find((other) => wordsOf(other).some((word) => words.includes(word)))
  );
}

/** Shorter words, like "id" and "is", are in many names. */
const wordsOf = (name: string) =>
  name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2);

/** Returns a report whose cards over a table, and what is bound to them, read another column instead of one. */
export function withColumnReplaced(
  content: ReportContent,
  tableId: string,
  replacement: Replacement,
): ReportContent {
  const { from, to } = replacement;
  const isOfTable = new Set(
    content.cards.flatMap((card) => (isComputed(card) && card.table.id === tableId ? [card.id] : [])),
  );
  // A template reads one table, that of the first card.
  const isMapped = content.cards.find(isComputed)?.table.id === tableId;
  const template = isMapped ? content.template : undefined;
  return {
    ...content,
    cards: content.cards.map((card) =>
      isComputed(card) && isOfTable.has(card.id)
        ? { ...card, query: withOtherColumn(card.query, replacement) }
        : card,
    ),
    filters: content.filters.map((filter) => ({
      ...filter,
      bind: filter.bind.map((one) =>
        isColumnBinding(one) && isOfTable.has(one.card) && one.column === from ? { ...one, column: to } : one,
      ),
    })),
    ...(template && {
      template: {
        ...template,
        columns: template.columns.map((one) => (one.column === from ? { ...one, column: to } : one)),
      },
    }),
  };
}

/** Returns how many cards over a table read a column, by themselves or by a filter that is bound to them. */
export function countCardsWith(content: ReportContent, tableId: string, column: string): number {
  const bound = new Set(
    content.filters.flatMap(({ bind }) =>
      bind.filter((one) => isColumnBinding(one) && one.column === column).map(({ card }) => card),
    ),
  );
  return content.cards.filter(
    (card) =>
      isComputed(card) &&
      card.table.id === tableId &&
      (bound.has(card.id) || columnsOfQuery(card.query).includes(column)),
  ).length;
}
