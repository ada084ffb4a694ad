import type { DuckDBConnection } from '@duckdb/node-api';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FailureError } from '@headwater/base/failures/failure';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { identifier, literal } from '@headwater/warehouse/sql';
import { columnNames } from '../csv/csv.header.ts';
import { COLUMN_LIMIT } from '../csv/csv.row.ts';
import { finding } from '@headwater/protocol/finding';
import type { FileFormat, KnownFile } from '../file-format.ts';
import { commentsIn } from './parquet.comments.ts';
import { exactColumns, writeExactColumns } from './exact-columns.ts';
import type { ExactColumn } from './exact-column.ts';
import { exactKindOf } from './exact-value.ts';
import { ParquetBytes } from './parquet-bytes.ts';
import { leavesOf, schemaOf, type ParquetNode } from './parquet.schema.ts';
import { exactColumn, NANOSECONDS, parquetColumn } from './parquet.types.ts';

/** What `look` stores for `read`. */
interface Source extends Record<string, unknown> {
  rows: number;
  values: string[];
  /** Columns of which the engine would load other values, and what they're called in `values`. */
  exact?: (ExactColumn & { as: string })[];
}

/** Parquet, which the engine reads. The file says its types. */
export const parquet: FileFormat = {
  name: 'parquet',

  async look(file, _choices, context) {
    const connection = await openEngine(context.temporaryFolder);
    try {
      const stop = () => connection.interrupt();
      context.signal.addEventListener('abort', stop);
      return [await tableOf(connection, file, context.signal)];
    } catch (error) {
      context.signal.throwIfAborted();
      throw explained(error, file);
    } finally {
      connection.closeSync();
    }
  },

  async *read(file, { tableName, source }, _choices, { temporaryFolder, signal }) {
    const { rows, values, exact = [] } = source as Source;
    const records = { path: file.path, values, rows, temporary: false };
    if (rows === 0) return 0;
    if (exact.length === 0) {
      yield { type: 'RECORDS', tableName, file: records };
      return rows;
    }
    const path = join(temporaryFolder, `exact-${(beside += 1)}.csv`);
    try {
      const written = await writeExactColumns(file, exact, path, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        throw explained(error, file);
      });
      if (written !== rows) throw new FailureError('file_damaged', { file: file.fileName });
      yield {
        type: 'RECORDS',
        tableName,
        file: { ...records, beside: { path, columns: exact.map(({ as }) => as) } },
      };
    } finally {
      await rm(path, { force: true });
    }
    return rows;
  },
};

/** The number of files that have been written beside others. */
let beside = 0;

async function tableOf(connection: DuckDBConnection, file: KnownFile, signal: AbortSignal) {
  const schema = await schemaOf(connection, file);
  const relation = `read_parquet(${literal(file.path)})`;
  const described = await connection.runAndReadAll(`describe select * from ${relation}`);
  const given = described.getRowsJS().map(([name, type]) => ({ name: String(name), type: String(type) }));
  if (given.length > COLUMN_LIMIT)
    throw new FailureError('file_too_many_columns', {
      file: file.fileName,
      columns: given.length,
      limit: COLUMN_LIMIT,
    });
  const counted = await connection.runAndReadAll(`select count(*) from ${relation}`);
  const rows = Number(counted.getRowsJS()[0]![0]);
  const fine = await fineColumns(connection, relation, given);
  const exact = await lookAtBytes(file, schema, signal);
  const prefix = unusedName(given.map(({ name }) => name));
  const { names, findings } = columnNames(given.map(({ name }) => name));
  const columns: StreamColumn[] = [];
  const values: string[] = [];
  for (const [at, { name, type }] of given.entries()) {
    const asExact = exact.findIndex((column) => column.name === name);
    const { value, ...facts } =
      asExact < 0
        ? parquetColumn(name, type, fine.has(name))
        : exactColumn(prefix + asExact, exact[asExact]!);
    const declared = schema[at]!.precision > 38 ? declaredDecimal(schema[at]!) : type.toLowerCase();
    columns.push({ name: names[at]!, ...facts, nullable: true, sourceType: declared.slice(0, 200) });
    values.push(value);
  }
  const source: Source = {
    rows,
    values,
    ...(exact.length > 0 && {
      exact: exact.map(({ isNumber: _, ...column }, at) => ({ ...column, as: prefix + at })),
    }),
  };
  const readAs = finding('file_parquet_read', {});
  const nameOf = new Map(given.map(({ name }, at) => [name, names[at]!]));
  return {
    part: null,
    source,
    columns,
    rows,
    rejected: 0,
    rejections: [],
    findings: [readAs, ...findings],
    comments: await commentsIn(connection, file, nameOf),
  };
}

/** What is wrong with a file that has more columns and row groups than that is said when it's read. */
const MOST_FOOTER_BYTES = 8 * 1024 ** 2;

async function lookAtBytes(file: KnownFile, schema: readonly ParquetNode[], signal: AbortSignal) {
  const mayDiffer = schema.some((column) => leavesOf(column).some((leaf) => exactKindOf(leaf) !== null));
  if (!mayDiffer && (await ParquetBytes.footerBytes(file)) > MOST_FOOTER_BYTES) return [];
  const bytes = await ParquetBytes.open(file);
  try {
    bytes.requireReadable();
    return await exactColumns(file, bytes, schema, signal);
  } finally {
    await bytes.close();
  }
}

const declaredDecimal = ({ precision, scale }: { precision: number; scale: number }) =>
  `decimal(${precision},${scale})`;

/** Returns a beginning that no column's name has. */
function unusedName(names: readonly string[]): string {
  let prefix = 'exact_';
  while (names.some((name) => name.toLowerCase().startsWith(prefix))) prefix += '_';
  return prefix;
}

/** Returns the columns with moments finer than the warehouse's. Programs write nanoseconds whether they have them or not. */
async function fineColumns(
  connection: DuckDBConnection,
  relation: string,
  given: readonly { name: string; type: string }[],
): Promise<ReadonlySet<string>> {
  const names = given.filter(({ type }) => type === NANOSECONDS).map(({ name }) => name);
  if (names.length === 0) return new Set();
  const counts = names.map(
    (name) => `count(*) filter (${identifier(name)}::timestamp::timestamp_ns <> ${identifier(name)})`,
  );
  const reader = await connection.runAndReadAll(`select ${counts.join(', ')} from ${relation}`);
  return new Set(names.filter((_, at) => Number(reader.getRowsJS()[0]![at]) > 0));
}

/** Only this format needs the engine to look at a file, and the engine takes time to load. */
async function openEngine(temporaryFolder: string): Promise<DuckDBConnection> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: '320MB',
    threads: '1',
    temp_directory: temporaryFolder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  await connection.run(`set TimeZone = 'UTC'`);
  return connection;
}

function explained(error: unknown, { fileName: file }: KnownFile): unknown {
  if (error instanceof FailureError) return error;
  const { message } = error as Error;
  const isLocked = /encrypt/i.test(message);
  return new FailureError(
    isLocked ? 'file_encrypted' : 'file_damaged',
    { file },
    { internalMessage: message },
  );
}
