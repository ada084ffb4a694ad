import type { Failure, FailureCode } from '@headwater/shared/contract';

interface Entry {
  origin: Failure['origin'];
  type: Failure['type'];
  /** The configuration field to blame, if it is always the same. */
  field?: string;
  /** In English. `{name}` is replaced with the value of that name. */
  message: string;
  fix: string | null;
  /** Set if the type alone would imply otherwise. */
  retryable?: boolean;
}

const config = (message: string, fix: string | null, field?: string): Entry => ({
  origin: 'source',
  type: 'config_error',
  field,
  message,
  fix,
});
const transient = (message: string, fix: string | null): Entry => ({
  origin: 'source',
  type: 'transient_error',
  message,
  fix,
});
const changed = (message: string, fix: string): Entry => ({
  origin: 'source',
  type: 'refresh_schema',
  message,
  fix,
});
const ours = (origin: 'warehouse' | 'platform', message: string, fix: string | null): Entry => ({
  origin,
  type: 'system_error',
  message,
  fix,
});

/** Depends only on the data, so another attempt would end the same way. */
const deterministic = (message: string, fix: string): Entry => ({
  ...ours('warehouse', message, fix),
  retryable: false,
});

/**
 * What each failure means: whose fault it is, whether a retry helps, what users read, and what
 * they should do next.
 */
