import type { Rejection } from '@headwater/protocol/protocol';
import { rejectionReason, type RejectionReason } from '@headwater/protocol/rejection';

/** How many rejected rows are kept for display. All of them are counted. */
const KEPT = 10_000;

/** Rows of a file that can't be loaded. */
export class RejectedRows {
  count = 0;
  readonly first: Rejection[] = [];

  add(line: number, reason: RejectionReason, raw: string): void {
    this.count += 1;
    if (this.first.length < KEPT) this.first.push({ line, column: null, ...reason, raw });
  }

  /** Adds a row whose number of fields isn't that of the header. */
  addUneven(line: number, fields: number, expected: number, raw: string): void {
    this.add(line, rejectionReason('fields_differ', { fields, expected }), raw);
  }
}
