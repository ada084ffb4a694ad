import type { DuckDBConnection } from '@duckdb/node-api';
import type { Rejection } from '../connectors/protocol.ts';

/** Of one records file; all are counted. */
const REJECTIONS_KEPT = 10_000;

export interface Refused {
  /** Positions of columns whose type could not hold a value: no reason to lose a row. */
  misfits: number[];
  rejected: number;
  rejections: Rejection[];
}

/** What read_csv refused in the open transaction's statement; forgets it. */
export async function takeRefused(connection: DuckDBConnection): Promise<Refused> {
  const casts = await connection.runAndReadAll(
    `select distinct column_idx from reject_errors where error_type = 'CAST'`,
  );
  const reader = await connection.runAndReadAll(`
    select line, error_message, left(csv_line, 500) from reject_errors order by line limit ${REJECTIONS_KEPT}`);
  const counted = await connection.runAndReadAll('select count(distinct (file_id, line)) from reject_errors');
  await connection.run('drop table reject_errors');
  await connection.run('drop table reject_scans');
  return {
    misfits: casts.getRows().map(([position]) => Number(position) - 1),
    rejected: Number(counted.getRows()[0]![0]),
    rejections: reader.getRows().map(([line, reason, raw]) => ({
      line: Number(line),
      column: null,
      reason: String(reason).split('\n')[0]!,
      raw: String(raw ?? ''),
    })),
  };
}