export const FAILURE_CATALOG: Record<FailureCode, Entry> = {
  host_not_found: config(
    'No server is named {host}.',
    'Check the host for typos, or use its IP address.',
    'host',
  ),
  connection_refused: transient(
    '{host} is up, but nothing is listening on port {port}.',
    'Check the port, and that the server is running and listens on this address.',
  ),
  connection_timed_out: transient(
    '{host} didn’t respond on port {port} within {seconds} seconds.',
    'Check the host and the port, and that the firewall allows Headwater to connect.',
  ),
  host_unreachable: transient(
    '{host} can’t be reached from here on port {port}.',
    'Check the host, and the network or VPN between it and Headwater.',
  ),
  address_denied: config(
    'Connections to {address} ({host}) aren’t allowed here.',
    'Use a public address, or ask the operator to add it to ALLOWED_NETWORKS.',
    'host',
  ),
  own_address_denied: config(
    '{host}:{port} belongs to Headwater itself.',
    'Enter the address of your own database.',
    'host',
  ),
  tls_not_offered: config(
    '{host} doesn’t offer an encrypted connection.',
    'Turn on SSL on the server, or choose an encryption setting that doesn’t require it.',
    'sslmode',
  ),
  tls_required: config(
    '{host} only accepts encrypted connections.',
    'Choose “Require” or “Require and verify certificate” under Encryption.',
    'sslmode',
  ),
  tls_certificate_refused: config(
    'The certificate of {host} couldn’t be verified: {reason}.',
    'Use a certificate that matches the host name and comes from a trusted authority, or choose “Require”.',
    'sslmode',
  ),
  not_ssh: config(
    'The server at {host}:{port} doesn’t speak SSH.',
    'Check the SSH port, which is usually 22.',
    'tunnel_port',
  ),
  ssh_host_key_unknown: config(
    'The SSH server {host} identifies itself with the key {fingerprint}.',
    'If your administrator confirms it, trust this key. Nothing secret has been sent.',
    'tunnel_host_key',
  ),
  ssh_host_key_changed: config(
    'The SSH server {host} has another key than the one you trust: {fingerprint}.',
    'Ask your administrator whether the server was set up again. If nobody knows why, somebody may be in between. Nothing secret has been sent.',
    'tunnel_host_key',
  ),
  ssh_key_unusable: config(
    'The private key can’t be used: {reason}',
    'Paste the whole file, from BEGIN to END, and enter its passphrase if it has one.',
    'tunnel_key',
  ),
  ssh_refused: config(
    'The SSH server {host} refused {user}.',
    'Check the SSH user, and that the server allows this key or password.',
    'tunnel_user',
  ),
  ssh_failed: transient(
    'The connection to the SSH server {host} failed: {reason}.',
    'Try again. If it keeps failing, check the SSH server’s log.',
  ),
  ssh_forwarding_refused: config(
    'The SSH server {server} doesn’t allow connections to {host}:{port}.',
    'Allow it on the SSH server: AllowTcpForwarding and PermitOpen in sshd_config.',
    'tunnel_host',
  ),
  ssh_target_unreachable: config(
    'The SSH server {server} can’t connect to {host}:{port}.',
    'Enter host and port of the database as the SSH server knows them, such as localhost if it runs there.',
    'host',
  ),
  not_postgresql: config(
    'The server at {host}:{port} isn’t PostgreSQL.',
    'Check the port; PostgreSQL usually listens on 5432.',
    'port',
  ),
  server_too_old: config(
    'The server runs PostgreSQL {version}; version {minimum} or later is required.',
    'Upgrade the server, or connect to a newer replica.',
  ),
  not_mysql: config(
    'The server at {host}:{port} isn’t MySQL or MariaDB.',
    'Check the port; MySQL and MariaDB usually listen on 3306.',
    'port',
  ),
  mysql_too_old: config(
    'The server runs {server} {version}; version {minimum} or later is required.',
    'Upgrade the server, or connect to a newer replica.',
  ),
  local_file_demanded: config(
    '{host} asked for a file of this machine. Nothing was sent.',
    'Check that the host and the port are those of your database. A database never needs this.',
    'host',
  ),
  account_refused: config(
    '{host} doesn’t allow {user} to connect.',
    "Check that the account may connect from Headwater’s address, as in user@'%', and that it has privileges on the database.",
    'user',
  ),
  sign_in_method_unknown: config(
    '{user} signs in to {host} by a method that isn’t supported here.',
    'Create a user that signs in with a password: caching_sha2_password on MySQL, mysql_native_password on MariaDB.',
    'user',
  ),

  cleartext_password_refused: config(
    '{host} asks for an unencrypted password over an unencrypted connection.',
    'Choose “Require” under Encryption, or let the server use SCRAM (scram-sha-256 in pg_hba.conf).',
    'sslmode',
  ),
  password_refused: config(
    '{host} refused the user {user} or the password.',
    'Check both: the server doesn’t say which one is wrong.',
    'password',
  ),
  user_refused: config(
    '{host} doesn’t allow {user} to connect.',
    'Check the user name, and that pg_hba.conf has an entry for this user and Headwater’s address.',
    'user',
  ),
  database_not_found: config(
    '{host} has no database named {database}.',
    'Check the name, including upper and lower case.',
    'database',
  ),
  too_many_connections: transient(
    '{host} has no free connections.',
    'Close some connections or raise max_connections.',
  ),
  permission_denied: config(
    'This user isn’t allowed to read {table}.',
    'Grant SELECT on the table, and on PostgreSQL also USAGE on its schema.',
    'user',
  ),

  no_tables: config(
    'This user can’t see any tables in {database}.',
    'Grant SELECT on tables, and on PostgreSQL also USAGE on their schema.',
    'user',
  ),
  catalog_too_large: config(
    'This user can see {tables} tables with {columns} columns. The limit is {limit} tables and {columnLimit} columns.',
    'Use a user that may read fewer schemas.',
    'user',
  ),
  table_missing: changed(
    'The table {table} no longer exists at the source.',
    'Its rows stay. If it was renamed, select it under its new name.',
  ),
  schema_changed: {
    ...changed(
      '{table} has changed at the source.',
      'The source’s tables are listed again, then it’s read in the next attempt.',
    ),
    retryable: true,
  },
  schema_keeps_changing: changed(
    '{table} changed at the source again before it could be read.',
    'Sync again when the source’s tables stay as they are.',
  ),
  schema_change_undecided: changed(
    '{table} has changed at the source, and no one has decided about it yet.',
    'Look at its schema change, then approve or ignore it.',
  ),
  replica_conflict: transient(
    'The replica {host} stopped the read of {table}: it had to apply a change that conflicts with it.',
    'It’s read again in the next attempt. If this happens often, turn on hot_standby_feedback on the replica or raise its max_standby_streaming_delay.',
  ),
  replica_lost: transient(
    'The connection to the replica {host} was lost while {table} was being read.',
    'The sync resumes when the server is up. If this happens often, the replica may be ending reads that conflict with changes: turn on hot_standby_feedback or raise max_standby_streaming_delay.',
  ),
  table_rewritten: transient(
    '{table} was rewritten at the source while it was being read.',
    'It’s read again in the next attempt. If this happens often, sync at a quieter time.',
  ),
  table_locked: transient(
    '{table} was locked at the source for more than {seconds} seconds.',
    'It’s read again in the next attempt. If this happens often, look for long ALTER, TRUNCATE, or LOCK statements.',
  ),
  cursor_missing: changed(
    'Column {column}, by which new rows of {table} are found, no longer exists.',
    'Choose another cursor column for this table.',
  ),
  cursor_unusable: changed(
    'New rows of {table} can’t be found by column {column}: its type is now {type}.',
    'Choose another cursor column or start value, or read the table again from the start.',
  ),
  cursor_null: changed(
    '{table} has rows without a value in {column}, by which new rows are found.',
    'Fill in the values at the source, or choose that such rows are loaded or skipped.',
  ),
  row_versions_lost: changed(
    'The source no longer counts the transactions that write rows of {table} as before, so rows could be missed or added twice. It may be another server, or restored from a backup.',
    'Read the table again from the start. Rows that only Headwater still has are lost by that.',
  ),
  row_versions_missing: changed(
    'The source no longer tells which transactions wrote the rows of {table}. Only tables that PostgreSQL stores itself do, not views, foreign tables, or tables from which others inherit.',
    'Choose a cursor column for this table, or that all of its rows are read each time.',
  ),
  cursor_went_back: changed(
    'The latest value of {column} in {table} went back from {before} to {now}, so rows could be missed. The source may have been restored from a backup.',
    'Read the table again from the start.',
  ),
  key_not_chosen: changed(
    '{table} has no key by which rows that change can be recognized.',
    'Choose the columns of its key, or another way to keep it.',
  ),
  key_missing: changed(
    'Column {column}, which is part of the key of {table}, no longer exists.',
    'Choose another key for this table.',
  ),
  key_repeats: config(
    'Several rows of {table} have the same key ({columns}): other tables inherit from it, and their rows have keys of their own.',
    'Choose a key that tells all of its rows apart, or Full mirror, which needs none.',
  ),
  filter_unusable: changed(
    'The filter of {table} doesn’t fit its column {column}.',
    'Correct the filter of this table.',
  ),
  mask_on_key: changed(
    'Column {column} of {table} is masked, but rows are recognized by it.',
    'Remove the mask, or choose another key or cursor.',
  ),
  foreign_server_unreachable: transient(
    '{host} couldn’t reach the remote server that {table} reads from.',
    'Check the foreign server behind this table; the source itself can be reached.',
  ),
  source_disconnected: transient(
    'The connection to {host} was lost.',
    'Check that the server is up; the sync resumes when it is.',
  ),
  source_silent: {
    origin: 'source',
    type: 'heartbeat_timeout',
    message: 'Nothing came from the source for {minutes} minutes while reading {table}.',
    fix: 'Look for locks or a stalled network at the source.',
  },
  source_error: {
    origin: 'source',
    type: 'system_error',
    message: 'The source reported an error: {reason}',
    fix: 'Check the source’s own log for the cause.',
  },
  step_timed_out: transient(
    'This step took longer than {seconds} seconds.',
    'Try again; if it stays slow, check the load on the server and the network.',
  ),

  preview_timed_out: transient(
    'The preview of {table} took longer than {seconds} seconds.',
    'Conditions on columns without an index make the source read the whole table. Try fewer of them, or sync without a preview.',
  ),
  files_preview_timed_out: transient(
    'Reading the files took longer than {seconds} seconds.',
    'Save without seeing their columns first. The files are then read without a limit of time.',
  ),
  sample_outage: transient(
    'The sample shop stopped responding after {rows} rows of {table}, as its settings ask.',
    'Turn off “Fail while reading” in the settings of the connection.',
  ),
  sample_refused: config(
    'The sample shop refused to go on after {rows} rows of {table}, as its settings ask.',
    'Turn off “Fail while reading” in the settings of the connection.',
    'failTable',
  ),

  manifest_invalid: config(
    'The manifest has errors. The first is in line {line}: {reason}',
    'Correct the manifest and paste it again.',
    'manifest',
  ),
  api_no_response: transient(
    '{host} didn’t respond: {reason}.',
    'Check the address in the manifest, and that the API can be reached from Headwater.',
  ),
  api_access_refused: config(
    '{host} refused access to {path} ({status}): {reason}',
    'Check the credentials, and that they may read this.',
  ),
  api_request_refused: config(
    '{host} refused the request for {path} ({status}): {reason}',
    'Check the settings and the manifest: path, parameters, and permissions.',
  ),
  api_failed: transient(
    '{host} had an error at {path} ({status}): {reason}',
    'Wait until the API works again; the sync resumes then.',
  ),
  api_rate_limited: transient(
    '{host} accepts no more requests at the moment.',
    'Wait and try again, or raise the limit of the API account.',
  ),
  api_sign_in_failed: config('Signing in to {host} failed: {reason}', 'Check the credentials.'),
  api_not_json: config(
    '{host} sent no JSON for {path}, but {kind}.',
    'Check the URL in the manifest. An HTML page often means a wrong address or a missing sign-in.',
  ),
  api_response_too_large: config(
    'A response of {host} is larger than {megabytes} MB.',
    'Request smaller pages: set a page size in the manifest.',
  ),
  api_redirected: config(
    '{host} leads on to {to}, which isn’t followed.',
    'Enter the final address in the manifest.',
  ),
  api_request_invalid: config(
    'The manifest and the settings make an invalid request: {part}.',
    'Check the URL and the headers in the manifest, and the settings that they use.',
    'manifest',
  ),
  api_pages_repeat: config(
    'The API sends the same page of {table} again (page {page}).',
    'Check the pagination in the manifest: the API may not know this parameter.',
    'manifest',
  ),
  api_pages_endless: config(
    '{table} has more than {pages} pages.',
    'Check the pagination or the step in the manifest.',
    'manifest',
  ),
  api_parents_too_deep: config(
    'The parent streams of {table} are nested too deeply.',
    'Use fewer levels of parent streams in the manifest.',
    'manifest',
  ),
  api_template_failed: config(
    '{field} of {component} can’t be evaluated: {reason}.',
    'Check this template in the manifest, and the settings that it uses.',
    'manifest',
  ),

  web_file_refused: config(
    '{host} refused to send the file ({status}).',
    'Open the URL in a browser where you aren’t logged in. It must lead to the file itself.',
    'url',
  ),
  web_file_failed: transient(
    '{host} had an error ({status}) when it was asked for the file.',
    'Wait until the server works again; the next sync reads the file.',
  ),
  web_file_unreachable: transient(
    '{host} didn’t send the whole file: {reason}.',
    'Check that the server is up; the next sync reads the file.',
  ),
  web_file_not_encrypted: config(
    'The connection to {host} wouldn’t be encrypted.',
    'Use a URL that begins with https://.',
    'url',
  ),
  web_file_redirected: config(
    '{host} leads on to {to}, which isn’t followed.',
    'Enter the URL of the file itself.',
    'url',
  ),
  web_file_too_large: config(
    'The file at {host} is larger than {megabytes} MB.',
    'Split it, or compress text with gzip.',
    'url',
  ),

  web_files_too_many: config(
    '{part} stands for more than {limit} files.',
    'Use a shorter range, or several connections.',
    'url',
  ),
  web_files_range_wrong: config(
    'The range {part} doesn’t lead from an earlier value to a later one of the same kind.',
    'Write it like 1..20, 2024-01..2024-06, or 2024-01..today.',
    'url',
  ),
  files_kinds_differ: config(
    '{file} is {kind}, but {first} is {firstKind}. Files of one table must be of one kind.',
    'Leave out the files of another kind, or read them with a connection of their own.',
    'url',
  ),
  files_parts_differ: config(
    '{file} and {first} don’t have the same tables: one has several, the other one.',
    'Leave out this file, or read it with a connection of its own.',
    'url',
  ),

  google_key_invalid: config(
    'This isn’t the JSON key of a service account.',
    'Choose the file that Google Cloud created with the key. It contains "type": "service_account".',
    'serviceAccountKey',
  ),
  google_key_refused: config(
    'Google doesn’t accept the key of {account}: {reason}',
    'Check in Google Cloud that the key and the account still exist, or create another key.',
    'serviceAccountKey',
  ),
  google_not_shared: config(
    'The spreadsheet isn’t shared with {account}.',
    'Open the spreadsheet in Google Sheets, choose Share, and add this address as a viewer.',
    'url',
  ),
  google_not_public: config(
    'Not everyone with the link can open the spreadsheet.',
    'In Google Sheets, choose Share and set General access to “Anyone with the link”, or enter the key of a service account.',
    'url',
  ),
  google_api_disabled: config(
    'The Google Sheets API isn’t turned on in the project of {account}.',
    'Enable the Google Sheets API for this project in Google Cloud, and wait a few minutes.',
  ),
  google_spreadsheet_missing: config(
    'Google has no spreadsheet at this URL.',
    'Copy the URL of the spreadsheet from the browser again. It may have been deleted.',
    'url',
  ),
  google_not_a_spreadsheet: config(
    'This is an Office file in Google Drive, which the Google Sheets API can’t read.',
    'Open it in Google Sheets, choose File > Save as Google Sheets, and enter the URL of the copy.',
    'url',
  ),
  google_spreadsheet_empty: config(
    'No sheet of {title} has a cell with a value.',
    'Enter column names and rows into a sheet, and try again.',
    'url',
  ),
  google_sheet_changed: transient(
    'The sheet {table} was changed while it was read.',
    'The next attempt reads it again. If this happens often, sync when nobody edits the sheet.',
  ),
  google_request_refused: config(
    'Google refused the request ({status}): {reason}',
    'Check that the URL is that of a spreadsheet, and that it opens in Google Sheets.',
    'url',
  ),
  google_failed: transient(
    'Google had an error ({status}): {reason}',
    'Wait until Google Sheets works again; the next sync reads the spreadsheet.',
  ),
  google_no_response: transient(
    '{host} didn’t respond: {reason}.',
    'Check that Headwater can reach this server. If it can, try again later.',
  ),

  bridge_failed: transient(
    '{bridge} ended with an error: {reason}',
    'Read the log of this run, and ask the operator of this installation to run the executable by hand.',
  ),
  bridge_reported: config(
    '{bridge} reports: “{reason}”',
    'Check the settings of this connection. The documentation of the connector says what this means.',
  ),
  bridge_check_failed: config('{bridge} can’t connect: “{reason}”', 'Check the settings of this connection.'),
  bridge_no_answer: config(
    '{bridge} ended without a response to {call}.',
    'Ask the operator of this installation whether the executable speaks the protocol that it is registered with.',
  ),
  bridge_not_json: config(
    '{bridge} sent a message that isn’t valid JSON.',
    'Nothing of it was loaded. Report this to whoever maintains the connector.',
  ),
  bridge_line_too_long: config(
    '{bridge} sent a message of more than {megabytes} MB.',
    'Nothing of it was loaded. Deselect what holds such large records, or report this to whoever maintains the connector.',
  ),
  bridge_unknown_stream: config(
    '{bridge} sent a record of {stream}, which wasn’t requested.',
    'Nothing of this table was loaded. Report this to whoever maintains the connector.',
  ),
  api_no_columns: config(
    '{table} has no records yet, so its columns aren’t known.',
    'Refresh the tables once it has records, or add its schema to the manifest.',
  ),
  bridge_no_columns: config(
    '{table} has no columns: its schema names no properties.',
    'Choose other tables.',
  ),
  bridge_not_incremental: config(
    '{bridge} can’t read {table} incrementally.',
    'Choose Full mirror for this table.',
  ),
  bridge_disk_full: config(
    '{bridge} wrote more than {megabytes} MB to its folder.',
    'Ask the operator of this installation to raise diskMegabytes for this connector.',
  ),

  file_missing: config('The file {file} isn’t here anymore.', 'Upload it again.', 'files'),
  file_changed: config('The file {file} isn’t as it was uploaded.', 'Upload it again.', 'files'),
  file_empty: config('{file} is empty.', 'Upload a file with a header line and rows.', 'files'),
  file_binary: config(
    '{file} can’t be read as a table; it looks like {kind}.',
    'Save the data as CSV, Excel, JSON, or Parquet and upload that.',
    'files',
  ),
  file_not_delimited: config(
    '{file} isn’t a table; it looks like {kind}.',
    'Export the data as CSV, Excel, JSON, or Parquet and upload that.',
    'files',
  ),
  file_not_utf8: config(
    '{file} isn’t valid UTF-8 (first invalid byte in line {line}), and its encoding couldn’t be detected.',
    'Choose its encoding under “How the files are read”, or save it as UTF-8 and upload it again.',
    'files',
  ),
  file_too_many_columns: config(
    '{file} has {columns} columns; at most {limit} are allowed.',
    'Split it into several files.',
    'files',
  ),
  file_header_too_long: config(
    'The header of {file} is longer than {limit} bytes or contains a quote that isn’t closed.',
    'Check the first line of the file.',
    'files',
  ),
  file_damaged: config(
    '{file} is damaged or incomplete.',
    'Get the file again from where it came from, and upload that.',
    'files',
  ),
  file_column_unreadable: config(
    'The column {column} of {file} can’t be read without changing its values: {type}.',
    'Write it as another type, such as text, or in another encoding, and upload the file again.',
    'files',
  ),
  file_nested_too_deep: config(
    'The column {column} of {file} has more than {limit} levels of values within values.',
    'Write it with fewer levels, or as text, and upload the file again.',
    'files',
  ),
  file_table_unreadable: config(
    '{table} in {file} can’t be read: {reason}',
    'Leave it out, or correct it in the file and upload that again.',
    'files',
  ),
  file_encrypted: config(
    '{file} is protected with a password.',
    'Remove the password and upload it again.',
    'files',
  ),
  file_packed_too_large: config(
    '{file} is too large for a compressed file; at most {megabytes} MB are allowed.',
    'Unpack it and upload what is in it.',
    'files',
  ),
  file_expands_too_much: config(
    '{file} expands to more than {ratio} times its size.',
    'Unpack it and upload what is in it.',
    'files',
  ),
  file_archive_many: config(
    'The archive {file} contains {files} files. It must have at least one, and {limit} at most.',
    'Split it into several archives.',
    'files',
  ),
  file_archive_nested: config(
    '{file} is a zip file within another compressed file.',
    'Unpack the outer one and upload what is in it.',
    'files',
  ),
  file_archive_method: config(
    '{file} is compressed in a way that isn’t supported in zip files here, such as Deflate64 or LZMA.',
    'Unpack it and upload what is in it, or zip that again with the usual method, Deflate.',
    'files',
  ),
  file_json_invalid: config(
    'The JSON in {file} has an error in line {line}.',
    'Correct it, or export the data again, and upload that.',
    'files',
  ),
  file_json_cut: config(
    'The JSON in {file} ends too early, in line {line}.',
    'Get the whole file and upload that.',
    'files',
  ),
  file_no_table: config(
    'There are no rows in {file}.',
    'Upload a file with an object for each row.',
    'files',
  ),
  file_no_tables: config('{file} has no tables.', 'Upload a database with tables.', 'files'),
  file_sheet_too_large: config(
    '{file} has too many texts.',
    'Save its sheets as CSV and upload those.',
    'files',
  ),
  file_sheet_over_limit: config(
    'Sheet {sheet} in {file} is larger than can be read here ({what}: {limit}).',
    'Delete what is empty or repeated below and beside the table, or save the sheet as CSV, and upload that.',
    'files',
  ),
  file_cell_too_large: config(
    'Cell {cell} in {file}, with its row, has more than {mebibytes} MiB of text.',
    'Shorten it, and upload the file again.',
    'files',
  ),
  file_record_too_large: config(
    'A value in {file}, in line {line}, is larger than {mebibytes} MiB.',
    'Make each row an object of its own, and upload that.',
    'files',
  ),
  rejects_over_limit: {
    origin: 'source',
    type: 'config_error',
    message:
      '{table} has {rejected} rows that can’t be loaded; at most {limit} are allowed. The first is in line {line}: {reason}.',
    fix: 'Correct these rows at the source, then sync again.',
    field: 'files',
  },

  rows_dropped: {
    origin: 'warehouse',
    type: 'config_error',
    message:
      'The row count of {table} dropped from {before} to {after}. The new version is on hold; the old one is still in use.',
    fix: 'Keep the old version, or accept the new one.',
  },
  old_version_kept: {
    origin: 'warehouse',
    type: 'manual_cancellation',
    message: 'The row count of {table} dropped from {before} to {after}. The old version was kept.',
    fix: null,
  },

  disk_full: ours(
    'warehouse',
    'The disk of this installation is full.',
    'Free some space or ask the operator to; the tables keep their last good version.',
  ),
  memory_exhausted: deterministic(
    'Ran out of memory while loading {table}.',
    'Leave out very large values, or ask your operator for more memory.',
  ),
  counts_disagree: deterministic(
    '{table}: {read} rows were read, but {loaded} were loaded and {rejected} rejected. Nothing was committed.',
    'Contact support with the number of this run.',
  ),
  load_failed: deterministic(
    '{table} couldn’t be loaded: {reason}',
    'Contact support with the number of this run.',
  ),
  base_replaced: ours(
    'warehouse',
    'Another version of {table} was restored while new rows were loaded.',
    'The rows are loaded again, into that version.',
  ),
  base_damaged: ours(
    'warehouse',
    'The file of the version of {table} that new rows were to be added to is missing or was altered on disk.',
    'The table is read again from scratch.',
  ),
  storage_quota_reached: {
    origin: 'platform',
    type: 'config_error',
    message:
      'This workspace has reached its storage quota of {gigabytes} GB. The table keeps its last good version.',
    fix: 'Delete a source that you no longer need, or ask your operator for more.',
  },
  too_many_waiting: ours(
    'platform',
    'This installation is busy: too many sources are already waiting to be read.',
    'Try again in a few minutes.',
  ),
  process_lost: ours(
    'platform',
    'The process doing the work ended unexpectedly.',
    'It will be retried automatically.',
  ),
  memory_limit_reached: deterministic(
    'This needs more than {megabytes} MB of memory, which is all that one process gets.',
    'Leave out very large values, or split the data into smaller parts.',
  ),
  work_without_progress: deterministic(
    'Stopped after {seconds} seconds of processor time in which nothing was read.',
    'Leave out the table, or correct what keeps it from being read, such as a view without an end.',
  ),
  worker_lost: ours(
    'platform',
    'Headwater was stopped while this was running.',
    'It will be retried automatically.',
  ),
  retries_exhausted: ours(
    'platform',
    'Stopped after {attempts} attempts. The last one failed with: {cause}',
    'Fix the cause, then sync again.',
  ),
  run_too_long: ours('platform', 'The run was stopped after {hours} hours.', 'Select fewer tables.'),
  canceled: { origin: 'platform', type: 'manual_cancellation', message: 'Canceled.', fix: null },
  internal_error: ours(
    'platform',
    'Something went wrong on our side.',
    'Try again; if it happens again, contact support.',
  ),
};
