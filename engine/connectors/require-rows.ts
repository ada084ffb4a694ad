import { FailureError } from '@headwater/base/failures/failure';

/** Throws unless as many rows were loaded as were found before. `table` is what people know them by. */
export function requireRows(table: string, found: number, loaded: number): void {
  if (loaded !== found)
    throw new FailureError('counts_disagree', { table, read: found, loaded, rejected: 0 });
}
