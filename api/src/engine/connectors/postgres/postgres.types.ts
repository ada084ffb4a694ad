import type { ColumnKind } from '@headwater/shared/contract';
import type { Encoding } from '../../protocol/protocol.ts';

/** A column's type at the source: of a domain what it is based on, of an array its element's. */
export interface SourceType {
  /** In pg_type's words: `int8`, `numeric`. Null where it is not one of the system's own types. */
  name: string | null;
  /** pg_attribute's modifier: precision and scale of a numeric. */
  modifier: number;
  /** As declared; PostgreSQL does not hold a column to it. 0 for what is no array. */
  dimensions: number;
}

/** How a column is written into the records file. */
export type Form = 'plain' | 'text' | 'era' | 'list';

export interface ColumnType {
  kind: ColumnKind;
  /** In the warehouse, in DuckDB's words. */
  type: string;
  encoding: Encoding;
  form: Form;
}

const as = (
  kind: ColumnKind,
  type: string,
  form: Form = 'plain',
  encoding: Encoding = 'value',
): ColumnType => ({ kind, type, encoding, form });

const TEXT = as('text', 'VARCHAR', 'text');

/** The types that the warehouse has as well; every other one is carried as PostgreSQL writes it as text. */
const TYPES: Readonly<Record<string, ColumnType>> = {
  bool: as('boolean', 'BOOLEAN'),
  int2: as('number', 'SMALLINT'),
  int4: as('number', 'INTEGER'),
  int8: as('number', 'BIGINT'),
  oid: as('number', 'BIGINT'),
  float4: as('number', 'FLOAT'),
  float8: as('number', 'DOUBLE'),
  date: as('date', 'DATE', 'era'),
  timestamp: as('timestamp', 'TIMESTAMP', 'era'),
  timestamptz: as('timestamp', 'TIMESTAMP WITH TIME ZONE', 'era'),
  time: as('time', 'TIME'),
  timetz: as('time', 'TIME WITH TIME ZONE'),
  uuid: as('uuid', 'UUID'),
  json: as('json', 'JSON', 'plain', 'json'),
  jsonb: as('json', 'JSON', 'plain', 'json'),
  bytea: as('binary', 'BLOB', 'plain', 'hex'),
};

export function columnType({ name, modifier, dimensions }: SourceType): ColumnType {
  // Of one dimension unless declared otherwise; an inner array then stands as JSON text in its list.
  if (dimensions > 1) return as('json', 'JSON', 'list', 'json');
  if (dimensions === 1) return as('list', 'VARCHAR[]', 'list', 'json_list');
  if (name === 'numeric') return numericType(modifier);
  return (name === null ? undefined : TYPES[name]) ?? TEXT;
}

/** The most digits that DECIMAL holds. */
const DIGITS = 38;

/** With a precision that the warehouse has, exactly that; else the warehouse settles when it has seen all values. */
function numericType(modifier: number): ColumnType {
  const { precision, scale } = precisionOf(modifier);
  const fits = precision > 0 && precision <= DIGITS && scale >= 0 && scale <= precision;
  return fits
    ? as('number', `DECIMAL(${precision},${scale})`)
    : as('number', 'VARCHAR', 'plain', 'widest_decimal');
}

function precisionOf(modifier: number): { precision: number; scale: number } {
  if (modifier < 4) return { precision: 0, scale: 0 };
  const packed = modifier - 4;
  // The scale's eleven bits are signed since PostgreSQL 15; before, it was never beyond what they hold.
  return { precision: (packed >> 16) & 0xffff, scale: ((packed & 0x7ff) ^ 0x400) - 0x400 };
}
