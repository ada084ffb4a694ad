import { tableNameOf } from '@headwater/shared/contract';
import { FailureError, toFailure } from '../../../../platform/failures/failure.ts';
import type { StreamColumn } from '../../../protocol/protocol.ts';
import { delimited } from '../../csv/csv.format.ts';
import { detectText } from '../detect-format.ts';
import type { FileFormat, FormatName, FoundTable, KnownFile } from '../file-format.ts';
import { jsonDocument, jsonLines } from '../json/json.format.ts';
import { requireHarmless } from '../packed-bytes.ts';
import { unitedRows } from '../united/united-rows.ts';
import { UnitedTable } from '../united/united-table.ts';
import { filesIn, MOST_FILES, openArchive, type Archive } from '../zip-entries.ts';
import { groupsOf, type EntryGroup, type EntryTable } from './entry-groups.ts';

/** What can be read within an archive: nothing is ever written to the disk to read it. */
const INNER: readonly FileFormat[] = [delimited, jsonLines, jsonDocument];

/** One of the files of a table. */
interface Member {
  entry: string;
  label: string;
  format: FormatName;
  source: Record<string, unknown>;
  /** Its columns, as an index into `heads`: most files have the same. */
  head: number;
}

/** What `look` stores for `read`. */
interface Source extends Record<string, unknown> {
  members: Member[];
  heads: string[][];
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
          const format = await detectText(inner);
          for (const table of await innerFormat(format).look(inner, choices, context))
            found.push({ entry, label, format, table });
        } catch (error) {
          context.signal.throwIfAborted();
          // One file that can't be read concerns no other table.
          found.push({ entry, label, format: 'csv', table: unreadable(error) });
        }
      }
      return groupsOf(found, choices.together).map(tableOf);
    });
  },

  async *read(file, stream, choices, context) {
    const { members, heads, fileColumn } = stream.source as Source;
    const opened = await openArchive(file.path, file.fileName);
    let rows = 0;
    try {
      for (const { entry, label, format, source, head } of members) {
        const inner = innerOf(file, opened, entry, label);
        const reader = innerFormat(format);
        if (fileColumn === null)
          return yield* reader.read(
            inner,
            { ...stream, source: { ...source, direct: false } },
            choices,
            context,
          );
        const columns = heads[head]!.map((name): Pick<StreamColumn, 'name'> => ({ name }));
        const table = { columns, source, isChecked: true };
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

function tableOf({ name, isUnited, members }: EntryGroup<Found>): FoundTable {
  const heads = new Map<string, number>();
  const stored = members.map(({ entry, label, format, table }): Member => {
    const columns = JSON.stringify(table.columns.map((column) => column.name));
    if (!heads.has(columns)) heads.set(columns, heads.size);
    return { entry, label, format, source: table.source, head: heads.get(columns)! };
  });
  const source: Source = {
    members: stored,
    heads: [...heads.keys()].map((columns) => JSON.parse(columns) as string[]),
    fileColumn: null,
  };
  const own = tableNameOf(name.replaceAll('*', ' ').replace(/^.*\//, ''));
  const suggested = own === NO_NAME ? {} : { suggestedName: own };
  const [first] = members;
  if (!isUnited) return { ...first!.table, part: name, source, ...suggested };
  const united = new UnitedTable(first!.format, 'files');
  for (const { label, format, table } of members) {
    if (format !== first!.format && !table.problem && !first!.table.problem)
      return {
        ...unreadable(
          new FailureError(
            'files_kinds_differ',
            { file: label, kind: format, first: first!.label, firstKind: first!.format },
            { field: 'files' },
          ),
        ),
        part: name,
        ...suggested,
      };
    united.add(label, table);
  }
  const { columns, facts, fileColumn, rows, rejected, findings, problem } = united.result(name);
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
    ...(problem && { problem }),
  };
}

/** What a table is called if nothing in a file's name can be in a table's. */
const NO_NAME = tableNameOf('');

const unreadable = (error: unknown): FoundTable => ({
  part: null,
  source: {},
  columns: [],
  rows: 0,
  rejected: 0,
  rejections: [],
  findings: [],
  problem: toFailure(error),
});

const innerOf = (file: KnownFile, opened: Archive, entry: string, label: string): KnownFile => {
  const found = opened.entries.get(entry);
  if (!found) throw new FailureError('file_changed', { file: file.fileName });
  return { ...file, fileName: label, packing: { archive: opened, entry: found } };
};

function innerFormat(name: FormatName): FileFormat {
  const found = INNER.find((format) => format.name === name);
  if (!found) throw new Error(`Files of the format ${name} can't be read within an archive`);
  return found;
}

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
