import { join } from 'node:path';
import type { Finding } from '@headwater/shared/contract';
import { roomOnDisk } from '../../disk-room.ts';
import { checkStep } from '../check-step.ts';
import { FailureError, toFailure } from '../failure.ts';
import { finding } from '../finding.ts';
import type {
  ConfiguredStream,
  Connector,
  ConnectorContext,
  DiscoveredStream,
  Newline,
  ReadMessage,
  UploadedFile,
} from '../protocol.ts';
import { rejectsOverLimit } from '../reject-limit.ts';
import { reasonValues } from '../rejection.ts';
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
  keepsSecrets: () => true, // it has none

  async *check(configuration, context) {
    const { files, delimiter } = configuration as unknown as CsvConfiguration;
    yield checkStep('scan', 'running');
    const started = performance.now();
    const findings: Finding[] = [];
    for (const { uploadId } of files) {
      const outcome = await look(uploadId, delimiter, context).catch(toFailure);
      const problem =
        'code' in outcome ? outcome : overLimit(tableNameOf(fileOf(uploadId, context).fileName), outcome);
      if (problem) {
        yield checkStep('scan', 'failed', { started, failure: problem });
        return;
      }
      findings.push(...findingsOf(fileOf(uploadId, context).fileName, outcome as Scan));
    }
    const warned = findings.length > files.length;
    yield checkStep('scan', warned ? 'warning' : 'passed', { started, findings });
  },

  async discover(configuration, context) {
    const { files, delimiter } = configuration as unknown as CsvConfiguration;
    const streams: DiscoveredStream[] = [];
    for (const file of files) streams.push(await discoverFile(file, delimiter, context));
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

async function* readFile(
  stream: ConfiguredStream,
  delimiter: string | undefined,
  context: ConnectorContext,
): AsyncIterable<ReadMessage> {
  const { tableName } = stream;
  const source = stream.source as Source;
  if (stream.problem) throw new FailureError(stream.problem);
  yield { type: 'STREAM_STATUS', tableName, status: 'STARTED', columns: stream.columns };
  if (!context.uploads.has(source.uploadId)) throw new FailureError('file_missing', { file: stream.name });
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
  yield { type: 'REJECTED', tableName, rows: found.rejections, count: found.rejected };
  if ((await roomOnDisk(context.temporaryFolder)) < found.bytes) throw new FailureError('disk_full');
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
  { uploadId, tableName }: CsvConfiguration['files'][number],
  delimiter: string | undefined,
  context: ConnectorContext,
): Promise<DiscoveredStream> {
  const { fileName } = fileOf(uploadId, context);
  const named = {
    namespace: null,
    name: fileName,
    suggestedTableName: tableName ?? tableNameOf(fileName),
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

/** Said ahead of any sync, which would fail for it. */
const overLimit = (table: string, { rows, rejected, rejections: [first] }: Scan) =>
  rejectsOverLimit(table, { rows, rejected, first });

/** What the file is, and one for each thing to know. */
function findingsOf(
  file: string,
  { rows, columns, findings, rejected, rejections: [first] }: Scan,
): Finding[] {
  const scanned = finding('file_scanned', { file, rows, columns: columns.length });
  if (!first) return [scanned, ...findings];
  const values = { rows: rejected, line: first.line ?? 0, ...reasonValues(first) };
  return [scanned, ...findings, finding('rows_to_reject', values)];
}
