import type { StreamColumn } from '../protocol/protocol.ts';

/** How a column passes from a records file into its table. */
export interface ColumnLoad {
  /** The type as which the field is read. */
  readAs: string;
  /** From that to the column's type; throws for a value that does not have it. */
  convert(field: string): string;
  /** True where `convert` throws; null where it never does. */
  misfit: ((field: string) => string) | null;
}

/**
 * read_csv is trusted with numbers, booleans and texts alone. Measured with DuckDB 1.5.6: of dates and times it drops
 * an era, cuts off what is too fine, and makes NULL of a timestamptz that it cannot read, all in silence. Casts throw.
 */
export function columnLoad({ encoding, type }: StreamColumn): ColumnLoad {
  switch (encoding) {
    case 'hex':
      return fromText(
        (field) => `unhex(substr(${field}, 3))`,
        (field) => `not starts_with(${field}, '\\x')`,
      );
    case 'json_list':
      return list(type);
    case 'empty_is_null':
      return fromText(
        (field) => `cast(nullif(${field}, '') as ${type})`,
        (field) => `${field} <> '' and try_cast(${field} as ${type}) is null`,
      );
    case 'widest_decimal':
      return asItStands('VARCHAR');
    case 'json':
      return cast(type);
    case 'value':
      if (LONG_WHOLE.test(type)) return longWhole(type);
      if (READ_DIRECTLY.test(type)) return asItStands(type);
      return type === 'DATE' ? date : cast(type);
  }
}

/** The type that a stage table begins with: an unbounded number is a text until all of them have been seen. */
export const stagedType = ({ encoding, type }: StreamColumn) =>
  encoding === 'widest_decimal' ? 'VARCHAR' : type;

const READ_DIRECTLY = /^(VARCHAR|BOOLEAN|SMALLINT|INTEGER|BIGINT|FLOAT|DOUBLE|UUID|DECIMAL\(.*\))$/;

const LONG_WHOLE = /^DECIMAL\((19|2\d|3\d),0\)$/;

/** Measured: the engine makes a DECIMAL of more than 18 digits out of text 300 times slower than out of a HUGEINT. */
const longWhole = (type: string): ColumnLoad => ({
  readAs: 'HUGEINT',
  convert: (field) => `cast(${field} as ${type})`,
  misfit: (field) => `try_cast(${field} as ${type}) is null`,
});

const asItStands = (type: string): ColumnLoad => ({ readAs: type, convert: (field) => field, misfit: null });

const fromText = (convert: ColumnLoad['convert'], misfit: ColumnLoad['misfit']): ColumnLoad => ({
  readAs: 'VARCHAR',
  convert,
  misfit,
});

const cast = (type: string): ColumnLoad =>
  fromText(
    (field) => `cast(${field} as ${type})`,
    (field) => `try_cast(${field} as ${type}) is null`,
  );

// Lists within lists, and whatever else the cast would bend, show in not coming back equal.
const list = (type: string): ColumnLoad =>
  fromText(
    (field) =>
      `case when to_json(${field}::json::${type})::varchar <> ${field} then error('Conversion Error: list') else ${field}::json::${type} end`,
    (field) => `to_json(try_cast(try_cast(${field} as json) as ${type}))::varchar is distinct from ${field}`,
  );

// PostgreSQL writes the era behind the date; the cast passes over it.
const date: ColumnLoad = fromText(
  (field) =>
    `case when ends_with(${field}, 'BC') then error('Conversion Error: BC') else cast(${field} as date) end`,
  (field) => `(ends_with(${field}, 'BC') or try_cast(${field} as date) is null)`,
);
