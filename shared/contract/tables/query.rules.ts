import type { Column } from '../ground/column.ts';
import type { Aggregate, Breakout, Measure, Query } from './query.ts';
import { isGroupable, isMoment, isNumeric } from './query-columns.rules.ts';
import { columnsOfShape, rolesOfShape } from './query-shape.rules.ts';
import type { QueryShape } from './query-shape.ts';
import { BREAKOUTS_MAX } from './query-limits.ts';
import { operatorsOf, type QueryFilter } from './table-query.ts';
import { isTimeZone } from '../ground/time-zone.rules.ts';

/** What is wrong with a query, and where, as a JSON pointer into it. */
export interface QueryFault {
  code:
    | 'query_column_unknown'
    | 'query_column_misspelled'
    | 'query_column_lost'
    | 'query_condition_unfit'
    | 'query_breakout_unfit'
    | 'query_empty'
    | 'query_too_many_breakouts'
    | 'query_shape_unfit'
    | 'query_aggregate_unfit'
    | 'query_calculation_unfit'
    | 'query_name_unknown'
    | 'query_name_taken'
    | 'time_zone_unknown';
  pointer: string;
  values: Readonly<Record<string, string>>;
}

type TypedColumn = Pick<Column, 'name' | 'type' | 'lost'>;

/** Returns whether a query shows rows as they are, and not groups of them. */
export const isOfRows = ({ measures }: Pick<Query, 'measures'>): boolean => measures.length === 0;

/** Returns whether what a query computes can be compared with an earlier period: a number, or one for each period. */
export const isComparable = ({ shape, measures, breakouts }: Query): boolean =>
  !shape && measures.length > 0 && breakouts.every(({ grain }, at) => (grain !== undefined) === (at === 0));

/** Returns whether an aggregate can be computed of a column. */
export function isAggregable(agg: Aggregate['agg'], column: Pick<Column, 'type'>): boolean {
  switch (agg) {
    case 'count':
      return true;
    case 'distinct':
      return isGroupable(column);
    case 'min':
    case 'max':
      return isNumeric(column) || isMoment(column);
    default:
      return isNumeric(column);
  }
}

/** Returns everything in a query that the columns don't allow. Values of conditions are for others to check. */
export function faultsOfQuery(query: Query, columns: readonly TypedColumn[]): QueryFault[] {
  const rows = new QueryCheck(columns, isOfRows(query));
  rows.filter(query.filter ?? [], '/filter');
  if (query.shape) rows.shape(query.shape, '/shape');
  // What is grouped are the shape's rows.
  const check = query.shape
    ? new QueryCheck(groupedColumns(query, columns), isOfRows(query), rows.faults)
    : rows;
  check.size(query);
  query.breakouts.forEach((breakout, at) => check.breakout(breakout, `/breakouts/${at}`, query));
  query.measures.forEach((measure, at) => check.measure(measure, `/measures/${at}`, query));
  check.names(query);
  if (query.zone !== undefined && !isTimeZone(query.zone))
    check.faults.push({ code: 'time_zone_unknown', pointer: '/zone', values: { zone: query.zone } });
  return check.faults;
}

/** Returns the columns that a query groups and measures: the table's, unless a shape comes between. */
export const groupedColumns = <T extends TypedColumn>(
  { shape }: Pick<Query, 'shape'>,
  columns: readonly T[],
): readonly TypedColumn[] => (shape ? columnsOfShape(shape, columns) : columns);

class QueryCheck {
  readonly faults: QueryFault[];
  readonly #columns: readonly TypedColumn[];
  readonly #isOfRows: boolean;

  constructor(columns: readonly TypedColumn[], ofRows: boolean, faults: QueryFault[] = []) {
    this.#columns = columns;
    this.#isOfRows = ofRows;
    this.faults = faults;
  }

  shape(shape: QueryShape, pointer: string): void {
    for (const { part, column: name, isFit } of rolesOfShape(shape)) {
      const column = this.#column(name, `${pointer}/${part}`);
      if (column && !isFit(column)) this.#add('query_shape_unfit', `${pointer}/${part}`, { column: name });
    }
  }

  filter(filter: QueryFilter, pointer: string): void {
    filter.forEach((group, at) =>
      group.forEach(({ column: name, operator }, index) => {
        const at2 = `${pointer}/${at}/${index}`;
        const column = this.#column(name, `${at2}/column`);
        if (column && !operatorsOf(column).includes(operator))
          this.#add('query_condition_unfit', at2, { column: name });
      }),
    );
  }

  size(query: Query): void {
    const { length } = query.breakouts;
    if (isOfRows(query)) {
      if (length === 0) this.#add('query_empty', '/breakouts', {});
    } else if (length > BREAKOUTS_MAX)
      this.#add('query_too_many_breakouts', `/breakouts/${BREAKOUTS_MAX}`, { most: String(BREAKOUTS_MAX) });
  }

