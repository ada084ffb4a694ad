import type { Failure, Finding } from '@headwater/shared/contract';
import { tableNameOf, tableNameOfPart } from '@headwater/shared/contract/plain';
import { FailureError, toFailure } from '@headwater/base/failures/failure';
import type {
  ConfiguredStream,
  Connector,
  ConnectorContext,
  DiscoveredStream,
  ReadMessage,
  UploadedFile,
} from '@headwater/protocol/protocol';
import { firstRows } from '@headwater/protocol/first-rows';
import { rejectsOverLimit } from '@headwater/protocol/reject-limit';
import { checkStep } from '@headwater/protocol/check-step';
import type { DialectChoices } from './csv/csv.dialect.ts';
import { requireRows } from '../require-rows.ts';
import { unreadableTable, type FormatName, type FoundTable } from './file-format.ts';
import { filesSpecification, type FilesConfiguration } from './files.config.ts';
import { findingsOf, isWarning, scannedFinding } from './files.findings.ts';
import { lookOnce, type Looked } from './files.known.ts';
import { lastWritten, requireUnchanged } from './files.upload.ts';
import { formatNamed } from './formats.ts';
import type { Packing } from './packed-bytes.ts';
import { groupStreams, isGroup, patternFor, readGroup, type GroupedUpload } from './upload-groups.ts';

/** What `discover` stores for `read`, besides what the format needs. An upload never changes, so it stays true. */
interface Source extends Record<string, unknown> {
  uploadId: string;
  /** Which of the file's tables it is, if there are several. */
  part?: string;
  /** The name that the file's tables share, if there are several. */
  fileTable?: string;
  /** Missing for what earlier versions of the product discovered: they read delimited text only. */
  format?: FormatName;
  packing?: Packing;
  rows: number;
  /** When the file was written, as of its discovery. */
  writtenAt?: number;
}

