import type { Failure } from '@headwater/shared/contract';

/** What one button can do about a failure. */
export type Remedy = 'edit' | 'choose' | 'again' | 'decide' | 'changes';

// Failures that are fixed by selecting other tables, although their type suggests something else.
const FIXED_BY_SELECTION: ReadonlySet<string> = new Set(['table_missing', 'run_too_long']);

/** Returns what fixes a failure: 'decide' is about a version on hold, 'changes' about a change of the table's schema. */
export function remedyOf({
  code,
  type,
  field,
  origin,
}: Pick<Failure, 'code' | 'type' | 'field' | 'origin'>): Remedy {
  if (code === 'rows_dropped') return 'decide';
  if (code === 'schema_change_undecided') return 'changes';
  if (code === 'schema_changed' || code === 'schema_keeps_changing') return 'again';
  if (type === 'refresh_schema' || FIXED_BY_SELECTION.has(code)) return 'choose';
  if (type === 'config_error' && origin === 'source') return 'edit';
  return field === null ? 'again' : 'edit';
}

/** Whether a table isn't synced, or its rows aren't used, until someone decides. */
export function waitsForDecision(failure: Failure): boolean {
  const remedy = remedyOf(failure);
  return remedy === 'decide' || remedy === 'changes';
}
