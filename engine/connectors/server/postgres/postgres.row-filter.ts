import type { FilterCondition } from '@headwater/shared/contract';
import { conditionSql } from '@headwater/protocol/condition-sql';
import type { RelationColumn } from './postgres.catalog.ts';
import { identifier, literal } from './postgres.sql.ts';
import { selected } from './postgres.statements.ts';

/** Returns SQL for a condition that fits its column: see requireUsableFilter. */
export function filterCondition(condition: FilterCondition, columns: readonly RelationColumn[]): string {
  const column = columns.find(({ name }) => name === condition.column)!;
  // A type that the warehouse stores as text is compared as the text that the warehouse shows.
  const sql = /^(text|shown)$/.test(column.form) ? selected(column) : identifier(column.sourceName);
  return conditionSql({ sql, type: column.type }, condition, literal);
}
