import type { QueryCondition, QueryFilter } from '@headwater/shared/contract';
import { isMoment } from '@headwater/shared/contract/plain';
import { conditionSql } from '../protocol/condition-sql.ts';
import { identifier, literal } from '../warehouse/sql.ts';
import { limitSql } from './number-limit.ts';
import type { PageColumn } from '../warehouse/rows-statement.ts';
import { intervalOf } from './interval.ts';

/** Returns SQL that is true for rows that match a filter, which has to fit the columns. Null for all rows. */
export function filterSql(filter: QueryFilter, columns: readonly PageColumn[]): string | null {
  if (filter.length === 0) return null;
  const byName = new Map(columns.map((column) => [column.name, column]));
  const groups = filter.map((group) =>
    group.map((condition) => `(${conditionOf(condition, byName.get(condition.column)!)})`).join(' or '),
  );
  return groups.map((group) => `(${group})`).join(' and ');
}

/** Returns SQL for whether a value is one of some. Among moments, there can be intervals. */
function isAmong(
  column: string,
  type: string,
  values: readonly string[],
  value: (text: string) => string,
): string {
  const intervals = isMoment({ type }) ? values.flatMap((text) => intervalOf(text) ?? []) : [];
  const alone = intervals.length > 0 ? values.filter((text) => !intervalOf(text)) : values;
  return [
    ...(alone.length > 0 ? [`${column} in (${alone.map(value).join(', ')})`] : []),
    ...intervals.map(({ from, until }) => `${column} >= ${value(from)} and ${column} < ${value(until)}`),
  ].join(' or ');
}

/** A row without a value isn't any of the values, unless NULL is one of them, and contains nothing. */
function conditionOf(
  { operator, values, orNull = false, ...rest }: QueryCondition,
  { name, type }: PageColumn,
): string {
  const column = identifier(name);
  const value = (text: string) => `cast(${literal(text)} as ${type})`;
  const text = type === 'VARCHAR' ? column : `${column}::varchar`;
  const matched = (named: string) => `${named}(lower(${text}), lower(${literal(values[0]!)}))`;
  switch (operator) {
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      return matched(operator);
    case 'not_contains':
      return `not ${matched('contains')} or ${column} is null`;
    case 'one_of':
      return `${isAmong(column, type, values, value)}${orNull ? ` or ${column} is null` : ''}`;
    case 'none_of': {
      const others = `not (${isAmong(column, type, values, value)})`;
      return orNull ? others : `${others} or ${column} is null`;
    }
    case 'in_range':
      throw new Error('A range of time has no bounds before a moment is given.');
    default:
      return conditionSql(
        column,
        { ...rest, operator, values: [...values] },
        (text) => limitSql(type, operator, text) ?? value(text),
      );
  }
}
