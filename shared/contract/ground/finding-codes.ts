/**
 * Every code that `finding.code` can carry, with the values its translated message may use.
 * The API defines the English messages (engine/protocol/finding.ts).
 */
export const FINDING_CODES = {
  // A server
  address_found: ['address'],
  through_ssh: ['host', 'fingerprint'],
  not_encrypted: [],
  encryption_not_offered: [],
  certificate_verified: ['protocol'],
  certificate_not_verified: ['protocol'],
  server_version: ['version'],
  // `unknown` if it isn't known when the latest change was made that the replica has.
  server_replica: ['seconds'],
  server_named: ['server', 'version'],
  tables_found: ['tables'],
  tables_hidden: ['tables'],
  signed_in_as: ['account'],
  row_read: ['table'],
  table_empty: ['table'],
  // Files
  file_scanned: ['file', 'rows', 'columns'],
  // Each from a closed set: the encoding's name; comma, semicolon, tab, pipe, and so on; usual, single, backslash;
  // point, comma; dmy, mdy, none.
  file_read_as: ['encoding', 'delimiter', 'quotes', 'decimalMark', 'dateOrder'],
  // `way` is list, inside, or whole.
  file_json_read: ['encoding', 'way', 'path'],
  file_parquet_read: [],
  file_sqlite_read: ['table'],
  file_sheet_read: ['sheet'],
  file_ods_read: ['sheet'],
  sheet_errors: ['count'],
  sheet_uncalculated: ['count'],
  lines_above_header: ['line'],
  header_absent: ['name'],
  affix_left_out: ['column', 'affix'],
  rows_filled: ['rows', 'line'],
  dates_unclear: ['column', 'example', 'dayFirst', 'monthFirst'],
  numbers_unclear: ['column', 'example', 'point', 'comma'],
  words_are_null: ['column', 'words'],
  column_named: ['column', 'name'],
  column_renamed: ['original', 'column', 'name'],
  more_findings: ['count'],
  // `reason` is English; `reasonCode` is a code of rejection-codes.ts, whose values are added to these.
  rows_to_reject: ['rows', 'line', 'reason', 'reasonCode'],
  // Several files as one table. Kinds are those of columns.
  files_found: ['files', 'first', 'last'],
  files_united: ['files', 'rows', 'columns'],
  files_left_out: ['files', 'file'],
  column_not_everywhere: ['column', 'missing', 'files', 'file'],
  column_types_differ: ['column', 'kind', 'file', 'fileKind', 'other', 'otherKind'],
  table_not_everywhere: ['missing', 'files'],
  rows_to_reject_in: ['file', 'rows', 'line', 'reason', 'reasonCode'],
} as const satisfies Record<string, readonly string[]>;

export type FindingCode = keyof typeof FINDING_CODES;