  breakout({ column: name, grain, bins, top }: Breakout, pointer: string, query: Query): void {
    const column = this.#column(name, `${pointer}/column`);
    if (top?.by !== undefined && !isRanking(query.measures.find(({ as }) => as === top.by)))
      this.#add('query_name_unknown', `${pointer}/top/by`, { name: top.by });
    if (!column) return;
    const ways = [grain, bins, top].filter((way) => way !== undefined).length;
    const isFit = isOfRows(query)
      ? ways === 0
      : isGroupable(column) &&
        ways <= 1 &&
        (grain === undefined || (isMoment(column) && (column.type !== 'DATE' || !isWithinDay(grain)))) &&
        (bins === undefined || isNumeric(column)) &&
        (top === undefined || query.measures.some(isRanking));
    if (!isFit) this.#add('query_breakout_unfit', pointer, { column: name });
  }

  measure(measure: Measure, pointer: string, query: Query): void {
    if ('ratio' in measure)
      return measure.ratio.forEach((part, at) => this.#aggregate(part, `${pointer}/ratio/${at}`));
    if (!('calc' in measure)) return this.#aggregate(measure, pointer);
    const { calc, of } = measure;
    const other = query.measures.find(({ as }) => as === of);
    if (!other || 'calc' in other) return this.#add('query_name_unknown', `${pointer}/of`, { name: of });
    const isAdditive = 'agg' in other && (other.agg === 'count' || other.agg === 'sum');
    const first = query.breakouts[0];
    const isInOrder = first?.grain !== undefined || first?.bins !== undefined;
    if (calc === 'change' ? !isInOrder : !isAdditive || (calc === 'running' && !isInOrder))
      this.#add('query_calculation_unfit', pointer, { name: measure.as });
  }

  names(query: Query): void {
    const named = [
      ...query.breakouts.map(({ as }, at) => ({ as, pointer: `/breakouts/${at}/as` })),
      ...query.measures.map(({ as }, at) => ({ as, pointer: `/measures/${at}/as` })),
    ];
    named.forEach(({ as, pointer }, at) => {
      // The engine doesn't distinguish letters by case.
      const isTaken = named.slice(0, at).some((other) => other.as.toLowerCase() === as.toLowerCase());
      if (isTaken) this.#add('query_name_taken', pointer, { name: as });
    });
    query.sort?.forEach(({ by }, at) => {
      if (!named.some(({ as }) => as === by)) this.#add('query_name_unknown', `/sort/${at}/by`, { name: by });
    });
    query.having?.forEach(({ measure }, at) => {
      if (!query.measures.some(({ as }) => as === measure))
        this.#add('query_name_unknown', `/having/${at}/measure`, { name: measure });
    });
  }

  #aggregate({ agg, column: name, where }: Aggregate, pointer: string): void {
    if (where) this.filter(where, `${pointer}/where`);
    const column = name === undefined ? undefined : this.#column(name, `${pointer}/column`);
    const isFit = name === undefined ? agg === 'count' : !column || isAggregable(agg, column);
    if (!isFit) this.#add('query_aggregate_unfit', pointer, { column: name ?? '', agg });
  }

  #column(name: string, pointer: string): TypedColumn | undefined {
    const column = this.#columns.find((one) => one.name === name);
    if (column) {
      // Rows as they are can be shown without its values. Whatever else is made of them would be untrue.
      if (column.lost === 'empty' && !this.#isOfRows)
        this.#add('query_column_lost', pointer, { column: name });
      return column;
    }
    const nearest = nearestName(
      name,
      this.#columns.map((one) => one.name),
    );
    if (nearest === undefined) this.#add('query_column_unknown', pointer, { column: name });
    else this.#add('query_column_misspelled', pointer, { column: name, nearest });
    return undefined;
  }

  #add(code: QueryFault['code'], pointer: string, values: QueryFault['values']): void {
    this.faults.push({ code, pointer, values });
  }
}

/** Values of a breakout can be ranked only by what is computed of their rows. */
const isRanking = (measure: Measure | undefined): boolean => measure !== undefined && !('calc' in measure);

const isWithinDay = (grain: Breakout['grain']) => grain === 'minute' || grain === 'hour';

/** Returns the name that was most likely meant: the closest one, unless more than a third of it differs. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const sought = name.toLowerCase().slice(0, 100);
  const most = Math.max(1, Math.floor(sought.length / 3));
  let best: { name: string; distance: number } | undefined;
  for (const candidate of names) {
    if (Math.abs(candidate.length - sought.length) > most) continue;
    const distance = editsBetween(sought, candidate.toLowerCase());
    if (distance <= most && (!best || distance < best.distance)) best = { name: candidate, distance };
  }
  return best?.name;
}

/** Counts the letters to insert, delete, or replace: the Levenshtein distance. */
function editsBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = above[at - 1]! + (one[row - 1] === other[at - 1] ? 0 : 1);
      line.push(Math.min(replaced, above[at]! + 1, line[at - 1]! + 1));
    }
    above = line;
  }
  return above.at(-1)!;
}
