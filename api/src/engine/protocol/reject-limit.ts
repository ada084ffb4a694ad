import type { Failure } from '@headwater/shared/contract';
import { failure } from '../../platform/failures/failure.ts';
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

/** Why a table with too many rejected rows isn't loaded at all; null if it has no more than are allowed. */
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
 * The larger of 100 rows and a thousandth, but never more than half of what was read: a small file of which nothing
 * could be loaded must not replace a good table with an empty one.
 */
const rejectLimit = (rows: number) => Math.min(Math.max(100, Math.floor(rows / 1000)), Math.floor(rows / 2));
