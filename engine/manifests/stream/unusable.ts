import { rejectionReason, type RejectionReason } from '@headwater/protocol/rejection';
import { newDict, type Dict, type Value } from '../template/values.ts';

/** The field that holds what isn't an object, as an element of a list of words. */
const FIELD = 'value';

const reasons = new WeakMap<Dict, RejectionReason>();
const wrapped = new WeakSet<Dict>();

/** Marks a record as one that is counted and rejected instead of loaded. */
export function markUnusable(record: Dict, reason: RejectionReason): Dict {
  reasons.set(record, reason);
  return record;
}

/** Returns what isn't an object as a record with one field. */
export function wrappedValue(value: Value): Dict {
  const record = newDict([[FIELD, value]]);
  wrapped.add(record);
  return record;
}

/** Returns why a record can't be loaded into columns of these fields. Null if it can. */
export function whyUnusable(record: Dict, fields: readonly string[] | null): RejectionReason | null {
  const reason = reasons.get(record);
  if (reason) return reason;
  const isHomeless = fields !== null && wrapped.has(record) && !fields.includes(FIELD);
  return isHomeless ? rejectionReason('json_no_object') : null;
}

/** Whether a record has nothing but a value that isn't an object. */
export const isWrapped = (record: Dict) => wrapped.has(record);
