import { fileMatches, tableNameOf, tableNameOfPart } from '@headwater/shared/contract/plain';
import { FailureError } from '@headwater/base/failures/failure';
import type {
  ConfiguredStream,
  ConnectorContext,
  DiscoveredStream,
  ReadMessage,
  UploadedFile,
} from '@headwater/protocol/protocol';
import type { DialectChoices } from './csv/csv.dialect.ts';
import { finding } from '@headwater/protocol/finding';
import { requireRows } from '../require-rows.ts';
import type { FormatName, FoundTable } from './file-format.ts';
import { lastWritten, requireUnchanged } from './files.upload.ts';
import { formatNamed } from './formats.ts';
import type { Packing } from './packed-bytes.ts';
import { memberTable, storedMembers, type StoredMembers } from './united/united-members.ts';
import { FileParts, partOf } from './united/united-parts.ts';
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

/** An upload that is a part of one or several tables. */
export interface GroupedUpload {
  uploadId: string;
  fileName: string;
  bytes: number;
  format: FormatName;
  packing: Packing;
  writtenAt: number;
  tables: FoundTable[];
}

/** Returns the pattern that says which table an upload belongs to, if there is one. */
export const patternFor = (fileName: string, { together }: DialectChoices): string | undefined =>
  together?.find((pattern) => fileMatches(fileName, pattern));

/** An upload's table, and what the upload is called in its rows. */
type Member = Omit<GroupedUpload, 'tables'> & { label: string; table: FoundTable };

/**
 * Returns the tables that the uploads of a pattern are: one, or, if any of them has several, one for each name that
 * these have in their files.
 */
export function groupStreams(pattern: string, uploads: readonly GroupedUpload[]): DiscoveredStream[] {
  const labels = labelsOf(uploads);
  const parts = new FileParts();
  const members = uploads.flatMap(({ tables, ...upload }, at): Member[] => {
    const label = labels[at]!;
    parts.see(label, tables);
    return tables.map((table) => ({ ...upload, label, table }));
  });
  if (!parts.isSeveral) return [groupStream(pattern, null, members, uploads)];
  const names = new Set(members.flatMap(({ table }) => partOf(table) ?? []));
  const problem = parts.problem('files');
  return [...names].map((name) => {
    // What can't be read concerns each of the tables, because it may have any of them.
    const own = members.filter(({ table }) => partOf(table) === name || partOf(table) === null);
    const stream = groupStream(pattern, name, own, uploads);
    return { ...stream, problem: stream.problem ?? problem };
  });
}

function groupStream(
  pattern: string,
  part: string | null,
  members: readonly Member[],
  uploads: readonly GroupedUpload[],
): DiscoveredStream {
  const groupName = groupTableName(pattern);
  const suggested = members.find(({ table }) => table.suggestedName)?.table.suggestedName;
  const tableName = part === null ? groupName : (suggested ?? tableNameOfPart(groupName, part));
  const { columns, fileColumn, rows, findings, problem } = unite(members, tableName, 'files');
  const source: GroupSource = {
    ...storedMembers(
      members.map(({ uploadId, label, packing, writtenAt, format, table }) => ({
        format,
        table,
        about: { uploadId, label, packing, writtenAt, rows: table.rows },
      })),
    ),
    uploadIds: members.map(({ uploadId }) => uploadId),
    fileColumn,
  };
  const missing = uploads.length - members.length;
  const lack = missing > 0 ? [finding('table_not_everywhere', { missing, files: uploads.length })] : [];
  return {
    namespace: part === null ? null : pattern,
    name: part ?? pattern,
    suggestedTableName: tableName,
    primaryKey: [],
    columns: problem ? [] : columns,
    source,
    problem,
    findings: [...findings, ...lack],
    estimatedRows: rows,
    estimatedBytes: members.reduce((sum, member) => sum + shareOf(member, uploads), 0),
  };
}

/** Returns how many of an upload's bytes its table is, by its rows. */
function shareOf({ uploadId, bytes, table }: Member, uploads: readonly GroupedUpload[]): number {
  const { tables } = uploads.find((upload) => upload.uploadId === uploadId)!;
  const rows = tables.reduce((sum, each) => sum + each.rows, 0);
  return rows === 0 ? bytes : Math.round((bytes * table.rows) / rows);
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
