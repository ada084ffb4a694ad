import type { QueryCondition, QueryFilter } from '@headwater/shared/contract';
import { amongSql } from '@headwater/protocol/condition-sql';
import { filterCondition, valueSql } from '../sql/filter-condition.ts';
import { canHold } from '../versions/number-limit.ts';
import { isList, valueText } from '../sql/rows-statement.ts';
import type { PageColumn } from '../sql/page-column.ts';
import { identifier, literal } from '../sql/sql.ts';

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
  const held = values.filter((text) => canHold(type, text));
  const isAmong = () => amongSql({ sql: column, type }, held, (text) => valueSql(text, type));
  // A list is searched as it's shown, which isn't the engine's own text.
  const text =
    type === 'VARCHAR' ? column : isList({ type }) ? valueText({ name, type }) : `${column}::varchar`;
  const matched = (named: string) => `${named}(lower(${text}), lower(${literal(values[0]!)}))`;
  switch (operator) {
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      return matched(operator);
    case 'not_contains':
      return `not ${matched('contains')} or ${column} is null`;
    case 'one_of':
      return `${isAmong()}${orNull ? ` or ${column} is null` : ''}`;
    case 'none_of': {
      const others = `not (${isAmong()})`;
      return orNull ? others : `${others} or ${column} is null`;
    }
    case 'in_range':
      throw new Error('A range of time has no bounds before a moment is given.');
    default:
      return filterCondition({ ...rest, operator, values: [...values] }, [{ name, type }]);
  }
}
