import { DRIFT, type TableQuality } from '@headwater/shared/contract';

/** What is said about a table, worst first: what drifts, else that nothing does, as far as there are enough runs. */
export type TableFinding =
  | { kind: 'rows_low' | 'rows_high' }
  | { kind: 'nulls_low' | 'nulls_high'; column: string; share: number; usual: number }
  | { kind: 'as_usual' | 'rows_as_usual' }
  | { kind: 'unknown'; earlier: number };

type Judged = Pick<TableQuality, 'volume' | 'nulls'>;

export const isDrifting = ({ volume, nulls }: Judged) => volume.drifts || nulls.drifting.length > 0;

export function findingsOf({ volume, nulls }: Judged): TableFinding[] {
  const found: TableFinding[] = [];
  const { rows, usual, drifts, earlier } = volume;
  if (drifts && rows !== null && usual) found.push({ kind: rows < usual.low ? 'rows_low' : 'rows_high' });
  for (const { column, share, usual } of nulls.drifting) {
    if (!usual) continue;
    const isLow = share < usual.low;
    found.push({
      kind: isLow ? 'nulls_low' : 'nulls_high',
      column,
      share,
      usual: isLow ? usual.low : usual.high,
    });
  }
  if (found.length > 0) return found;
  if (!usual) return [{ kind: 'unknown', earlier }];
  return [{ kind: nulls.earlier < DRIFT.runsNeeded ? 'rows_as_usual' : 'as_usual' }];
}
