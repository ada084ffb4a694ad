import type { Failure } from '@headwater/shared/contract';

/** What one press can do about a failure. */
export type Remedy = 'edit' | 'choose' | 'again' | 'decide';

// Codes whose fix lies in the choice of tables, although their type says something else.
const OF_TABLES: ReadonlySet<string> = new Set(['table_missing', 'column_missing', 'run_too_long']);

/** The way out of a failure: another choice of tables, another configuration, another try, or a decision (held-tables.tsx). */
export function remedyOf({
  code,
  type,
  field,
  origin,
}: Pick<Failure, 'code' | 'type' | 'field' | 'origin'>): Remedy {
  if (code === 'rows_dropped') return 'decide';
  if (type === 'refresh_schema' || OF_TABLES.has(code)) return 'choose';
  if (type === 'config_error' && origin === 'source') return 'edit';
  return field === null ? 'again' : 'edit';
}
