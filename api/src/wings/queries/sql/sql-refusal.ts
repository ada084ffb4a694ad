import {
  QueryProcessLost,
  QueryTooLarge,
  QueryTimeout,
  StatementRefused,
  type StatementFault,
} from '@headwater/warehouse';
import { Refusal } from '@headwater/base/refusals/refusal';
import { kindOfType } from './kind-of-type.ts';

/** After so long, another process is ready. */
const LOST_SECONDS = 2;

const POINTER = '/data/attributes/sql';

/** Positions in a text as editors count them. */
export interface Place {
  /** In UTF-16 code units from the start. */
  position: number;
  line: number;
  column: number;
}

/** Returns the place of a byte of the text. */
function placeOf(sql: string, byte: number): Place {
  const before = Buffer.from(sql).subarray(0, byte).toString();
  const lines = before.split(/\r\n|\r|\n/);
  return { position: before.length, line: lines.length, column: lines.at(-1)!.length + 1 };
}

type Values = Record<string, string | number>;

/** Returns what `place` is in an error's values: nothing if it isn't known. */
const at = (sql: string, byte: number | null): Partial<Place> => (byte === null ? {} : placeOf(sql, byte));

/** A name in the text that isn't a table's. */
export const unknownTable = (
  code: 'sql_table_unknown' | 'sql_table_ambiguous' | 'sql_table_not_synced',
  sql: string,
  values: Values & { name: string },
  byte: number | null,
) => new Refusal(code, { pointer: POINTER, values: { ...values, ...at(sql, byte) } });

/** Returns the error for the one who wrote the statement, with its place in the text if that is known. */
export function sqlRefusalOf(error: unknown, sql: string, seconds: number): unknown {
  if (error instanceof QueryTimeout)
    return new Refusal('sql_timed_out', { cause: error, values: { seconds } });
  if (error instanceof QueryTooLarge) return new Refusal('sql_too_large', { cause: error });
  if (error instanceof QueryProcessLost)
    return new Refusal('installation_busy', {
      cause: error,
      retryAfter: LOST_SECONDS,
      values: { seconds: LOST_SECONDS },
    });
  if (!(error instanceof StatementRefused)) return error;
  const { fault } = error;
  const { name = '', message = '' } = fault;
  const place = at(sql, fault.position);
  const refusal = (code: ConstructorParameters<typeof Refusal>[0] & string, values: Values = {}) =>
    new Refusal(code, { cause: error, pointer: POINTER, values: { ...values, ...place } });
  switch (fault.kind) {
    case 'empty':
      return refusal('sql_empty');
    case 'several':
      return refusal('sql_several');
    case 'not_a_query':
      return refusal(isDynamicPivot(sql) ? 'sql_pivot_open' : 'sql_not_a_query');
    case 'syntax':
      return refusal('sql_syntax', { message });
    case 'function':
      return refusal('sql_function_refused', { name });
    case 'positional_parameter':
      return refusal('sql_parameter_unnamed');
    case 'not_supported':
      return refusal('sql_not_supported', { name });
    case 'too_many_columns':
      return refusal('sql_too_many_columns', { most: fault.most ?? 0 });
    case 'parameter':
      return new Refusal('sql_parameter_unfit', {
        ...{ cause: error, pointer: '/data/attributes/parameters' },
        values: { name, kind: kindOfType(message) },
      });
    case 'too_many_rows':
      return refusal('sql_view_too_large');
    case 'failed':
      return message === '' ? refusal('sql_refused') : refusal('sql_failed', { message });
    default:
      return fault.kind satisfies never;
  }
}

/** A PIVOT that takes its columns from the values would be two statements. */
const isDynamicPivot = (sql: string) => /\bpivot\b/i.test(sql) && !/\bin\s*\(/i.test(sql);

export type { StatementFault };
