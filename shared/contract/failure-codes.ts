/**
 * Every code that `failure.code` can carry, with the values its translated message may use.
 * The API defines their English messages and which are retried (api/src/platform/failures/failure-catalog.ts).
 */
export const FAILURE_CODES = {
  // Reaching a server
  host_not_found: ['host'],
  connection_refused: ['host', 'port'],
  connection_timed_out: ['host', 'port', 'seconds'],
  host_unreachable: ['host', 'port'],
  address_denied: ['host', 'address'],
  own_address_denied: ['host', 'port'],
  tls_not_offered: ['host'],
  tls_required: ['host'],
  tls_certificate_refused: ['host', 'reason'],
  not_postgresql: ['host', 'port'],
  server_too_old: ['version', 'minimum'],
  not_mysql: ['host', 'port'],
  mysql_too_old: ['server', 'version', 'minimum'],
  local_file_demanded: ['host'],
  // Signing in
  cleartext_password_refused: ['host'],
  password_refused: ['user', 'host'],
  user_refused: ['user', 'host'],
  account_refused: ['user', 'host'],
  sign_in_method_unknown: ['user', 'host'],
  database_not_found: ['database', 'host'],
  too_many_connections: ['host'],
  permission_denied: ['table'],
  // Reading
  no_tables: ['database'],
  catalog_too_large: ['tables', 'columns', 'limit', 'columnLimit'],
  table_missing: ['table'],
  schema_changed: ['table'],
  schema_keeps_changing: ['table'],
  schema_change_undecided: ['table'],
  table_rewritten: ['table'],
  table_locked: ['table', 'seconds'],
  cursor_missing: ['table', 'column'],
  cursor_unusable: ['table', 'column', 'type'],
  cursor_null: ['table', 'column'],
  cursor_went_back: ['table', 'column', 'before', 'now'],
  key_not_chosen: ['table'],
  key_missing: ['table', 'column'],
  filter_unusable: ['table', 'column'],
  mask_on_key: ['table', 'column'],
  foreign_server_unreachable: ['table', 'host'],
  source_disconnected: ['host'],
  source_silent: ['table', 'minutes'],
  source_error: ['reason'],
  step_timed_out: ['step', 'seconds'],
  preview_timed_out: ['table', 'seconds'],
  // Injected by the sample shop
  sample_outage: ['table', 'rows'],
  sample_refused: ['table', 'rows'],
  // Files
  file_missing: ['file'],
  file_changed: ['file'],
  file_empty: ['file'],
  // `kind` is English; `kindCode` chooses its translation.
  file_binary: ['file', 'kind', 'kindCode'],
  file_not_delimited: ['file', 'kind', 'kindCode'],
  file_not_utf8: ['file', 'line'],
  file_too_many_columns: ['file', 'columns', 'limit'],
  file_header_too_long: ['file', 'limit'],
  // `reason` is English; `reasonCode` is a code of rejection-codes.ts, whose values are added to these.
  rejects_over_limit: ['table', 'rejected', 'limit', 'line', 'reason', 'reasonCode'],
  // Read, but not published automatically
  rows_dropped: ['table', 'before', 'after'],
  old_version_kept: ['table', 'before', 'after'],
  // Our side
  disk_full: [],
  memory_exhausted: ['table'],
  counts_disagree: ['table', 'read', 'loaded', 'rejected'],
  load_failed: ['table', 'reason'],
  base_replaced: ['table'],
  base_damaged: ['table'],
  storage_quota_reached: ['gigabytes'],
  too_many_waiting: [],
  process_lost: [],
  worker_lost: [],
  // `cause` is the last failure's English message; `causeCode` is its code, whose values are added to these.
  retries_exhausted: ['attempts', 'cause', 'causeCode'],
  run_too_long: ['hours'],
  cancelled: [],
  internal_error: [],
} as const satisfies Record<string, readonly string[]>;

export type FailureCode = keyof typeof FAILURE_CODES;
