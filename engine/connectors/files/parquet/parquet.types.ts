import { ownValue } from '@headwater/shared/contract/plain';
import type { ColumnKind } from '@headwater/shared/contract';
import type { Encoding } from '@headwater/protocol/protocol';
import { identifier } from '@headwater/warehouse/sql';
import { validJson } from '@headwater/warehouse/sql/value-text';
import type { ExactFacts } from './exact-columns.ts';

/** How a column of a Parquet file gets into its table. */
export interface ParquetColumn {
  kind: ColumnKind;
  type: string;
  encoding: Encoding;
  /** SQL for the value. */
  value: string;
}

type Make = (name: string) => ParquetColumn;

const as =
  (kind: ColumnKind, type: string, convert: (value: string) => string = (value) => value): Make =>
  (name) => ({ kind, type, encoding: kind === 'json' ? 'json' : 'value', value: convert(name) });

const cast = (kind: ColumnKind, type: string) => as(kind, type, (value) => `${value}::${type}`);

/** The engine's types that the warehouse stores, or that fit into one that it stores. */
const TYPES: Readonly<Record<string, Make>> = {
  BOOLEAN: as('boolean', 'BOOLEAN'),
  TINYINT: cast('number', 'SMALLINT'),
  UTINYINT: cast('number', 'SMALLINT'),
  SMALLINT: as('number', 'SMALLINT'),
  USMALLINT: cast('number', 'INTEGER'),
  INTEGER: as('number', 'INTEGER'),
  UINTEGER: cast('number', 'BIGINT'),
  BIGINT: as('number', 'BIGINT'),
  UBIGINT: cast('number', 'DECIMAL(38,0)'),
  FLOAT: as('number', 'FLOAT'),
  DOUBLE: as('number', 'DOUBLE'),
  DATE: as('date', 'DATE'),
  TIME: as('time', 'TIME'),
  TIME_NS: cast('time', 'TIME'),
  TIMESTAMP: as('timestamp', 'TIMESTAMP'),
  TIMESTAMP_S: cast('timestamp', 'TIMESTAMP'),
  TIMESTAMP_MS: cast('timestamp', 'TIMESTAMP'),
  'TIMESTAMP WITH TIME ZONE': as('timestamp', 'TIMESTAMP WITH TIME ZONE'),
  'TIME WITH TIME ZONE': as('time', 'TIME WITH TIME ZONE'),
  UUID: as('uuid', 'UUID'),
  VARCHAR: as('text', 'VARCHAR'),
  BLOB: as('binary', 'BLOB'),
  JSON: as('json', 'JSON'),
};

const TEXT = cast('text', 'VARCHAR');

/** Always nine digits, so that the column sorts by time. */
const FINE_TEXT = as('text', 'VARCHAR', (value) => `strftime(${value}, '%Y-%m-%d %H:%M:%S.%n')`);

/** Without a value there is none: the engine casts it to JSON's null. */
const VARIANT = as(
  'json',
  'JSON',
  (value) =>
    `case when ${value} is not null then ${validJson(`${value}::JSON::varchar`, 'VARIANT')}::json end`,
);

/**
 * Returns how the warehouse stores a column of this type. Nanoseconds are kept as text, unless there are none: the
 * warehouse counts in microseconds. `isFine` says whether this column has some.
 */
export function parquetColumn(name: string, type: string, isFine: boolean): ParquetColumn {
  const column = identifier(name);
  if (type === NANOSECONDS) return (isFine ? FINE_TEXT : cast('timestamp', 'TIMESTAMP'))(column);
  if (/^DECIMAL\(\d+,\d+\)$/.test(type)) return as('number', type)(column);
  const element = type.endsWith('[]') ? type.slice(0, -2) : null;
  if (element !== null && isScalar(element))
    return as('list', 'VARCHAR[]', (value) => `${value}::VARCHAR[]`)(column);
  if (type.startsWith('GEOMETRY') && element === null) return TEXT(column);
  if (type === 'VARIANT') return VARIANT(column);
  // Within something else, only the whole as a variant is JSON by its values, and not by the engine's notation.
  if (/[[(]/.test(type) && type.includes('VARIANT'))
    return as(
      'json',
      'JSON',
      (value) =>
        `case when ${value} is not null then ${validJson(`${value}::VARIANT::JSON::varchar`, type)}::json end`,
    )(column);
  if (/[[(]/.test(type))
    return as('json', 'JSON', (value) => `${validJson(`to_json(${value})::varchar`, type)}::json`)(column);
  return (ownValue(TYPES, type) ?? TEXT)(column);
}

export const NANOSECONDS = 'TIMESTAMP_NS';

const isScalar = (type: string) => Object.hasOwn(TYPES, type) || /^DECIMAL\(\d+,\d+\)$/.test(type);

/** Returns how a column gets into its table whose values are read from its bytes, as text with this name. */
export function exactColumn(name: string, { exact, isNumber }: ExactFacts): ParquetColumn {
  const isDecimal = exact.kind === 'decimal' && isNumber;
  return (isDecimal ? cast('number', `DECIMAL(38,${exact.scale})`) : TEXT)(identifier(name));
}
