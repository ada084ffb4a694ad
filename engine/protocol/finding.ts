import type { Finding, FindingCode, MessageValues } from '@headwater/shared/contract';
import { fill } from '@headwater/base/failures/fill';

/** English messages, worded so that numbers don't need plural forms. */
const FINDING_CATALOG: Record<FindingCode, string> = {
  address_found: '{address}',
  through_ssh: 'Through {host}, whose key is {fingerprint}',
  not_encrypted: 'The connection isn’t encrypted.',
  encryption_not_offered: 'The server doesn’t offer encryption. The connection isn’t encrypted.',
  certificate_verified: '{protocol}, certificate verified',
  certificate_not_verified: '{protocol}, certificate not verified',
  server_version: 'PostgreSQL {version}',
  server_replica: 'A replica. Seconds since the latest change that it has: {seconds}.',
  server_named: '{server} {version}',
  tables_found: 'Tables: {tables}.',
  tables_hidden: 'Further tables, which this user isn’t allowed to read: {tables}.',
  signed_in_as: '{account}',
  row_read: '{table}',
  table_empty: '{table} (no rows)',

  file_scanned: '{file}: rows {rows}, columns {columns}.',
  file_read_as:
    '{encoding}; separated by: {delimiter}; quotes: {quotes}; decimal mark: {decimalMark}; order of dates: {dateOrder}.',
  file_json_read: 'JSON, {encoding}.',
  file_parquet_read: 'Parquet.',
  file_sqlite_read: 'SQLite, table {table}.',
  file_sheet_read: 'Excel, sheet {sheet}.',
  file_ods_read: 'OpenDocument, sheet {sheet}.',
  sheet_errors: 'Cells with an error are loaded as no value: {count}.',
  sheet_uncalculated:
    'Cells with a formula that has never been calculated are loaded as no value: {count}. Open the file in Excel and save it.',
  lines_above_header: 'The header is in line {line}; the lines above it are left out.',
  header_absent: 'The file has no header line; its columns are called {name} and so on.',
  affix_left_out: 'Column {column} is loaded as numbers without {affix}.',
  rows_filled:
    'Rows that end before the last column, and are loaded with NULL for what they lack: {rows}. The first is on line {line}.',
  dates_unclear:
    'Column {column} is loaded as text: {example} is {dayFirst} or {monthFirst}. Choose the order of dates.',
  numbers_unclear:
    'Column {column} is loaded as text: {example} is {point} or {comma}. Choose the decimal mark.',
  words_are_null: 'Column {column}: {words} is loaded as no value.',
  column_named: 'Column {column} has no name, so it’s named {name}.',
  column_renamed: 'Duplicate column name {original}: column {column} is renamed to {name}.',
  more_findings: 'More about the columns of this file: {count}.',
  files_found: 'Files: {files}, from {first} to {last}.',
  files_united: 'Files as one table: {files}. Rows {rows}, columns {columns}.',
  files_left_out: 'Files that aren’t there, and are left out: {files}. The first is {file}.',
  column_not_everywhere:
    'Column {column} isn’t in every file: {missing} of {files} lack it, the first is {file}. Its rows have no value there.',
  column_types_differ:
    'Column {column} is {kind}, because it is {fileKind} in {file} and {otherKind} in {other}.',
  table_not_everywhere: 'This table isn’t in every file: {missing} of {files} lack it.',
  rows_to_reject_in: '{file}: rows that will be rejected: {rows}. The first is on line {line}: {reason}.',
  rows_to_reject: 'Rows that will be rejected: {rows}. The first is on line {line}: {reason}.',
};

export const finding = (code: FindingCode, values: MessageValues = {}): Finding => ({
  code,
  message: fill(FINDING_CATALOG[code], values),
  values,
});
