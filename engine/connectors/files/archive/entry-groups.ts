import type { Failure } from '@headwater/shared/contract';
import { fileMatches, patternOfName } from '@headwater/shared/contract/plain';
import type { FoundTable } from '../file-format.ts';
import { FileParts, partOf } from '../united/united-parts.ts';
import { keyOf } from '../united/united-table.ts';

/** A table in one of an archive's files. */
export interface EntryTable {
  /** The file's name, without the folder that all files are in. */
  label: string;
  format: string;
  table: FoundTable;
}

export interface EntryGroup<T extends EntryTable> {
  /** A pattern that the names match, or the only file's name. */
  file: string;
  /** What the table is called in its files, if they have several. */
  part: string | null;
  isUnited: boolean;
  members: T[];
  /** Why the files have no table in common. */
  problem: Failure | null;
}

/**
 * Returns which tables belong together. If there are patterns, those of files that match the same one; otherwise those
 * whose names only differ in numbers and dates, if they have most of their columns in common. Files with several tables
 * are joined table by table.
 */
export function groupsOf<T extends EntryTable>(
  tables: readonly T[],
  patterns: readonly string[] | undefined,
): EntryGroup<T>[] {
  const byFile = new Map<string, { isChosen: boolean; members: T[] }>();
  for (const each of tables) {
    const chosen = patterns?.find((pattern) => fileMatches(each.label, pattern));
    const file = (patterns ? chosen : patternOfName(each.label)) ?? each.label;
    const group = byFile.get(file) ?? { isChosen: chosen !== undefined, members: [] };
    group.members.push(each);
    byFile.set(file, group);
  }
  return [...byFile].flatMap(([file, { isChosen, members }]) => {
    const alone = new Set<T>();
    const united = byPart(members, isChosen).flatMap(({ part, own, problem }): EntryGroup<T>[] => {
      const isUnited = isChosen || (own.length > 1 && areAlike(own));
      if (isUnited) return [{ file, part, isUnited, members: own, problem }];
      for (const member of own) alone.add(member);
      return [];
    });
    const single = [...alone].map((member): EntryGroup<T> => ({
      file: member.label,
      part: member.table.part,
      isUnited: false,
      members: [member],
      problem: null,
    }));
    return [...united, ...single];
  });
}

interface Part<T> {
  part: string | null;
  own: T[];
  problem: Failure | null;
}

/**
 * Returns the tables by what they are called in their files, or all together if each file has only one. What can't be
 * read concerns each of the tables, because it may have any of them; and so does, if people chose the files, what has no
 * such names.
 */
function byPart<T extends EntryTable>(members: readonly T[], isChosen: boolean): Part<T>[] {
  const parts = new FileParts();
  for (const { label, table } of members) parts.see(label, [table]);
  if (!parts.isSeveral) return [{ part: null, own: [...members], problem: null }];
  const problem = isChosen ? parts.problem('files') : null;
  const isCommon = ({ table }: T) => partOf(table) === null && (isChosen || table.problem !== undefined);
  const names = new Set(members.filter((each) => !isCommon(each)).map(({ table }) => partOf(table)));
  return [...names].map((part) => ({
    part,
    own: members.filter((each) => partOf(each.table) === part || isCommon(each)),
    problem,
  }));
}

/** Files that only look alike by their names, such as table1 and table2, are different tables. */
function areAlike(members: readonly EntryTable[]): boolean {
  const readable = members.filter(({ table }) => !table.problem);
  const [first, ...others] = readable;
  if (!first) return false;
  const names = new Set(first.table.columns.map(keyOf));
  return others.every(({ format, table: { columns } }) => {
    const shared = columns.filter((column) => names.has(keyOf(column))).length;
    return format === first.format && shared * 2 >= Math.max(names.size, columns.length);
  });
}
