import type { StreamColumn } from '@headwater/protocol/protocol';
import type { FormatName, FoundTable } from '../file-format.ts';
import type { MemberTable } from './united-rows.ts';

/** What is stored of the files of a table, for its reads. */
export interface StoredMembers<T> {
  members: (StoredMember & T)[];
  /** The names and types of columns. Most files have the same. */
  heads: Pick<StreamColumn, 'name' | 'kind' | 'type' | 'encoding'>[][];
}

interface StoredMember {
  format: FormatName;
  source: Record<string, unknown>;
  /** Which of `heads` it has. */
  head: number;
}

/** Returns what to store of the files of a table. `about` is what identifies each of them. */
export function storedMembers<T>(
  found: readonly { format: FormatName; table: FoundTable; about: T }[],
): StoredMembers<T> {
  const heads = new Map<string, number>();
  const members = found.map(({ format, table: { columns, source }, about }) => {
    const head = JSON.stringify(
      columns.map(({ name, kind, type, encoding }) => ({ name, kind, type, encoding })),
    );
    if (!heads.has(head)) heads.set(head, heads.size);
    return { ...about, format, source, head: heads.get(head)! };
  });
  return {
    members,
    heads: [...heads.keys()].map((head) => JSON.parse(head) as StoredMembers<T>['heads'][number]),
  };
}

/** Returns what there is to know of a stored file's table to read it. */
export const memberTable = <T>(
  { heads }: StoredMembers<T>,
  { head, source, format }: StoredMember,
): MemberTable => ({
  columns: heads[head]!,
  source,
  isChecked: format !== 'parquet',
});
