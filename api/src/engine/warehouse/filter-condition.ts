import type { FilterCondition } from '@headwater/shared/contract';
import { conditionSql } from '../protocol/condition-sql.ts';
import type { StreamColumn } from '../protocol/protocol.ts';
import { identifier, literal } from './sql.ts';

/** Returns SQL for a condition that fits its column: see requireUsableFilter. */
export function filterCondition(condition: FilterCondition, columns: readonly StreamColumn[]): string {
  const { name, type } = columns.find((column) => column.name === condition.column)!;
  return conditionSql(
    { sql: identifier(name), type },
    condition,
    (text) => `cast(${literal(text)} as ${type})`,
  );
}
