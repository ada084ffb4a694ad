import type { Finding } from '@headwater/shared/contract';
import { checkStep } from '../check-step.ts';
import { FailureError, toFailure } from '../../../platform/failures/failure.ts';
import type {
  ConfiguredStream,
  Connector,
  ConnectorContext,
  DiscoveredStream,
  Newline,
  ReadMessage,
  UploadedFile,
} from '../../protocol/protocol.ts';
import { rejectsOverLimit } from '../../protocol/reject-limit.ts';
import { readBatches, type ReadPlan } from './csv.batches.ts';
import { csvSpecification, type CsvConfiguration } from './csv.config.ts';
import type { Dialect, DialectChoices } from './csv.dialect.ts';
import { findingsOf, isWarning, scannedFinding } from './csv.findings.ts';
import { inspect, type Inspected } from './csv.inspect.ts';
import { inspectOnce } from './csv.known-scan.ts';
import { tableNameOf } from './csv.names.ts';
import type { Scan } from './csv.scan.ts';
import { lastWritten, requireUnchanged } from './csv.upload.ts';

/** What `discover` stores for `read`. An upload never changes, so what was found stays true. */
interface Source extends Record<string, unknown> {
  uploadId: string;
  /** How the file was read when it was discovered. */
  dialect: Dialect;
  rewrites?: ReadPlan['rewrites'];
  newline: Newline;
  rows: number;
  /** The engine can read the upload by itself. */
  direct: boolean;
  /** When the file was written, as of its discovery. Missing for what earlier versions of the product discovered. */
  writtenAt?: number;
}

export const csv: Connector = {
  name: 'csv',
  spec: () => csvSpecification,
  keepsSecrets: () => true, // There are none.

  async *check(configuration, context) {
    const { files, ...choices } = configuration as unknown as CsvConfiguration;
    yield checkStep('scan', 'running');
    const started = performance.now();
    const findings: Finding[] = [];
    for (const { uploadId } of files) {
      const outcome = await look(uploadId, choices, context).catch(toFailure);
      const { fileName } = fileOf(uploadId, context);
      const problem = 'code' in outcome ? outcome : overLimit(tableNameOf(fileName), outcome);
      if (problem) {
        yield checkStep('scan', 'failed', { started, failure: problem });
        return;
      }
      findings.push(scannedFinding(fileName, outcome as Scan), ...findingsOf(outcome as Scan));
    }
    yield checkStep('scan', findings.some(isWarning) ? 'warning' : 'passed', { started, findings });
  },

  async discover(configuration, context) {
    const { files, ...choices } = configuration as unknown as CsvConfiguration;
    const streams: DiscoveredStream[] = [];
    for (const file of files) streams.push(await discoverFile(file, choices, context));
    return streams;
  },

  async *read(configuration, catalog, _states, context) {
    const { files: _, ...choices } = configuration as unknown as CsvConfiguration;
    for (const stream of catalog) {
      try {
        yield* readFile(stream, choices, context);
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

  async *preview(configuration, stream, rows, context) {
    const { files: _, ...choices } = configuration as unknown as CsvConfiguration;
    let left = rows;
    for await (const message of readFile(stream, choices, context)) {
      if (message.type !== 'RECORDS' || !('batch' in message)) {
        yield message;
        continue;
      }
      yield { ...message, batch: { ...message.batch, rows: Math.min(message.batch.rows, left) } };
      left -= message.batch.rows;
      if (left <= 0) return;
    }
  },
};

async function* readFile(
  stream: ConfiguredStream,
  choices: DialectChoices,
  context: ConnectorContext,
): AsyncIterable<ReadMessage> {
  const { tableName } = stream;
  const source = stream.source as Source;
  if (stream.problem) throw new FailureError(stream.problem);
  if (!context.uploads.has(source.uploadId)) throw new FailureError('file_missing', { file: stream.name });
  const file = fileOf(source.uploadId, context);
  const writtenAt = await lastWritten(file);
  await requireUnchanged(file, writtenAt, source.writtenAt, context.signal);
  yield { type: 'STREAM_STATUS', tableName, status: 'STARTED', columns: stream.columns };
  let rowsRead = source.rows;
  if (source.direct) {
    if (rowsRead > 0) yield { type: 'RECORDS', tableName, file: recordsFile(file, source) };
  } else {
    const plan = isReadPlan(source) ? source : await inspect(file, choices, context.signal);
    rowsRead = yield* readRows(tableName, file, plan, context.signal);
  }
  if ((await lastWritten(file)) !== writtenAt)
    throw new FailureError('file_changed', { file: file.fileName });
  if (rowsRead !== source.rows)
    throw new FailureError('counts_disagree', {
      table: tableName,
      read: source.rows,
      loaded: rowsRead,
      rejected: 0,
    });
  yield { type: 'STREAM_STATUS', tableName, status: 'COMPLETE', rowsRead };
}

const recordsFile = ({ path }: UploadedFile, { dialect, newline, rows }: Source) =>
  ({ path, delimiter: dialect.delimiter, newline, skip: 1, rows, temporary: false }) as const;

/** Passes on the rows of a file that the engine can't read by itself. Returns how many there are. */
async function* readRows(
  tableName: string,
  file: UploadedFile,
  plan: ReadPlan,
  signal: AbortSignal,
): AsyncGenerator<ReadMessage, number> {
  let rowsRead = 0;
  for await (const { batch, rejected } of readBatches(file, plan, signal)) {
    rowsRead += (batch?.rows ?? 0) + rejected.count;
    if (rejected.count > 0)
      yield { type: 'REJECTED', tableName, rows: rejected.first, count: rejected.count };
    if (batch) yield { type: 'RECORDS', tableName, batch };
  }
  return rowsRead;
}

/** What earlier versions of the product discovered doesn't say how values must be rewritten. */
const isReadPlan = (source: Source): source is Source & ReadPlan => source.rewrites !== undefined;

async function discoverFile(
  { uploadId, tableName }: CsvConfiguration['files'][number],
  choices: DialectChoices,
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
    const found = await look(uploadId, choices, context);
    const { dialect, rewrites, rows, columns, bytes, newline, regular: direct, writtenAt } = found;
    const source: Source = { uploadId, dialect, rewrites, newline, rows, direct, writtenAt };
    const problem = overLimit(named.suggestedTableName, found);
    const findings = findingsOf(found);
    return { ...named, columns, source, problem, findings, estimatedRows: rows, estimatedBytes: bytes };
  } catch (error) {
    context.signal.throwIfAborted();
    return {
      ...named,
      columns: [],
      source: { uploadId },
      problem: toFailure(error),
      findings: [],
      estimatedRows: null,
      estimatedBytes: null,
    };
  }
}

async function look(
  uploadId: string,
  choices: DialectChoices,
  context: ConnectorContext,
): Promise<Inspected & { writtenAt: number }> {
  const file = fileOf(uploadId, context);
  const writtenAt = await lastWritten(file);
  return { ...(await inspectOnce(file, writtenAt, choices, context.signal)), writtenAt };
}

function fileOf(uploadId: string, context: ConnectorContext): UploadedFile {
  const file = context.uploads.get(uploadId);
  if (!file) throw new FailureError('file_missing', { file: uploadId });
  return file;
}

/** Returns the failure of a file with too many rejected rows, so that it's reported before a sync fails with it. */
const overLimit = (table: string, { rows, rejected, rejections: [first] }: Scan) =>
  rejectsOverLimit(table, { rows, rejected, first });
