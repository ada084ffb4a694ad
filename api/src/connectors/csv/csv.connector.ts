import { join } from 'node:path';
import type { CheckStep, Failure } from '@headwater/shared/contract';
import { failure, FailureError, toFailure } from '../failure.ts';
import type {
  ConfiguredStream,
  Connector,
  ConnectorContext,
  DiscoveredStream,
  Newline,
  ReadMessage,
  UploadedFile,
} from '../protocol.ts';
import { csvSpecification, type CsvConfiguration } from './csv.config.ts';
import { writeTidyCopy } from './csv.copy.ts';
import { tableNameOf } from './csv.names.ts';
import { scan, type Scan } from './csv.scan.ts';

/** What `discover` notes for `read`: an upload never changes, so what was found stays true. */
interface Source extends Record<string, unknown> {
  uploadId: string;
  delimiter: string;
  newline: Newline;
  rows: number;
  regular: boolean;
}

export const csv: Connector = {
  name: 'csv',
  spec: () => csvSpecification,

  async *check(configuration, context) {
    const { files, delimiter } = configuration as unknown as CsvConfiguration;
    yield step('running', null, null, null);
    const started = performance.now();
    const notes: string[] = [];
    for (const { uploadId } of files) {
      const outcome = await look(uploadId, delimiter, context).catch(toFailure);
      const problem =
        'code' in outcome ? outcome : overLimit(tableNameOf(fileOf(uploadId, context).fileName), outcome);
      if (problem) {
        yield step('failed', started, null, problem);
        return;
      }
      notes.push(...noteOf(fileOf(uploadId, context).fileName, outcome as Scan));
    }
    const warned = notes.length > files.length;
    yield step(warned ? 'warning' : 'passed', started, notes.join(' '), null);
  },

  async discover(configuration, context) {
    const { files, delimiter } = configuration as unknown as CsvConfiguration;
    const streams: DiscoveredStream[] = [];
    for (const { uploadId } of files) streams.push(await discoverFile(uploadId, delimiter, context));
    return streams;
  },

  async *read(configuration, catalog, context) {
    const { delimiter } = configuration as unknown as CsvConfiguration;
    for (const stream of catalog) {
      try {
        yield* readFile(stream, delimiter, context);
      } catch (error) {
        context.signal.throwIfAborted();
        yield {
          type: 'STREAM_STATUS',
          tableName: stream.tableName,
          status: 'INCOMPLETE',
          failure: toFailure(error),
        };
      }
    }
  },
};

/** Rows that may be rejected before nothing is committed. */
export function rejectLimit(rows: number): number {
  return Math.max(100, Math.floor(rows / 1000));
}

async function* readFile(
  stream: ConfiguredStream,
  delimiter: string | undefined,
  context: ConnectorContext,
): AsyncIterable<ReadMessage> {
  const { tableName } = stream;
  const source = stream.source as Source;
  if (stream.problem) throw new FailureError(stream.problem);
  yield { type: 'STREAM_STATUS', tableName, status: 'STARTED', columns: stream.columns };
  const { path } = fileOf(source.uploadId, context);
  if (source.regular) {
    const file = {
      path,
      delimiter: source.delimiter,
      newline: source.newline,
      skip: 1,
      rows: source.rows,
      temporary: false,
    };
    if (source.rows > 0) yield { type: 'RECORDS', tableName, file };
    yield { type: 'STREAM_STATUS', tableName, status: 'COMPLETE', rowsRead: source.rows };
    return;
  }
  const found = await look(source.uploadId, delimiter, context);
  const problem = overLimit(tableName, found);
  if (problem) throw new FailureError(problem);
  yield { type: 'REJECTED', tableName, rows: found.rejections, count: found.rejected };
  const tidy = join(context.temporaryFolder, `${source.uploadId}.csv`);
  const rows = await writeTidyCopy(path, stream.name, found, tidy, context.signal);
  yield {
    type: 'RECORDS',
    tableName,
    file: { path: tidy, delimiter: found.delimiter, newline: '\n', skip: 0, rows, temporary: true },
  };
  yield { type: 'STREAM_STATUS', tableName, status: 'COMPLETE', rowsRead: found.rows };
}

async function discoverFile(
  uploadId: string,
  delimiter: string | undefined,
  context: ConnectorContext,
): Promise<DiscoveredStream> {
  const { fileName } = fileOf(uploadId, context);
  const named = {
    namespace: null,
    name: fileName,
    suggestedTableName: tableNameOf(fileName),
    primaryKey: [],
  };
  try {
    const found = await look(uploadId, delimiter, context);
    const { rows, regular, columns, bytes, newline } = found;
    const source: Source = { uploadId, delimiter: found.delimiter, newline, rows, regular };
    const problem = overLimit(named.suggestedTableName, found);
    return { ...named, columns, source, problem, estimatedRows: rows, estimatedBytes: bytes };
  } catch (error) {
    context.signal.throwIfAborted();
    return {
      ...named,
      columns: [],
      source: { uploadId },
      problem: toFailure(error),
      estimatedRows: null,
      estimatedBytes: null,
    };
  }
}

function look(uploadId: string, delimiter: string | undefined, context: ConnectorContext): Promise<Scan> {
  const { path, fileName } = fileOf(uploadId, context);
  return scan({ path, name: fileName, delimiter, signal: context.signal });
}

function fileOf(uploadId: string, context: ConnectorContext): UploadedFile {
  const file = context.uploads.get(uploadId);
  if (!file) throw new FailureError('file_missing', { file: uploadId });
  return file;
}

function overLimit(table: string, found: Scan): Failure | null {
  const limit = rejectLimit(found.rows);
  const first = found.rejections[0];
  if (found.rejected <= limit || !first) return null;
  return failure('rejects_over_limit', {
    table,
    rejected: found.rejected,
    limit,
    line: first.line ?? 0,
    reason: first.reason,
  });
}

/** One sentence of what was found, and one for each thing to know. */
function noteOf(fileName: string, found: Scan): string[] {
  const summary = `${fileName}: ${counted(found.rows, 'row')}, ${counted(found.columns.length, 'column')}.`;
  return [summary, ...found.notes, ...rejectedNote(found)];
}

function rejectedNote({ rejected, rejections: [first] }: Scan): string[] {
  if (!first) return [];
  const where = rejected === 1 ? 'it stands' : 'the first';
  return [`${counted(rejected, 'row')} will be rejected, ${where} in line ${first.line}: ${first.reason}.`];
}

const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;

function step(
  state: CheckStep['state'],
  started: number | null,
  note: string | null,
  problem: Failure | null,
): CheckStep {
  const milliseconds = started === null ? null : Math.round(performance.now() - started);
  return { name: 'scan', state, milliseconds, note, failure: problem };
}
