import type { FilterCondition } from '@headwater/shared/contract';
import { isMoment } from '@headwater/shared/contract/plain';
import { conditionSql } from '@headwater/protocol/condition-sql';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { canHold, limitSql } from '../versions/number-limit.ts';
import { identifier, literal } from './sql.ts';
import { engineText } from './value-text.ts';

type TypedColumn = Pick<StreamColumn, 'name' | 'type'>;

/** Returns SQL for a condition that fits its column: see requireUsableFilter. */
export function filterCondition(condition: FilterCondition, columns: readonly TypedColumn[]): string {
  const { operator, values } = condition;
  const { name, type } = columns.find((column) => column.name === condition.column)!;
  const held =
    operator.endsWith('one_of') || operator.endsWith('equals')
      ? values.filter((text) => canHold(type, text))
      : values;
  if (held.length === 0 && values.length > 0) return operator === 'not_equals' ? 'true' : 'false';
  return conditionSql(
    { sql: identifier(name), type },
    { ...condition, values: held },
    (text) => limitSql(type, operator, text) ?? valueSql(text, type),
  );
}

/** Returns SQL for a value of a column. */
export const valueSql = (text: string, type: string): string =>
  `cast(${literal(isMoment({ type }) ? engineText(text) : text)} as ${type})`;
