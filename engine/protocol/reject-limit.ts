import type { Failure } from '@headwater/shared/contract';
import { failure } from '@headwater/base/failures/failure';
import type { Rejection } from './protocol.ts';
import { reasonValues } from './rejection.ts';

/** Counts of a table's rows. */
export interface RejectCounts {
  /** All rows read, including rejected ones. */
  rows: number;
  rejected: number;
  /** The first rejected row. */
  first: Rejection | undefined;
}

/** Returns the failure of a table with too many rejected rows, which isn't loaded at all; otherwise null. */
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

/**
 * Allows 100 rows or 0.1% of the rows, whichever is more, but at most half of them: a small file of which no row can
 * be loaded must not replace a good table with an empty one.
 */
const rejectLimit = (rows: number) => Math.min(Math.max(100, Math.floor(rows / 1000)), Math.floor(rows / 2));
