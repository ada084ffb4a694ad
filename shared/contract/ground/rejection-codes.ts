/**
 * Every code that a rejected row's `code` can carry, with the values its translated message may use.
 * The API defines the English messages (engine/protocol/rejection.ts).
 */
export const REJECTION_CODES = {
  fields_differ: ['fields', 'expected'],
  row_split: [],
  quote_not_closed: [],
  quote_too_long: ['mebibytes'],
  line_too_long: ['mebibytes'],
  row_too_large: ['mebibytes'],
  not_utf8: [],
  key_empty: ['columns'],
  // `cell` is an address such as B7; `type` is one of text, number, date, timestamp, boolean.
  value_unfit: ['cell', 'type'],
  // The loading engine's own message, if none of the above applies.
  json_invalid: [],
  json_no_object: [],
  not_readable: ['words'],
} as const satisfies Record<string, readonly string[]>;

export type RejectionCode = keyof typeof REJECTION_CODES;
