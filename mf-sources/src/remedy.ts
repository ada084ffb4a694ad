import type { Failure } from '@headwater/shared/contract';

/** What one button can do about a failure. */
export type Remedy = 'edit' | 'connect' | 'choose' | 'again' | 'decide' | 'changes';

/** Stands in the URL of a connection's settings for its first secret, if a failure doesn't say which one is wrong. */
export const ANY_SECRET = 'secret';

// Failures that are fixed by selecting other tables, although their type suggests something else.
const FIXED_BY_SELECTION: ReadonlySet<string> = new Set(['table_missing', 'run_too_long']);

// The source doesn't take the password, key, or token anymore: it has expired, been revoked, or been changed.
const CREDENTIALS: ReadonlySet<string> = new Set([
  'password_refused',
  'account_refused',
  'api_access_refused',
  'api_sign_in_failed',
  'google_key_refused',
]);

/**
 * Returns what fixes a failure: 'connect' is about credentials, 'decide' about a version on hold, 'changes' about a
 * change of the table's schema.
 */
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
  if (CREDENTIALS.has(code)) return 'connect';
  if (type === 'config_error' && origin === 'source') return 'edit';
  return field === null ? 'again' : 'edit';
}

/** Whether a table isn't synced, or its rows aren't used, until someone decides. */
export function waitsForDecision(failure: Failure): boolean {
  const remedy = remedyOf(failure);
  return remedy === 'decide' || remedy === 'changes';
}
