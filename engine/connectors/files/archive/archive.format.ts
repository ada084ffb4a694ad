import { tableNameOf, tableNameOfPart } from '@headwater/shared/contract/plain';
import { FailureError, toFailure } from '@headwater/base/failures/failure';
import { detectContent } from '../detect-format.ts';
import {
  unreadableTable,
  type FileFormat,
  type FormatName,
  type FoundTable,
  type KnownFile,
} from '../file-format.ts';
import { innerFormat } from '../inner-formats.ts';
import { requireHarmless } from '../packed-bytes.ts';
import { memberTable, storedMembers, type StoredMembers } from '../united/united-members.ts';
import { unitedRows } from '../united/united-rows.ts';
import { unite } from '../united/united-table.ts';
import { filesIn, MOST_FILES, openArchive, type Archive } from '../zip-entries.ts';
import { groupsOf, type EntryGroup, type EntryTable } from './entry-groups.ts';

/** What `look` stores for `read`. */
interface Source extends StoredMembers<{ entry: string; label: string }>, Record<string, unknown> {
  /** The column that says which file a row is from. Null if the table is that of a single file. */
  fileColumn: string | null;
}

interface Found extends EntryTable {
  entry: string;
  format: FormatName;
}

/** A zip archive with several files, each of which is a table or a part of one. */
export const archive: FileFormat = {
  name: 'archive',

  async look(file, choices, context) {
    return withArchive(file, async (opened) => {
      const entries = filesIn(opened);
      if (entries.length > MOST_FILES)
        throw new FailureError('file_archive_many', {
          file: file.fileName,
          files: entries.length,
          limit: MOST_FILES,
        });
      await requireHarmless({ path: file.path, name: file.fileName }, entries);
      const names = entries.map(({ fileName }) => fileName);
      const folder = commonFolder(names);
      const found: Found[] = [];
      for (const entry of names) {
        context.signal.throwIfAborted();
        const label = entry.slice(folder.length).slice(-200);
        try {
          const inner = innerOf(file, opened, entry, label);
          const format = await detectContent(inner, context);
          for (const table of await innerFormat(format).look(inner, choices, context))
            found.push({ entry, label, format, table });
        } catch (error) {
          context.signal.throwIfAborted();
          const problem = toFailure(error);
          // One file that can't be read concerns no other table, unless it isn't the file's fault.
          if (problem.code === 'disk_full') throw error;
          found.push({ entry, label, format: 'csv', table: unreadableTable(problem) });
        }
      }
      return groupsOf(found, choices.together).map(tableOf);
    });
  },

  async *read(file, stream, choices, context) {
    const stored = stream.source as Source;
    const { fileColumn } = stored;
    const opened = await openArchive(file.path, file.fileName);
    let rows = 0;
    try {
      for (const member of stored.members) {
        const { entry, label, format, source } = member;
        const inner = innerOf(file, opened, entry, label);
        const reader = innerFormat(format);
        if (fileColumn === null)
          return yield* reader.read(
            inner,
            { ...stream, source: { ...source, direct: false } },
            choices,
            context,
          );
        const table = memberTable(stored, member);
        rows += yield* unitedRows(stream, fileColumn, {
          file: inner,
          format: reader,
          table,
          choices,
          context,
        });
      }
      return rows;
    } finally {
      opened.close();
    }
  },
};

function tableOf({ file, part, isUnited, members, problem }: EntryGroup<Found>): FoundTable {
  const stored = storedMembers(
    members.map(({ entry, label, format, table }) => ({ format, table, about: { entry, label } })),
  );
  const source: Source = { ...stored, fileColumn: null };
  const name = part === null ? file : `${file}, ${part}`;
  const own = tableNameOf(file.replaceAll('*', ' ').replace(/^.*\//, ''));
  const tableName = part === null ? own : tableNameOfPart(own, part);
  const suggested = own === NO_NAME ? {} : { suggestedName: tableName };
  const [first] = members;
  if (!isUnited) return { ...first!.table, part: name, source, ...suggested };
  const united = unite(members, name, 'files');
  const { columns, facts, fileColumn, rows, rejected, findings } = united;
  const failed = united.problem ?? problem;
  return {
    part: name,
    source: { ...source, fileColumn } satisfies Source,
    columns,
    facts,
    rows,
    rejected,
    rejections: [],
    findings,
    ...suggested,
    ...(failed && { problem: failed }),
  };
}

/** What a table is called if nothing in a file's name can be in a table's. */
const NO_NAME = tableNameOf('');

const innerOf = (file: KnownFile, opened: Archive, entry: string, label: string): KnownFile => {
  const found = opened.entries.get(entry);
  if (!found) throw new FailureError('file_changed', { file: file.fileName });
  return { ...file, fileName: label, packing: { archive: opened, entry: found } };
};

async function withArchive<T>(file: KnownFile, work: (opened: Archive) => Promise<T>): Promise<T> {
  const opened = await openArchive(file.path, file.fileName);
  try {
    return await work(opened);
  } finally {
    opened.close();
  }
}

/** Returns the folder that all files are in. */
function commonFolder(names: readonly string[]): string {
  const [first = ''] = names;
  let folder = first.slice(0, first.lastIndexOf('/') + 1);
  while (folder !== '' && !names.every((name) => name.startsWith(folder)))
    folder = folder.slice(0, folder.slice(0, -1).lastIndexOf('/') + 1);
  return folder;
}
