import { fileMatches, tableNameOf } from '@headwater/shared/contract/plain';
import { FailureError } from '../../../platform/failures/failure.ts';
import type {
  ConfiguredStream,
  ConnectorContext,
  DiscoveredStream,
  ReadMessage,
  UploadedFile,
} from '../../protocol/protocol.ts';
import type { DialectChoices } from '../csv/csv.dialect.ts';
import { requireRows } from '../require-rows.ts';
import type { FormatName, FoundTable } from './file-format.ts';
import { lastWritten, requireUnchanged } from './files.upload.ts';
import { formatNamed } from './formats.ts';
import type { Packing } from './packed-bytes.ts';
import { memberTable, storedMembers, type StoredMembers } from './united/united-members.ts';
import { unitedRows } from './united/united-rows.ts';
import { unite } from './united/united-table.ts';

/** What is stored of each upload of a table. */
interface Upload {
  uploadId: string;
  /** What it is called in the table's rows: no two have the same name. */
  label: string;
  packing: Packing;
  writtenAt: number;
  rows: number;
}

/** What `discover` stores for `read` of a table that several uploads are. */
export interface GroupSource extends StoredMembers<Upload>, Record<string, unknown> {
  uploadIds: string[];
  fileColumn: string;
}

export const isGroup = (source: Record<string, unknown>): source is GroupSource =>
  Array.isArray(source.uploadIds);

/** An upload with a single table. */
export interface GroupedUpload {
  uploadId: string;
  fileName: string;
  bytes: number;
  format: FormatName;
  packing: Packing;
  writtenAt: number;
  table: FoundTable;
}

/** Returns the pattern that says which table an upload belongs to, if there is one. */
export const patternFor = (fileName: string, { together }: DialectChoices): string | undefined =>
  together?.find((pattern) => fileMatches(fileName, pattern));

/** Returns the table that the uploads of a pattern are. */
export function groupStream(pattern: string, uploads: readonly GroupedUpload[]): DiscoveredStream {
  const labels = labelsOf(uploads);
  const members = uploads.map((upload, at) => ({ ...upload, label: labels[at]! }));
  const tableName = groupTableName(pattern);
  const { columns, fileColumn, rows, findings, problem } = unite(members, tableName, 'files');
  const source: GroupSource = {
    ...storedMembers(
      members.map(({ uploadId, label, packing, writtenAt, format, table }) => ({
        format,
        table,
        about: { uploadId, label, packing, writtenAt, rows: table.rows },
      })),
    ),
    uploadIds: uploads.map(({ uploadId }) => uploadId),
    fileColumn,
  };
  return {
    namespace: null,
    name: pattern,
    suggestedTableName: tableName,
    primaryKey: [],
    columns: problem ? [] : columns,
    source,
    problem,
    findings,
    estimatedRows: rows,
    estimatedBytes: uploads.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Passes on the rows of all uploads of a table. */
export async function* readGroup(
  stream: ConfiguredStream,
  choices: DialectChoices,
  context: ConnectorContext,
): AsyncGenerator<ReadMessage> {
  const { tableName, columns } = stream;
  const stored = stream.source as GroupSource;
  if (stream.problem) throw new FailureError(stream.problem);
  yield { type: 'STREAM_STATUS', tableName, status: 'STARTED', columns };
  let rowsRead = 0;
  for (const member of stored.members) {
    const { uploadId, label, packing, format } = member;
    const upload = context.uploads.get(uploadId);
    if (!upload) throw new FailureError('file_missing', { file: label });
    const writtenAt = await lastWritten(upload);
    await requireUnchanged(upload, writtenAt, member.writtenAt, context.signal);
    const file = { ...upload, fileName: label, packing };
    const rows = yield* unitedRows(stream, stored.fileColumn, {
      file,
      format: formatNamed(format),
      table: memberTable(stored, member),
      choices,
      context,
    });
    if ((await lastWritten(upload)) !== writtenAt) throw new FailureError('file_changed', { file: label });
    requireRows(label, member.rows, rows);
    rowsRead += rows;
  }
  yield { type: 'STREAM_STATUS', tableName, status: 'COMPLETE', rowsRead };
}

const groupTableName = (pattern: string) => tableNameOf(pattern.replaceAll('*', ' '));

/** Two uploads can have the same name. */
function labelsOf(uploads: readonly Pick<UploadedFile, 'fileName'>[]): string[] {
  const seen = new Map<string, number>();
  return uploads.map(({ fileName }) => {
    const count = (seen.get(fileName) ?? 0) + 1;
    seen.set(fileName, count);
    return count === 1 ? fileName : `${fileName} (${count})`;
  });
}