/** Uploaded files of any kind that is known. Its name is older than most of them; connections and exports contain it. */
export const files: Connector = {
  name: 'csv',
  spec: () => filesSpecification,
  keepsSecrets: () => true, // There are none.

  async *check(configuration, context) {
    const { files: entries, ...choices } = configuration as unknown as FilesConfiguration;
    yield checkStep('scan', 'running');
    const started = performance.now();
    const findings: Finding[] = [];
    const groups = new Groups(choices);
    for (const { uploadId, sheets } of entries) {
      const outcome = await look(uploadId, withSheets(choices, sheets), context).catch(toFailure);
      const { fileName } = fileOf(uploadId, context);
      if (groups.take(uploadId, outcome, context)) continue;
      const failures =
        'code' in outcome ? [outcome] : outcome.tables.map((table) => problemOf(fileName, table));
      const problem = failures.every((each) => each !== null) ? failures[0] : null;
      if (problem) {
        yield checkStep('scan', 'failed', { started, failure: problem });
        return;
      }
      for (const table of (outcome as Looked).tables)
        findings.push(scannedFinding(fileName, table), ...findingsOf(table));
    }
    for (const stream of groups.streams()) {
      if (stream.problem) {
        yield checkStep('scan', 'failed', { started, failure: stream.problem });
        return;
      }
      findings.push(...stream.findings);
    }
    yield checkStep('scan', findings.some(isWarning) ? 'warning' : 'passed', { started, findings });
  },

  async discover(configuration, context) {
    const { files: entries, ...choices } = configuration as unknown as FilesConfiguration;
    const streams: DiscoveredStream[] = [];
    const groups = new Groups(choices);
    for (const file of entries) streams.push(...(await discoverFile(file, choices, groups, context)));
    return [...streams, ...groups.streams()];
  },

  async *read(configuration, catalog, _states, context) {
    const { files: _, ...choices } = configuration as unknown as FilesConfiguration;
    for (const stream of catalog) {
      try {
        yield* readTable(stream, choices, context);
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
    const { files: _, ...choices } = configuration as unknown as FilesConfiguration;
    yield* firstRows(readTable(stream, choices, context), rows);
  },
};

async function* readTable(
  stream: ConfiguredStream,
  choices: DialectChoices,
  context: ConnectorContext,
): AsyncIterable<ReadMessage> {
  const { tableName } = stream;
  if (isGroup(stream.source)) return yield* readGroup(stream, choices, context);
  const source = stream.source as Source;
  if (stream.problem) throw new FailureError(stream.problem);
  if (!context.uploads.has(source.uploadId)) throw new FailureError('file_missing', { file: stream.name });
  const file = { ...fileOf(source.uploadId, context), packing: source.packing ?? ('none' as const) };
  const writtenAt = await lastWritten(file);
  await requireUnchanged(file, writtenAt, source.writtenAt, context.signal);
  yield { type: 'STREAM_STATUS', tableName, status: 'STARTED', columns: stream.columns };
  const format = formatNamed(source.format ?? 'csv');
  const rowsRead = yield* format.read(file, stream, choices, context);
  if ((await lastWritten(file)) !== writtenAt)
    throw new FailureError('file_changed', { file: file.fileName });
  requireRows(tableName, source.rows, rowsRead);
  yield { type: 'STREAM_STATUS', tableName, status: 'COMPLETE', rowsRead };
}

const withSheets = (choices: DialectChoices, sheets: DialectChoices['sheets']): DialectChoices =>
  sheets ? { ...choices, sheets } : choices;

/** Returns the file's tables, or one without columns that says why there are none. */
async function discoverFile(
  { uploadId, tableName, sheets }: FilesConfiguration['files'][number],
  choices: DialectChoices,
  groups: Groups,
  context: ConnectorContext,
): Promise<DiscoveredStream[]> {
  const { fileName, bytes } = fileOf(uploadId, context);
  const fileTable = tableName ?? tableNameOf(fileName);
  try {
    const looked = await look(uploadId, withSheets(choices, sheets), context);
    if (groups.take(uploadId, looked, context)) return [];
    const { tables, format, packing, writtenAt } = looked;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return tables.map((table) => {
      const { part } = table;
      const parts = part === null ? {} : { part, fileTable };
      const source: Source = {
        ...table.source,
        uploadId,
        ...parts,
        format,
        packing,
        rows: table.rows,
        writtenAt,
      };
      return {
        namespace: part === null ? null : fileName,
        name: part ?? fileName,
        suggestedTableName:
          part === null ? fileTable : (table.suggestedName ?? tableNameOfPart(fileTable, part)),
        primaryKey: table.primaryKey ?? [],
        columns: table.columns,
        source,
        problem: problemOf(fileName, table),
        findings: findingsOf(table),
        ...(table.layout && { layout: table.layout }),
        ...(table.comments && { comments: table.comments }),
        estimatedRows: table.rows,
        estimatedBytes: rows === 0 ? bytes : Math.round((bytes * table.rows) / rows),
      };
    });
  } catch (error) {
    context.signal.throwIfAborted();
    if (groups.take(uploadId, toFailure(error), context)) return [];
    return [
      {
        namespace: null,
        name: fileName,
        suggestedTableName: fileTable,
        primaryKey: [],
        columns: [],
        source: { uploadId },
        problem: toFailure(error),
        findings: [],
        estimatedRows: null,
        estimatedBytes: null,
      },
    ];
  }
}

/** The uploads that are one table, by their patterns. */
class Groups {
  readonly #choices: DialectChoices;
  readonly #groups = new Map<string, GroupedUpload[]>();

  constructor(choices: DialectChoices) {
    this.#choices = choices;
  }

  /** Takes an upload if a pattern wants it, even if it can't be read. Returns whether it did. */
  take(
    uploadId: string,
    looked: (Looked & { writtenAt: number }) | Failure,
    context: ConnectorContext,
  ): boolean {
    const upload = context.uploads.get(uploadId);
    const pattern = upload && patternFor(upload.fileName, this.#choices);
    if (!upload || pattern === undefined) return false;
    const found = 'code' in looked ? unreadable(looked) : looked;
    // In an archive, the patterns are about the files that are in it.
    if (found.format === 'archive') return false;
    const { fileName, bytes } = upload;
    const { format, packing, writtenAt, tables } = found;
    const members = this.#groups.get(pattern) ?? [];
    this.#groups.set(pattern, members);
    members.push({ uploadId, fileName, bytes, format, packing, writtenAt, tables });
    return true;
  }

  streams(): DiscoveredStream[] {
    return [...this.#groups].flatMap(([pattern, uploads]) => groupStreams(pattern, uploads));
  }
}

async function look(
  uploadId: string,
  choices: DialectChoices,
  context: ConnectorContext,
): Promise<Looked & { writtenAt: number }> {
  const file = fileOf(uploadId, context);
  const writtenAt = await lastWritten(file);
  return { ...(await lookOnce(file, writtenAt, choices, context)), writtenAt };
}

/** Only that it can't be read is known of it. */
const unreadable = (problem: Failure): Looked & { writtenAt: number } => ({
  format: 'csv',
  packing: 'none',
  tables: [unreadableTable(problem)],
  writtenAt: 0,
});

function fileOf(uploadId: string, context: ConnectorContext): UploadedFile {
  const file = context.uploads.get(uploadId);
  if (!file) throw new FailureError('file_missing', { file: uploadId });
  return file;
}

/** Returns the failure of a table with too many rejected rows, so that it's reported before a sync fails with it. */
function problemOf(
  fileName: string,
  { part, rows, rejected, rejections: [first], problem }: FoundTable,
): Failure | null {
  const table = part === null ? tableNameOf(fileName) : tableNameOfPart(tableNameOf(fileName), part);
  return problem ?? rejectsOverLimit(table, { rows, rejected, first });
}
