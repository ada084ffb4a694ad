import type { ExactColumn } from './exact-column.ts';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { FailureError } from '@headwater/base/failures/failure';
import type { KnownFile } from '../file-format.ts';
import { exactKindOf, exactText, fitsDecimal, isBeyondEngine } from './exact-value.ts';
import { ParquetBytes } from './parquet-bytes.ts';
import { leavesOf, type ParquetNode } from './parquet.schema.ts';

/** What is known of such a column after all of its values have been seen. */
export interface ExactFacts extends ExactColumn {
  /** Every value fits the engine's widest decimal. */
  isNumber: boolean;
}

/**
 * Returns the columns of which at least one value must be read here. Throws, with its name and type, if such a value is
 * within a list, a structure, or a map, where there is no way to hold it.
 */
export async function exactColumns(
  file: KnownFile,
  reader: ParquetBytes,
  columns: readonly ParquetNode[],
  signal: AbortSignal,
): Promise<ExactFacts[]> {
  const parts = columns.flatMap((column) =>
    leavesOf(column).flatMap((leaf) => {
      const exact = exactKindOf(leaf);
      return exact ? [{ column, leaf, exact }] : [];
    }),
  );
  const found: ExactFacts[] = [];
  for (const { column, leaf, exact } of parts) {
    const { isBeyond, isNumber } = await factsOf(reader, { name: column.name, at: leaf.at, exact }, signal);
    if (!isBeyond) continue;
    const isNested = column.children.length > 0 || column.isRepeated;
    if (isNested || columns.filter(({ name }) => name === column.name).length > 1)
      throw unreadable(file, column.name, leaf);
    found.push({ name: column.name, at: leaf.at, exact, isNumber });
  }
  return found;
}

async function factsOf(reader: ParquetBytes, column: ExactColumn, signal: AbortSignal) {
  let isNumber = column.exact.kind === 'decimal' && column.exact.scale <= 38;
  let isBeyond = column.exact.kind === 'decimal';
  for (let group = 0; group < reader.groups; group += 1) {
    signal.throwIfAborted();
    for (const value of flat(await reader.valuesOf(column, group))) {
      if (value === null || value === undefined) continue;
      isBeyond ||= isBeyondEngine(value, column.exact);
      isNumber &&= fitsDecimal(exactText(value, column.exact));
      if (isBeyond && !isNumber) return { isBeyond, isNumber };
    }
  }
  return { isBeyond, isNumber };
}

/**
 * Writes the values of these columns as delimited text, a line for each row, whose first field is always there: the
 * engine leaves out empty lines. Returns the number of rows.
 */
export async function writeExactColumns(
  file: KnownFile,
  columns: readonly ExactColumn[],
  path: string,
  signal: AbortSignal,
): Promise<number> {
  const reader = await ParquetBytes.open(file);
  const output = createWriteStream(path, { mode: 0o600 });
  const failed = once(output, 'error').then(([error]) => Promise.reject(error as Error));
  failed.catch(() => undefined);
  let rows = 0;
  try {
    for (let group = 0; group < reader.groups; group += 1) {
      signal.throwIfAborted();
      const values: (readonly unknown[])[] = [];
      for (const column of columns) values.push(await reader.valuesOf(column, group));
      const count = values[0]!.length;
      if (values.some(({ length }) => length !== count)) throw new Error('columns of different lengths');
      for (let from = 0; from < count; from += LINES_AT_ONCE) {
        const lines = Array.from({ length: Math.min(LINES_AT_ONCE, count - from) }, (_, at) => {
          const cells = columns.map(({ exact }, index) => {
            const value = values[index]![from + at];
            return value === null || value === undefined ? '' : exactText(value, exact);
          });
          return `1,${cells.join(',')}\n`;
        });
        if (!output.write(lines.join(''))) await Promise.race([once(output, 'drain'), failed]);
      }
      rows += count;
    }
    output.end();
    await Promise.race([once(output, 'close'), failed]);
    return rows;
  } finally {
    output.destroy();
    await reader.close();
  }
}

const LINES_AT_ONCE = 10_000;

function* flat(values: readonly unknown[]): Generator<unknown> {
  for (const value of values) {
    if (Array.isArray(value)) yield* flat(value);
    else yield value;
  }
}

const unreadable = ({ fileName: file }: KnownFile, column: string, leaf: ParquetNode) =>
  new FailureError('file_column_unreadable', { file, column, type: typeText(leaf) });

/** How people know the type. */
function typeText({ precision, scale, physical, logical, converted }: ParquetNode): string {
  if (precision > 38) return `DECIMAL(${precision},${scale})`;
  if (physical === 'INT96') return 'INT96 with nanoseconds';
  const isFine = logical.includes('NANOS=NanoSeconds');
  const name = logical.startsWith('TimestampType') ? 'TIMESTAMP' : 'TIME';
  return isFine ? `${name} with nanoseconds` : `${converted || name} as a duration`;
}
