import type { MessageValues, RejectionCode } from '@headwater/shared/contract';
import { fill } from '@headwater/base/failures/fill';

/** Why a row can't be loaded. */
export interface RejectionReason {
  code: RejectionCode;
  /** In English, as a clause without a period, because it's also used within sentences. */
  reason: string;
  /** Values for the translated message. */
  values: MessageValues;
}

const REJECTION_CATALOG: Record<RejectionCode, string> = {
  fields_differ: 'fields in the row: {fields}, in the header: {expected}',
  row_split:
    'joined with its neighbors, it is exactly one row, which a line break outside quotes may have split',
  quote_not_closed: 'a quoted field isn’t closed properly',
  quote_too_long: 'a quote opens here and isn’t closed within {mebibytes} MiB',
  line_too_long: 'the line is longer than {mebibytes} MiB',
  json_invalid: 'it isn’t valid JSON',
  json_no_object: 'it isn’t a JSON object',
  row_too_large: 'the row is larger than {mebibytes} MiB',
  key_empty: 'the key ({columns}) has no value',
  value_unfit: 'the value in {cell} can’t be read as {type}',
  not_utf8: 'the line isn’t valid UTF-8',
  not_readable: 'the row can’t be read: {words}',
};

export const rejectionReason = (code: RejectionCode, values: MessageValues = {}): RejectionReason => ({
  code,
  reason: fill(REJECTION_CATALOG[code], values),
  values,
});

/** Returns the values for a message that mentions the reason, including those to translate the reason. */
export const reasonValues = ({ code, reason, values }: RejectionReason): MessageValues => ({
  ...values,
  reason,
  reasonCode: code,
});
