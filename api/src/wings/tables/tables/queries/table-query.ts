import { Type } from '@sinclair/typebox';
import {
  faultsOfQuery,
  groupedColumns,
  isMoment,
  isTimeZone,
  operatorsOf,
  QUERY_OPERATORS,
  TIME_UNITS,
  readFilter,
  readNames,
  readSort,
  readTimeRange,
  writeFilter,
  writeSort,
  type Aggregate,
  type Query,
  type QueryCondition,
  type QueryFilter,
  type TableQuery,
} from '@headwater/shared/contract';
import { isUnusual, momentCheck, valueCheck } from '@headwater/protocol/row-filter';
import { isNumberLimit } from '@headwater/warehouse';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { Refusal, type Fault } from '@headwater/base/refusals/refusal';
import { atMoment, type WeekStart } from '../rows/time-range.ts';

/** Which rows are requested, as `shared/contract/tables/table-query.ts` writes it in a URL. */
export const filterParameter = {
  filter: Type.Optional(
    Type.String({
      maxLength: 8_000,
      description: `Conditions as \`column:operator:value\`, separated by \`;\`, and by \`|\` where one of them is enough. Operators are ${QUERY_OPERATORS.join(', ')}; which of them fit depends on the column's type. Several values are separated by commas; \`:or_null\` behind those of one_of and none_of adds NULL to them, which none_of keeps otherwise. Percent-encode names and values by themselves, and then all of it for the URL: a moment is \`updated_at:greater:2026-11-27T16%3A00%3A00Z\` before that. A range that moves with the clock has the time zone of its days: \`placed_at:in_range:last.7.day,Europe%2FBerlin\` is the 7 days before today, \`placed_at:in_range:last.7.day.with,Europe%2FBerlin\` has today too, and \`placed_at:in_range:this.month,Europe%2FBerlin\` is the current month; units are ${TIME_UNITS.join(', ')}.`,
    }),
  ),
};
export const versionParameter = {
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2 ** 31 - 1,
      description:
        'The version to read, by default the current one. The rows of a version never change, so a table whose version is the one that was read before has nothing new.',
    }),
  ),
};
export const columnsParameter = {
  columns: Type.Optional(
    Type.String({
      maxLength: 8_000,
      description: 'Names of columns, percent-encoded and separated by commas. By default, all of them.',
    }),
  ),
};
export const sortParameter = {
  sort: Type.Optional(
    Type.String({
      maxLength: 2_000,
      description:
        'Names of columns, percent-encoded and separated by commas, the most important first, each with a `-` in front if it descends.',
    }),
  ),
};

/** Returns the query in a request's parameters, or null for all rows in the table's own order. */
export function tableQueryOf({
  filter = '',
  sort = '',
}: {
  filter?: string;
  sort?: string;
}): TableQuery | null {
  const query = { filter: filterOf(filter), sort: readSort(sort) };
  if (query.sort === null) throw new Refusal('query_unreadable', { parameter: 'sort' });
  return query.filter.length + query.sort.length === 0 ? null : { ...query, sort: query.sort };
}

export function filterOf(text: string): QueryFilter {
  const filter = readFilter(text);
  if (filter === null) throw new Refusal('query_unreadable', { parameter: 'filter' });
  return filter;
}

/** A table, and when days and weeks begin in its workspace. */
interface FilteredTable {
  columns: readonly StreamColumn[];
  timeZone: string | null;
  weekStart: WeekStart;
}

/** Throws everything in a query that doesn't fit the columns. Returns what it means at this moment. */
export function requireQueryFits(
  { filter, sort }: TableQuery,
  { columns, timeZone, weekStart }: FilteredTable,
): TableQuery {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const faults: Fault[] = [
    ...filter.flat().flatMap((condition): Fault[] => {
      const column = byName.get(condition.column);
      if (column && fits(condition, column)) return [];
      const code = column ? 'query_condition_unfit' : 'query_column_unknown';
      return [{ code, parameter: 'filter', values: { column: condition.column } }];
    }),
    ...sort.flatMap(({ column }): Fault[] =>
      byName.has(column) ? [] : [{ code: 'query_column_unknown', parameter: 'sort', values: { column } }],
    ),
  ];
  const [first, ...others] = faults;
  if (first) throw new Refusal([first, ...others]);
  return { filter: atMoment(filter, columns, { zone: timeZone, weekStart }), sort };
}

type TypedColumn = Pick<StreamColumn, 'name' | 'type' | 'encoding'>;

