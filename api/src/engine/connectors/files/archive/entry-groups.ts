import { fileMatches, patternOfName } from '@headwater/shared/contract/plain';
import type { FoundTable } from '../file-format.ts';
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
  name: string;
  isUnited: boolean;
  members: T[];
}

/**
 * Returns which tables belong together. If there are patterns, those of files that match the same one; otherwise those
 * whose names only differ in numbers and dates, if they have most of their columns in common.
 */
export function groupsOf<T extends EntryTable>(
  tables: readonly T[],
  patterns: readonly string[] | undefined,
): EntryGroup<T>[] {
  const groups = new Map<string, EntryGroup<T>>();
  for (const each of tables) {
    const { part } = each.table;
    const suffix = part === null ? '' : `, ${part}`;
    const chosen = patterns?.find((pattern) => fileMatches(each.label, pattern));
    const pattern = patterns ? chosen : patternOfName(each.label);
    const name = `${pattern ?? each.label}${suffix}`;
    const group = groups.get(name) ?? { name, isUnited: chosen !== undefined, members: [] };
    group.members.push(each);
    groups.set(name, group);
  }
  return [...groups.values()].flatMap((group): EntryGroup<T>[] => {
    const { members, isUnited } = group;
    if (isUnited || (members.length > 1 && areAlike(members))) return [{ ...group, isUnited: true }];
    return members.map((member) => ({ name: nameOf(member), isUnited: false, members: [member] }));
  });
}

const nameOf = ({ label, table: { part } }: EntryTable) => (part === null ? label : `${label}, ${part}`);

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
