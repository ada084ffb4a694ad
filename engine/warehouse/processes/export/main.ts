/** An export process: writes the rows of one request to its output, and ends. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import { ZipFile } from 'yazl';
import { foreignText } from '@headwater/base/failures/foreign-text';
import { exitWithParent } from '@headwater/base/processes/exit-with-parent';
import { openLockedConnection } from '../query/locked-connection.ts';
import { attachRows, attachVersion, faultOf, visibleRows } from '../query/version-file.ts';
import {
  arrowStatement,
  csvHead,
  linesStatement,
  parquetStatement,
  sheetStatement,
  textColumnsStatement,
} from './export-statement.ts';
import type { ExportRequest, FromExportProcess, ToExportProcess } from './messages.ts';
import { partsOf, PLACE, SHEET, sheetHead, SHEET_END } from './workbook.ts';

const FILE = 'v1';
/** What is written of it. */
const SCHEMA = 'v2';
/** How often it says how far it is, in milliseconds. */
const PROGRESS_EVERY = 500;
/** Rows of a group of a Parquet file: as the engine has it, and as few as it can. */
const PARQUET_GROUP = 122_880;
const SMALLEST_GROUP = 2_048;

const send = (message: FromExportProcess) => void process.send?.(message);

exitWithParent();
// Ctrl-C reaches the whole process group, but the parent process decides when this one ends.
process.on('SIGINT', () => undefined);
process.once('message', (message: ToExportProcess) => {
  write(message).then(
    () => process.exit(0),
    (error: Error) => {
      send({ type: 'failed', fault: faultOf(error), message: foreignText(error.message) });
      process.exitCode = 1;
      process.disconnect();
    },
  );
});

async function write({ engine, spill, request }: ToExportProcess): Promise<void> {
  const connection = await openLockedConnection(engine, spill);
  await attachVersion(connection, request.file, FILE);
  await attachRows(connection, { from: FILE, where: visibleRows(request.file) ?? 'true', schema: SCHEMA });
  if (request.format === 'parquet') await writeParquet(connection, join(spill.folder, 'rows'), request);
  else if (request.format === 'arrow') await writeArrow(connection, request);
  else if (request.format === 'xlsx') await writeWorkbook(connection, request);
  else await writeLines(connection, request, request.format);
  // Everything before it has been written by then.
  await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
}

async function writeLines(
  connection: DuckDBConnection,
  request: ExportRequest,
  format: 'csv' | 'jsonl',
): Promise<void> {
  const chunks = await startedLines(connection, linesStatement(SCHEMA, format, request), request);
  if (format === 'csv') process.stdout.write(csvHead(request));
  for await (const lines of chunks)
    if (!process.stdout.write(lines.join(''))) await once(process.stdout, 'drain');
}

async function writeArrow(connection: DuckDBConnection, request: ExportRequest): Promise<void> {
  const { ArrowStream } = await import('./arrow-stream.ts');
  const asText = await textColumns(connection, request);
  const chunks = await startedRows(connection, arrowStatement(SCHEMA, request, asText), request);
  const stream = new ArrowStream(request.shown, asText);
  for await (const chunk of chunks)
    if (!process.stdout.write(stream.add(chunk))) await once(process.stdout, 'drain');
  process.stdout.write(stream.end());
}

async function startedLines(
  connection: DuckDBConnection,
  statement: string,
  request: ExportRequest,
): Promise<AsyncIterable<string[]>> {
  const chunks = await startedRows(connection, statement, request);
  return (async function* () {
    for await (const chunk of chunks) yield chunk.getColumnValues(0) as string[];
  })();
}

/** Runs the statement until its first rows are there. From then on, there is no response but the file. */
async function startedRows(
  connection: DuckDBConnection,
  statement: string,
  request: ExportRequest,
): Promise<AsyncIterable<DuckDBDataChunk>> {
  const result = await connection.stream(statement);
  const first = await result.fetchChunk();
  send({ type: 'started' });
  return (async function* () {
    let rows = 0;
    let saidAt = Date.now();
    for (let chunk = first; chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
      yield chunk;
      rows += chunk.rowCount;
      if (Date.now() - saidAt < PROGRESS_EVERY) continue;
      saidAt = Date.now();
      send({ type: 'progress', share: Math.min(rows / Math.max(request.rows, 1), 1) });
    }
  })();
}

/** Returns which columns have a value that the format has not. */
async function textColumns(
  connection: DuckDBConnection,
  request: ExportRequest,
): Promise<ReadonlySet<string>> {
  const statement = textColumnsStatement(SCHEMA, request);
  if (statement === null) return new Set();
  const found = await connection.runAndReadAll(statement);
  return new Set(found.getRowsJS()[0]![0] as string[]);
}

/** The sheet is compressed while it is made. */
async function writeWorkbook(connection: DuckDBConnection, request: ExportRequest): Promise<void> {
  const asText = await textColumns(connection, request);
  const lines = await startedLines(connection, sheetStatement(SCHEMA, request, asText), request);
  async function* sheet() {
    yield sheetHead(request.shown);
    let row = 1;
    for await (const some of lines)
      yield some.map((line) => line.replaceAll(PLACE, String((row += 1)))).join('');
    yield SHEET_END;
  }
  const zip = new ZipFile();
  for (const [name, content] of partsOf(request.tableName)) zip.addBuffer(Buffer.from(content), name);
  zip.addReadStream(Readable.from(sheet(), { objectMode: false }), SHEET, { compressionLevel: 1 });
  zip.end();
  const failed = once(zip, 'error').then(([error]) => Promise.reject(error as Error));
  await Promise.race([pipeline(zip.outputStream, process.stdout, { end: false }), failed]);
}

/** The engine writes Parquet only to a file. Large values need more memory, unless their groups are small. */
async function writeParquet(
  connection: DuckDBConnection,
  path: string,
  request: ExportRequest,
): Promise<void> {
  const tell = setInterval(() => {
    const { percentage } = connection.progress;
    if (percentage > 0) send({ type: 'progress', share: Math.min(percentage / 100, 1) });
  }, PROGRESS_EVERY);
  const asText = await textColumns(connection, request);
  const copy = (group: number) => connection.run(parquetStatement(SCHEMA, { path, group }, request, asText));
  await copy(PARQUET_GROUP)
    .catch((error: Error) => {
      if (faultOf(error) === 'memory') return copy(SMALLEST_GROUP);
      throw error;
    })
    .finally(() => clearInterval(tell));
  send({ type: 'started' });
  await pipeline(createReadStream(path), process.stdout, { end: false });
}
