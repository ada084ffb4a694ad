import { ownValue } from '@headwater/shared/contract/plain';
import type { ColumnKind } from '@headwater/shared/contract';
import type { Encoding } from '@headwater/protocol/protocol';

/**
 * How a column is selected: as it is, as a number, as the double that a float is, or as the text of a shape. What the
 * server fills with zeros in front is the number that it is.
 */
export type Form = 'plain' | 'bit' | 'float' | 'geometry' | 'timestamp' | 'zerofill';

export interface ColumnType {
  kind: ColumnKind;
  /** The type in the warehouse, as DuckDB names it. */
  type: string;
  encoding: Encoding;
  form: Form;
}

export interface SourceType {
  /** Such as `int`. */
  dataType: string;
  /** Such as `int(10) unsigned`. */
  columnType: string;
  precision: number | null;
  scale: number | null;
  /** MariaDB stores JSON as text, with a constraint. */
  isJson: boolean;
}

const as = (
  kind: ColumnKind,
  type: string,
  form: Form = 'plain',
  encoding: Encoding = 'value',
): ColumnType => ({
  kind,
  type,
  encoding,
  form,
});

const TEXT = as('text', 'VARCHAR');
const JSON_TEXT = as('json', 'JSON', 'plain', 'json');
const BYTES = as('binary', 'BLOB', 'plain', 'hex');

const SIGNED: Readonly<Record<string, ColumnType>> = {
  tinyint: as('number', 'SMALLINT'),
  smallint: as('number', 'SMALLINT'),
  mediumint: as('number', 'INTEGER'),
  int: as('number', 'INTEGER'),
  bigint: as('number', 'BIGINT'),
};

const UNSIGNED: Readonly<Record<string, ColumnType>> = {
  tinyint: as('number', 'SMALLINT'),
  smallint: as('number', 'INTEGER'),
  mediumint: as('number', 'INTEGER'),
  int: as('number', 'BIGINT'),
  bigint: as('number', 'DECIMAL(20,0)'),
};

/** All other types are transferred as the server's text. */
const TYPES: Readonly<Record<string, ColumnType>> = {
  year: as('number', 'SMALLINT'),
  bit: as('number', 'DECIMAL(20,0)', 'bit'),
  float: as('number', 'FLOAT', 'float'),
  double: as('number', 'DOUBLE'),
  date: as('date', 'DATE'),
  datetime: as('timestamp', 'TIMESTAMP'),
  timestamp: as('timestamp', 'TIMESTAMP WITH TIME ZONE', 'timestamp'),
  time: as('time', 'TIME'),
  json: JSON_TEXT,
  uuid: as('uuid', 'UUID'),
  binary: BYTES,
  varbinary: BYTES,
  tinyblob: BYTES,
  blob: BYTES,
  mediumblob: BYTES,
  longblob: BYTES,
  vector: BYTES,
};

const SHAPES = /^(geometry|point|linestring|polygon|multi(point|linestring|polygon)|geom(etry)?collection)$/;

/** The most digits that DECIMAL holds. */
const DIGITS = 38;

/** Returns the type whose values a column's values are. A column with other values becomes text when they come. */
export function columnType(source: SourceType): ColumnType {
  const type = typeOf(source);
  const isFilled = type.form === 'plain' && type.kind === 'number' && / zerofill/.test(source.columnType);
  return isFilled ? { ...type, form: 'zerofill' } : type;
}

function typeOf({ dataType, columnType: full, precision, scale, isJson }: SourceType): ColumnType {
  if (isJson) return JSON_TEXT;
  if (dataType === 'decimal') return decimalType(precision ?? 0, scale ?? 0);
  if (SHAPES.test(dataType)) return as('text', 'VARCHAR', 'geometry');
  const whole = / unsigned/.test(full) ? ownValue(UNSIGNED, dataType) : ownValue(SIGNED, dataType);
  return whole ?? ownValue(TYPES, dataType) ?? TEXT;
}

/** Returns the same DECIMAL if the warehouse has it. Otherwise, the warehouse chooses one after all values. */
function decimalType(precision: number, scale: number): ColumnType {
  return precision > 0 && precision <= DIGITS
    ? as('number', `DECIMAL(${precision},${scale})`)
    : as('number', 'VARCHAR', 'plain', 'widest_decimal');
}
