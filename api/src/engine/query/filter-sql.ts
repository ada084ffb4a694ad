import type { QueryCondition, QueryFilter } from '@headwater/shared/contract';
import { amongSql, conditionSql } from '../protocol/condition-sql.ts';
import { identifier, literal } from '../warehouse/sql.ts';
import { limitSql } from './number-limit.ts';
import type { PageColumn } from '../warehouse/rows-statement.ts';

/** Returns SQL that is true for rows that match a filter, which has to fit the columns. Null for all rows. */
export function filterSql(filter: QueryFilter, columns: readonly PageColumn[]): string | null {
  if (filter.length === 0) return null;
  const byName = new Map(columns.map((column) => [column.name, column]));
  const groups = filter.map((group) =>
    group.map((condition) => `(${conditionOf(condition, byName.get(condition.column)!)})`).join(' or '),
  );
  return groups.map((group) => `(${group})`).join(' and ');
}

/** A row without a value isn't any of the values, unless NULL is one of them, and contains nothing. */
function conditionOf(
  { operator, values, orNull = false, ...rest }: QueryCondition,
  { name, type }: PageColumn,
): string {
  const column = identifier(name);
  const compared = { sql: column, type };
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
      return `${amongSql(compared, values, value)}${orNull ? ` or ${column} is null` : ''}`;
    case 'none_of': {
      const others = `not (${amongSql(compared, values, value)})`;
      return orNull ? others : `${others} or ${column} is null`;
    }
    case 'in_range':
      throw new Error('A range of time has no bounds before a moment is given.');
    default:
      return conditionSql(
        compared,
        { ...rest, operator, values: [...values] },
        (text) => limitSql(type, operator, text) ?? value(text),
      );
  }
}
