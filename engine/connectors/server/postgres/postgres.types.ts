import { ownValue } from '@headwater/shared/contract/plain';
import type { ColumnKind } from '@headwater/shared/contract';
import type { Encoding } from '@headwater/protocol/protocol';
import type { FIXED_VALUES } from './postgres.values.ts';

/** A column's type at the source. For a domain, it's the base type, and for an array, the element type. */
export interface SourceType {
  /** The name in pg_type, such as `int8` or `numeric`. Null if it isn't a built-in type. */
  name: string | null;
  /** The modifier in pg_attribute, such as the precision and scale of a numeric. */
  modifier: number;
  /** The declared number of dimensions, which PostgreSQL doesn't enforce. 0 if it isn't an array. */
  dimensions: number;
}

/**
 * How a column is read: in the binary format of a type that the warehouse has as well, as text, or, for arrays, as a
 * JSON array of texts. What the server shows otherwise than as its own cast to text is read as `shown`.
 */
export type Form =
  | keyof typeof FIXED_VALUES
  | 'timetz'
  | 'numeric'
  | 'json'
  | 'jsonb'
  | 'bytea'
  | 'text'
  | 'shown'
  | 'list'
  | 'shown_list';

export interface ColumnType {
  kind: ColumnKind;
  /** The type in the warehouse, as DuckDB names it. */
  type: string;
  encoding: Encoding;
  form: Form;
}

const as = (kind: ColumnKind, type: string, form: Form, encoding: Encoding = 'value'): ColumnType => ({
  kind,
  type,
  encoding,
  form,
});

const TEXT = as('text', 'VARCHAR', 'text');

/** Types that the warehouse has as well. All others are transferred as PostgreSQL's text form. */
const TYPES: Readonly<Record<string, ColumnType>> = {
  bool: as('boolean', 'BOOLEAN', 'bool'),
  int2: as('number', 'SMALLINT', 'int2'),
  int4: as('number', 'INTEGER', 'int4'),
  int8: as('number', 'BIGINT', 'int8'),
  oid: as('number', 'BIGINT', 'oid'),
  float4: as('number', 'FLOAT', 'float4'),
  float8: as('number', 'DOUBLE', 'float8'),
  date: as('date', 'DATE', 'date'),
  timestamp: as('timestamp', 'TIMESTAMP', 'timestamp'),
  timestamptz: as('timestamp', 'TIMESTAMP WITH TIME ZONE', 'timestamptz'),
  time: as('time', 'TIME', 'time'),
  timetz: as('time', 'TIME WITH TIME ZONE', 'timetz'),
  uuid: as('uuid', 'UUID', 'uuid'),
  json: as('json', 'JSON', 'json', 'json'),
  jsonb: as('json', 'JSON', 'jsonb', 'json'),
  bytea: as('binary', 'BLOB', 'bytea', 'hex'),
  inet: as('text', 'VARCHAR', 'shown'),
};

export function columnType({ name, modifier, dimensions }: SourceType): ColumnType {
  // Arrays are read as one-dimensional unless declared otherwise. An inner array then becomes JSON text in the list.
  const known = name === null ? undefined : ownValue(TYPES, name);
  const list = known?.form === 'shown' ? 'shown_list' : 'list';
  if (dimensions > 1) return as('json', 'JSON', list, 'json');
  if (dimensions === 1) return as('list', 'VARCHAR[]', list, 'json_list');
  return name === 'numeric' ? numericType(modifier) : (known ?? TEXT);
}

/** The most digits that DECIMAL holds. */
const DIGITS = 38;

/** Returns the same DECIMAL if the warehouse has it. Otherwise, the warehouse chooses one after all values. */
function numericType(modifier: number): ColumnType {
  const { precision, scale } = precisionOf(modifier);
  const fits = precision > 0 && precision <= DIGITS && scale >= 0 && scale <= precision;
  return fits
    ? as('number', `DECIMAL(${precision},${scale})`, 'numeric')
    : as('number', 'VARCHAR', 'numeric', 'widest_decimal');
}

function precisionOf(modifier: number): { precision: number; scale: number } {
  if (modifier < 4) return { precision: 0, scale: 0 };
  const packed = modifier - 4;
  // The scale's eleven bits are signed since PostgreSQL 15. Before, a scale was never negative or over 1,000.
  return { precision: (packed >> 16) & 0xffff, scale: ((packed & 0x7ff) ^ 0x400) - 0x400 };
}
