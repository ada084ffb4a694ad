import type { Failure } from '@headwater/shared/contract';
import { failure } from './failure.ts';
import type { Rejection } from './protocol.ts';
import { reasonValues } from './rejection.ts';

/** What a table's rows have come to. */
export interface RejectCounts {
  /** All that were read, rejected ones among them. */
  rows: number;
  rejected: number;
  /** The one that was met first. */
  first: Rejection | undefined;
}

/** Why nothing of a table is loaded that has more rejected rows than are let pass; null where it has not. */
export function rejectsOverLimit(
  table: string,
  { rows, rejected, first }: RejectCounts,
  circumstances: Pick<Failure, 'field'> = { field: 'files' },
): Failure | null {
  const limit = rejectLimit(rows);
  if (rejected <= limit || !first) return null;
  const values = { table, rejected, limit, line: first.line ?? 0, ...reasonValues(first) };
  return failure('rejects_over_limit', values, circumstances);
}

const rejectLimit = (rows: number) => Math.max(100, Math.floor(rows / 1000));
