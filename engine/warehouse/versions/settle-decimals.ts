import type { DuckDBConnection } from '@duckdb/node-api';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { decimalOf, plainDigits } from '../sql/decimal-text.ts';
import { identifier } from '../sql/sql.ts';

/** The most digits that a DECIMAL holds, and that one in eight bytes holds. */
const DIGITS = 38;
const FEW_DIGITS = 18;

/**
 * Gives each column of unbounded numbers a DECIMAL that holds all its values. If a value has too many digits or isn't
 * a number (NaN, Infinity), the column stays text, as the source wrote it. If the previous version has the column
 * with the same source type, its type is kept or widened, because users' queries and formats depend on it.
 */
export async function settleDecimals(
  connection: DuckDBConnection,
  columns: readonly StreamColumn[],
  before: readonly StreamColumn[],
): Promise<StreamColumn[]> {
  const settled: StreamColumn[] = [];
  for (const column of columns) {
    const former = before.find(
      ({ name, sourceType }) => name === column.name && sourceType === column.sourceType,
    );
    settled.push(
      column.encoding === 'widest_decimal' ? await settle(connection, column, former?.type) : column,
    );
  }
  return settled;
}

async function settle(
  connection: DuckDBConnection,
  column: StreamColumn,
  formerType: string | undefined,
): Promise<StreamColumn> {
  const name = identifier(column.name);
  const shape = formerType === 'VARCHAR' ? null : await shapeOf(connection, name);
  const decimal = shape && decimalFor(shape, decimalIn(formerType));
  if (!decimal) return { ...column, kind: 'text', type: 'VARCHAR', encoding: 'value', keyIgnores: ['zeros'] };
  const { precision, scale } = decimal;
  const type = `DECIMAL(${precision},${scale})`;
  await connection.run(
    `alter table stage.main.data alter ${name} type ${type} using ${decimalOf(name, precision, scale)}`,
  );
  return { ...column, kind: 'number', type, encoding: 'value' };
}

interface Shape {
  /** The most digits before the point, and after it. */
  whole: number;
  scale: number;
}

/** Returns null if a value isn't a number in plain digits. */
async function shapeOf(connection: DuckDBConnection, name: string): Promise<Shape | null> {
  const reader = await connection.runAndReadAll(`
    select
      coalesce(max(strlen(ltrim(split_part(${name}, '.', 1), '-0'))), 0),
      coalesce(max(strlen(split_part(${name}, '.', 2))), 0),
      count(*) filter (not regexp_full_match(${name}, '${plainDigits('')}'))
    from stage.main.data`);
  const [whole, scale, odd] = reader.getRows()[0]!.map(Number) as [number, number, number];
  return odd > 0 ? null : { whole, scale };
}

interface Decimal {
  precision: number;
  scale: number;
}

/** Returns a DECIMAL in one of two widths, no narrower than the former one. Null if neither is wide enough. */
function decimalFor(shape: Shape, former: Decimal | null): Decimal | null {
  const scale = Math.max(shape.scale, former?.scale ?? 0);
  const digits = Math.max(shape.whole + scale, former?.precision ?? 0);
  if (digits > DIGITS) return null;
  return { precision: digits > FEW_DIGITS ? DIGITS : FEW_DIGITS, scale };
}

function decimalIn(type: string | undefined): Decimal | null {
  const [, precision, scale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(type ?? '') ?? [];
  return precision === undefined ? null : { precision: Number(precision), scale: Number(scale) };
}
