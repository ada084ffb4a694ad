import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '@headwater/shared/contract';
import { roomOnDisk } from '../../../platform/data-directory/disk-room.ts';
import { checkStep } from '../check-step.ts';
import { FailureError, toFailure } from '../../../platform/failures/failure.ts';
import { logEntry } from '../../protocol/log-entry.ts';
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
import { csvSpecification, type CsvConfiguration } from './csv.config.ts';
import { writeTidyCopy } from './csv.copy.ts';
import type { Dialect, DialectChoices } from './csv.dialect.ts';
import { findingsOf, isWarning, scannedFinding } from './csv.findings.ts';
import { tableNameOf } from './csv.names.ts';
import { prepare, type Prepared } from './csv.prepare.ts';
import type { Scan } from './csv.scan.ts';

/** What `discover` stores for `read`. An upload never changes, so what was found stays true. */
interface Source extends Record<string, unknown> {
  uploadId: string;
  /** How the file was read when it was discovered. */
  dialect: Dialect;
  newline: Newline;
  rows: number;
  /** The engine can read the upload unchanged. */
  direct: boolean;
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

  preview: (configuration, stream, rows, context) => {
    const { files: _, ...choices } = configuration as unknown as CsvConfiguration;
    return readFile(stream, choices, context, rows);
  },
};

/** Reads a file. `most` rows are enough: a copy of the file has no more of them. */
async function* readFile(
  stream: ConfiguredStream,
  choices: DialectChoices,
  context: ConnectorContext,
  most = Infinity,
): AsyncIterable<ReadMessage> {
  const { tableName } = stream;
  const source = stream.source as Source;
  if (stream.problem) throw new FailureError(stream.problem);
  if (!context.uploads.has(source.uploadId)) throw new FailureError('file_missing', { file: stream.name });
  const { path } = fileOf(source.uploadId, context);
  if (source.direct) {
    const { dialect, newline, rows } = source;
    const file = { path, delimiter: dialect.delimiter, newline, skip: 1, rows, temporary: false };
    yield { type: 'STREAM_STATUS', tableName, status: 'STARTED', columns: stream.columns };
    if (rows > 0) yield { type: 'RECORDS', tableName, file };
    yield { type: 'STREAM_STATUS', tableName, status: 'COMPLETE', rowsRead: rows };
    return;
  }
  const found = await prepareUpload(source.uploadId, choices, context);
  const scanned = { file: stream.name, rows: found.rows, columns: found.columns.length };
  yield { type: 'LOG', ...logEntry('info', 'file_scanned', scanned, { tableName }) };
  // The columns of this scan, because values are rewritten to match them.
  yield { type: 'STREAM_STATUS', tableName, status: 'STARTED', columns: found.columns };
  yield { type: 'REJECTED', tableName, rows: found.rejections, count: found.rejected };
  const { delimiter } = found.dialect;
  if (found.regular) {
    const { path: copy, newline, rows, isCopy } = found;
    const file = { path: copy, delimiter, newline, skip: 1, rows, temporary: isCopy };
    if (rows > 0) yield { type: 'RECORDS', tableName, file };
  } else {
    const tidy = join(context.temporaryFolder, `${source.uploadId}.csv`);
    const rows = await tidyCopy(stream.name, found, tidy, most, context);
    const file = { path: tidy, delimiter, newline: '\n', skip: 0, rows, temporary: true } as const;
    yield { type: 'RECORDS', tableName, file };
  }
  yield { type: 'STREAM_STATUS', tableName, status: 'COMPLETE', rowsRead: found.rows };
}

async function tidyCopy(
  name: string,
  found: Prepared,
  target: string,
  most: number,
  { temporaryFolder, signal }: ConnectorContext,
): Promise<number> {
  try {
    if ((await roomOnDisk(temporaryFolder)) < found.bytes) throw new FailureError('disk_full');
    return await writeTidyCopy(found.path, name, found, target, signal, most);
  } finally {
    await removeCopy(found);
  }
}

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
    const { dialect, rows, columns, bytes, newline } = found;
    const direct = found.regular && !found.isCopy;
    const source: Source = { uploadId, dialect, newline, rows, direct };
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

/** Scans a file and removes any copy made for that. */
async function look(uploadId: string, choices: DialectChoices, context: ConnectorContext): Promise<Prepared> {
  const found = await prepareUpload(uploadId, choices, context);
  await removeCopy(found);
  return found;
}

const prepareUpload = (uploadId: string, choices: DialectChoices, context: ConnectorContext) =>
  prepare({ uploadId, ...fileOf(uploadId, context) }, choices, context);

async function removeCopy({ path, isCopy }: Prepared): Promise<void> {
  if (isCopy) await rm(path, { force: true });
}

function fileOf(uploadId: string, context: ConnectorContext): UploadedFile {
  const file = context.uploads.get(uploadId);
  if (!file) throw new FailureError('file_missing', { file: uploadId });
  return file;
}

/** Returns the failure of a file with too many rejected rows, so that it's reported before a sync fails with it. */
const overLimit = (table: string, { rows, rejected, rejections: [first] }: Scan) =>
  rejectsOverLimit(table, { rows, rejected, first });
