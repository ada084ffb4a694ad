import type { DuckDBConnection } from '@duckdb/node-api';
import { foreignText } from '@headwater/base/failures/foreign-text';
import type { Rejection } from '@headwater/protocol/protocol';
import { RECORD_LIMIT } from '@headwater/protocol/record-limit';
import { rejectionReason, type RejectionReason } from '@headwater/protocol/rejection';

/** How many rejected rows of one records file are kept. All of them are counted. */
const REJECTIONS_KEPT = 10_000;

export interface Refused {
  rejected: number;
  rejections: Rejection[];
}

export const NONE_REFUSED: Refused = { rejected: 0, rejections: [] };

/** Returns the rows that read_csv rejected in the open transaction, and clears the engine's list of them. */
export async function takeRefused(connection: DuckDBConnection): Promise<Refused> {
  // A line has an error for each extra field, and only the last error counts all fields. A line that is too long may
  // be split anywhere, so its own error comes first.
  const reader = await connection.runAndReadAll(`
    select distinct on (file_id, line) line, error_type::varchar, error_message, left(csv_line, 500)
    from reject_errors order by line, error_type = 'LINE SIZE OVER MAXIMUM' desc, column_idx desc limit ${REJECTIONS_KEPT}`);
  const counted = await connection.runAndReadAll('select count(distinct (file_id, line)) from reject_errors');
  await connection.run('drop table reject_errors');
  await connection.run('drop table reject_scans');
  return {
    rejected: Number(counted.getRows()[0]![0]),
    rejections: reader.getRows().map(([line, type, message, raw]) => ({
      line: Number(line),
      column: null,
      ...reasonOf(String(type), String(message).split('\n')[0]!),
      raw: String(raw ?? ''),
    })),
  };
}

/** Translates an error of the engine. If it's unknown, the reason quotes the engine's message. */
function reasonOf(type: string, message: string): RejectionReason {
  const counts = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(message);
  if (counts)
    return rejectionReason('fields_differ', { fields: Number(counts[2]), expected: Number(counts[1]) });
  if (type === 'LINE SIZE OVER MAXIMUM')
    return rejectionReason('line_too_long', { mebibytes: RECORD_LIMIT / 1024 ** 2 });
  if (type === 'UNQUOTED VALUE') return rejectionReason('quote_not_closed');
  if (type === 'INVALID ENCODING') return rejectionReason('not_utf8');
  return rejectionReason('not_readable', { words: foreignText(message) });
}
