import type { Failure, FailureCode } from '@headwater/shared/contract';

interface Entry {
  origin: Failure['origin'];
  type: Failure['type'];
  /** The configuration field to blame, if it is always the same. */
  field?: string;
  /** What stands in answers of the API instead of the screen's words, as these need plurals. */
  message?: string;
  fix?: string;
  /** Set if the type alone would imply otherwise. */
  retryable?: boolean;
}

const CONFIG = { origin: 'source', type: 'config_error' } as const;
const TRANSIENT = { origin: 'source', type: 'transient_error' } as const;
const CHANGED = { origin: 'source', type: 'refresh_schema' } as const;
const WAREHOUSE = { origin: 'warehouse', type: 'system_error' } as const;
const PLATFORM = { origin: 'platform', type: 'system_error' } as const;
/** Depends only on the data, so another attempt would end the same way. */
const DETERMINISTIC = { ...WAREHOUSE, retryable: false } as const;

/**
 * What each failure means: whose fault it is, and whether a retry helps. What users read, and what they should do
 * next, is in the English messages of the screens.
 */
export const FAILURE_CATALOG: Record<FailureCode, Entry> = {
  host_not_found: { ...CONFIG, field: 'host' },
  connection_refused: TRANSIENT,
  connection_timed_out: TRANSIENT,
  host_unreachable: TRANSIENT,
  address_denied: { ...CONFIG, field: 'host' },
  own_address_denied: { ...CONFIG, field: 'host' },
  tls_not_offered: { ...CONFIG, field: 'sslmode' },
  tls_required: { ...CONFIG, field: 'sslmode' },
  tls_certificate_refused: { ...CONFIG, field: 'sslmode' },
  not_ssh: { ...CONFIG, field: 'tunnel_port' },
  ssh_host_key_unknown: { ...CONFIG, field: 'tunnel_host_key' },
  ssh_host_key_changed: { ...CONFIG, field: 'tunnel_host_key' },
  ssh_key_unusable: { ...CONFIG, field: 'tunnel_key' },
  ssh_refused: { ...CONFIG, field: 'tunnel_user' },
  ssh_failed: TRANSIENT,
  ssh_forwarding_refused: { ...CONFIG, field: 'tunnel_host' },
  ssh_target_unreachable: { ...CONFIG, field: 'host' },
  not_postgresql: { ...CONFIG, field: 'port' },
  server_too_old: CONFIG,
  not_mysql: { ...CONFIG, field: 'port' },
  mysql_too_old: CONFIG,
  local_file_demanded: { ...CONFIG, field: 'host' },
  account_refused: { ...CONFIG, field: 'user' },
  sign_in_method_unknown: { ...CONFIG, field: 'user' },

  cleartext_password_refused: { ...CONFIG, field: 'sslmode' },
  password_refused: { ...CONFIG, field: 'password' },
  user_refused: { ...CONFIG, field: 'user' },
  database_not_found: { ...CONFIG, field: 'database' },
  too_many_connections: TRANSIENT,
  permission_denied: { ...CONFIG, field: 'user' },

  no_tables: { ...CONFIG, field: 'user' },
  catalog_too_large: { ...CONFIG, field: 'user' },
  table_missing: CHANGED,
  schema_changed: { ...CHANGED, retryable: true },
  schema_keeps_changing: CHANGED,
  schema_change_undecided: CHANGED,
  replica_conflict: TRANSIENT,
  replica_lost: TRANSIENT,
  table_rewritten: TRANSIENT,
  table_locked: TRANSIENT,
  cursor_missing: CHANGED,
  cursor_unusable: CHANGED,
  cursor_null: CHANGED,
  row_versions_lost: CHANGED,
  row_versions_missing: CHANGED,
  cursor_went_back: CHANGED,
  key_not_chosen: CHANGED,
  key_missing: CHANGED,
  key_repeats: CONFIG,
  filter_unusable: CHANGED,
  mask_on_key: CHANGED,
  foreign_server_unreachable: TRANSIENT,
  source_disconnected: TRANSIENT,
  source_silent: { origin: 'source', type: 'heartbeat_timeout' },
  source_error: { origin: 'source', type: 'system_error' },
  step_timed_out: TRANSIENT,

  preview_timed_out: TRANSIENT,
  files_preview_timed_out: TRANSIENT,
  sample_outage: {
    ...TRANSIENT,
    message: 'The sample shop stopped responding after {rows} rows of {table}, as its settings ask.',
  },
  sample_refused: {
    ...CONFIG,
    field: 'failTable',
    message: 'The sample shop refused to go on after {rows} rows of {table}, as its settings ask.',
  },

  manifest_invalid: { ...CONFIG, field: 'manifest' },
  api_no_response: TRANSIENT,
  api_access_refused: CONFIG,
  api_request_refused: CONFIG,
  api_failed: TRANSIENT,
  api_rate_limited: { ...TRANSIENT, message: '{host} accepts no more requests at the moment.' },
  api_sign_in_failed: CONFIG,
  api_not_json: CONFIG,
  api_response_too_large: CONFIG,
  api_redirected: CONFIG,
  api_request_invalid: { ...CONFIG, field: 'manifest' },
  api_pages_repeat: { ...CONFIG, field: 'manifest' },
  api_pages_endless: { ...CONFIG, field: 'manifest' },
  api_parents_too_deep: { ...CONFIG, field: 'manifest' },
  api_template_failed: { ...CONFIG, field: 'manifest' },

  web_file_refused: { ...CONFIG, field: 'url' },
  web_file_failed: TRANSIENT,
  web_file_unreachable: TRANSIENT,
  web_file_not_encrypted: { ...CONFIG, field: 'url' },
  web_file_redirected: { ...CONFIG, field: 'url' },
  web_file_too_large: { ...CONFIG, field: 'url' },

  web_files_too_many: { ...CONFIG, field: 'url' },
  web_files_range_wrong: { ...CONFIG, field: 'url' },
  files_kinds_differ: {
    ...CONFIG,
    field: 'url',
    message: '{file} is {kind}, but {first} is {firstKind}. Files of one table must be of one kind.',
  },
  files_parts_differ: {
    ...CONFIG,
    field: 'url',
    message: '{file} and {first} don’t have the same tables: one has several, the other one.',
  },

  google_key_invalid: { ...CONFIG, field: 'serviceAccountKey' },
  google_key_refused: { ...CONFIG, field: 'serviceAccountKey' },
  google_not_shared: { ...CONFIG, field: 'url' },
  google_not_public: { ...CONFIG, field: 'url' },
  google_api_disabled: CONFIG,
  google_spreadsheet_missing: { ...CONFIG, field: 'url' },
  google_not_a_spreadsheet: { ...CONFIG, field: 'url' },
  google_spreadsheet_empty: { ...CONFIG, field: 'url' },
  google_sheet_changed: TRANSIENT,
  google_request_refused: { ...CONFIG, field: 'url' },
  google_failed: TRANSIENT,
  google_no_response: TRANSIENT,

  bridge_failed: TRANSIENT,
  bridge_reported: CONFIG,
  bridge_check_failed: CONFIG,
  bridge_no_answer: CONFIG,
  bridge_not_json: CONFIG,
  bridge_line_too_long: CONFIG,
  bridge_unknown_stream: CONFIG,
  api_no_columns: CONFIG,
  bridge_no_columns: CONFIG,
  bridge_not_incremental: CONFIG,
  bridge_disk_full: CONFIG,

  file_missing: { ...CONFIG, field: 'files' },
  file_changed: { ...CONFIG, field: 'files' },
  file_empty: { ...CONFIG, field: 'files' },
  file_binary: {
    ...CONFIG,
    field: 'files',
    message: '{file} can’t be read as a table; it looks like {kind}.',
  },
  file_not_delimited: { ...CONFIG, field: 'files', message: '{file} isn’t a table; it looks like {kind}.' },
  file_not_utf8: { ...CONFIG, field: 'files' },
  file_too_many_columns: { ...CONFIG, field: 'files' },
  file_header_too_long: { ...CONFIG, field: 'files' },
  file_damaged: { ...CONFIG, field: 'files' },
  file_column_unreadable: { ...CONFIG, field: 'files' },
  file_nested_too_deep: { ...CONFIG, field: 'files' },
  file_table_unreadable: { ...CONFIG, field: 'files' },
  file_encrypted: { ...CONFIG, field: 'files' },
  file_packed_too_large: { ...CONFIG, field: 'files' },
  file_expands_too_much: { ...CONFIG, field: 'files' },
  file_archive_many: {
    ...CONFIG,
    field: 'files',
    message: 'The archive {file} contains {files} files. It must have at least one, and {limit} at most.',
    fix: 'Split it into several archives.',
  },
  file_archive_nested: {
    ...CONFIG,
    field: 'files',
    message: '{file} is a zip file within another compressed file.',
    fix: 'Unpack the outer one and upload what is in it.',
  },
  file_archive_method: {
    ...CONFIG,
    field: 'files',
    message:
      '{file} is compressed in a way that isn’t supported in zip files here, such as Deflate64 or LZMA.',
  },
  file_json_invalid: { ...CONFIG, field: 'files' },
  file_json_cut: { ...CONFIG, field: 'files' },
  file_no_table: { ...CONFIG, field: 'files' },
  file_no_tables: { ...CONFIG, field: 'files' },
  file_sheet_too_large: { ...CONFIG, field: 'files', message: '{file} has too many texts.' },
  file_sheet_over_limit: {
    ...CONFIG,
    field: 'files',
    message: 'Sheet {sheet} in {file} is larger than can be read here ({what}: {limit}).',
  },
  file_cell_too_large: { ...CONFIG, field: 'files' },
  file_record_too_large: { ...CONFIG, field: 'files' },
  rejects_over_limit: { ...CONFIG, field: 'files' },

  rows_dropped: { origin: 'warehouse', type: 'config_error' },
  old_version_kept: { origin: 'warehouse', type: 'manual_cancellation' },

  disk_full: WAREHOUSE,
  memory_exhausted: DETERMINISTIC,
  counts_disagree: DETERMINISTIC,
  load_failed: DETERMINISTIC,
  base_replaced: WAREHOUSE,
  base_damaged: WAREHOUSE,
  storage_quota_reached: { origin: 'platform', type: 'config_error' },
  too_many_waiting: PLATFORM,
  process_lost: PLATFORM,
  memory_limit_reached: DETERMINISTIC,
  work_without_progress: DETERMINISTIC,
  worker_lost: PLATFORM,
  retries_exhausted: {
    ...PLATFORM,
    message: 'Stopped after {attempts} attempts. The last one failed with: {cause}',
  },
  run_too_long: PLATFORM,
  canceled: { origin: 'platform', type: 'manual_cancellation' },
  internal_error: PLATFORM,
};
