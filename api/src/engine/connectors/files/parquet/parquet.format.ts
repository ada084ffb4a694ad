import type { DuckDBConnection } from '@duckdb/node-api';
import { FailureError } from '../../../../platform/failures/failure.ts';
import type { StreamColumn } from '../../../protocol/protocol.ts';
import { identifier, literal } from '../../../warehouse/sql.ts';
import { columnNames } from '../../csv/csv.header.ts';
import { COLUMN_LIMIT } from '../../csv/csv.row.ts';
import { finding } from '../../finding.ts';
import type { FileFormat, KnownFile } from '../file-format.ts';
import { NANOSECONDS, parquetColumn } from './parquet.types.ts';

/** What `look` stores for `read`. */
interface Source extends Record<string, unknown> {
  rows: number;
  values: string[];
}

/** Parquet, which the engine reads. The file says its types. */
export const parquet: FileFormat = {
  name: 'parquet',

  async look(file, _choices, context) {
    const connection = await openEngine(context.temporaryFolder);
    try {
      const stop = () => connection.interrupt();
      context.signal.addEventListener('abort', stop);
      return [await tableOf(connection, file)];
    } catch (error) {
      context.signal.throwIfAborted();
      throw explained(error, file);
    } finally {
      connection.closeSync();
    }
  },

  async *read({ path }, { tableName, source }) {
    const { rows, values } = source as Source;
    if (rows > 0) yield { type: 'RECORDS', tableName, file: { path, values, rows, temporary: false } };
    return rows;
  },
};

async function tableOf(connection: DuckDBConnection, file: KnownFile) {
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
  const { names, findings } = columnNames(given.map(({ name }) => name));
  const columns: StreamColumn[] = [];
  const values: string[] = [];
  for (const [at, { name, type }] of given.entries()) {
    const { value, ...facts } = parquetColumn(name, type, fine.has(name));
    columns.push({
      name: names[at]!,
      ...facts,
      nullable: true,
      sourceType: type.toLowerCase().slice(0, 200),
    });
    values.push(value);
  }
  const source: Source = { rows, values };
  const readAs = finding('file_parquet_read', {});
  return {
    part: null,
    source,
    columns,
    rows,
    rejected: 0,
    rejections: [],
    findings: [readAs, ...findings],
  };
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