/** Throws everything in a query that doesn't fit the columns, and says where. Returns what it means at this moment. */
export function requireComputable(query: Query, columns: readonly StreamColumn[], pointer: string): Query {
  const grouped = query.shape
    ? groupedColumns(query, columns).map((column) => ({ ...column, encoding: 'value' as const }))
    : columns;
  const unfit = conditionsOf(query).filter(({ condition, at }) => {
    const column = (at.startsWith('/filter') ? columns : grouped).find(
      ({ name }) => name === condition.column,
    );
    return column && operatorsOf(column).includes(condition.operator) && !fits(condition, column);
  });
  const faults: Fault[] = [
    ...faultsOfQuery(query, columns),
    ...unfit.map(({ condition, at }) => ({
      code: 'query_condition_unfit' as const,
      pointer: at,
      values: { column: condition.column },
    })),
  ].map((fault) => ({ ...fault, pointer: pointer + fault.pointer }));
  const [first, ...others] = faults;
  if (first) throw new Refusal([first, ...others]);
  return queryAtMoment(query, columns, grouped);
}

function queryAtMoment(
  query: Query,
  columns: readonly TypedColumn[],
  grouped: readonly TypedColumn[],
): Query {
  const { zone = null, weekStart = 'monday' } = query;
  const filterAtMoment = (filter: QueryFilter, of: readonly TypedColumn[]) =>
    atMoment(filter, of, { zone, weekStart }).map((group) =>
      group.map((one) => ({ ...one, values: [...one.values] })),
    );
  const within = (part: Aggregate): Aggregate =>
    part.where ? { ...part, where: filterAtMoment(part.where, grouped) } : part;
  return {
    ...query,
    ...(query.filter ? { filter: filterAtMoment(query.filter, columns) } : {}),
    measures: query.measures.map((measure) => {
      if ('ratio' in measure)
        return { ...measure, ratio: [within(measure.ratio[0]), within(measure.ratio[1])] };
      return 'agg' in measure ? { ...measure, ...within(measure) } : measure;
    }),
  };
}

/** Returns all conditions in a query, with where they are. */
function conditionsOf({ filter = [], measures }: Query): { condition: QueryCondition; at: string }[] {
  const within = (some: QueryFilter, at: string) =>
    some.flatMap((group, index) =>
      group.map((condition, position) => ({ condition, at: `${at}/${index}/${position}` })),
    );
  return [
    ...within(filter, '/filter'),
    ...measures.flatMap((measure, at) => {
      if ('ratio' in measure)
        return measure.ratio.flatMap(({ where = [] }, part) =>
          within(where, `/measures/${at}/ratio/${part}/where`),
        );
      return 'agg' in measure ? within(measure.where ?? [], `/measures/${at}/where`) : [];
    }),
  ];
}

/** Throws unless there is a column whose values can be listed to choose from. */
export function requireListable(name: string, columns: readonly StreamColumn[]): void {
  const column = columns.find((one) => one.name === name);
  const values = { column: name };
  if (!column) throw new Refusal('query_column_unknown', { parameter: 'column', values });
  if (!operatorsOf(column).includes('one_of'))
    throw new Refusal('query_condition_unfit', { parameter: 'column', values });
}

/** Whether each condition of a filter names a column and fits its type. */
export const filterFits = (filter: QueryFilter, columns: readonly StreamColumn[]): boolean =>
  filter.flat().every((condition) => {
    const column = columns.find(({ name }) => name === condition.column);
    return column !== undefined && fits(condition, column);
  });

/** A column of days or moments is compared with either: see inValuesOf. */
function fits({ operator, values, orNull }: QueryCondition, column: TypedColumn): boolean {
  if (!operatorsOf(column).includes(operator)) return false;
  if (orNull && operator !== 'one_of' && operator !== 'none_of') return false;
  const usual = isMoment(column) ? momentCheck : valueCheck(column)!;
  const check = (value: string) => usual(value) || isUnusual(column, value);
  switch (operator) {
    case 'is_null':
    case 'is_not_null':
      return values.length === 0;
    case 'contains':
    case 'not_contains':
    case 'starts_with':
    case 'ends_with':
      return values.length === 1 && values[0] !== '' && !values[0]!.includes('\0');
    case 'in_range':
      return values.length === 2 && readTimeRange(values[0]!) !== null && isTimeZone(values[1]!);
    case 'one_of':
    case 'none_of':
      return values.length > 0 && values.every(check);
    default:
      if (values.length !== 1) return false;
      return check(values[0]!) || isNumberLimit(column.type, operator, values[0]!);
  }
}

/** Returns the named columns in the order of the names, or all of them without names. Throws for unknown ones. */
export function namedColumns(text: string, columns: readonly StreamColumn[]): readonly StreamColumn[] {
  const names = readNames(text);
  if (names === null) throw new Refusal('query_unreadable', { parameter: 'columns' });
  if (names.length === 0) return columns;
  const byName = new Map(columns.map((column) => [column.name, column]));
  return names.map((name) => {
    const column = byName.get(name);
    if (!column)
      throw new Refusal('query_column_unknown', { parameter: 'columns', values: { column: name } });
    return column;
  });
}

/** Returns a text that is the same for the same query. */
export const textOf = (query: TableQuery): string => `${writeFilter(query.filter)} ${writeSort(query.sort)}`;
