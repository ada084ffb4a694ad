import type { StreamColumn } from '@headwater/protocol/protocol';
import { typeChange, type TypeChange } from '@headwater/warehouse/versions/type-change';

/** The part of a stream whose changes are recorded. */
export interface StreamSchema {
  columns: readonly StreamColumn[];
  primaryKey: readonly string[];
}

interface NamedType {
  name: string;
  type: string;
}

/** What differs between two states of a stream. For a table that is new or gone, its columns aren't listed. */
export interface SchemaDiff {
  table: 'added' | 'removed' | null;
  added: NamedType[];
  removed: NamedType[];
  retyped: { name: string; from: string; to: string; change: TypeChange }[];
  /** Columns that may be NULL now, or not anymore. */
  nullability: { name: string; nullable: boolean }[];
  /** The source's own key. */
  key: { from: readonly string[]; to: readonly string[] } | null;
}

const NOTHING: SchemaDiff = {
  table: null,
  added: [],
  removed: [],
  retyped: [],
  nullability: [],
  key: null,
};

/** Compares a stream with what it was. Null stands for a stream that doesn't exist. Returns null if nothing differs. */
export function diffOf(before: StreamSchema | null, now: StreamSchema | null): SchemaDiff | null {
  if (!before || !now)
    return before === now ? null : { ...NOTHING, table: before === null ? 'added' : 'removed' };
  const former = new Map(before.columns.map((column) => [column.name, column]));
  const present = new Map(now.columns.map((column) => [column.name, column]));
  const diff: SchemaDiff = {
    table: null,
    added: now.columns.filter(({ name }) => !former.has(name)).map(named),
    removed: before.columns.filter(({ name }) => !present.has(name)).map(named),
    retyped: [],
    nullability: [],
    key: isSame(before.primaryKey, now.primaryKey) ? null : { from: before.primaryKey, to: now.primaryKey },
  };
  for (const column of before.columns) {
    const other = present.get(column.name);
    if (!other) continue;
    const change = typeChange(column, other);
    if (change)
      diff.retyped.push({ name: column.name, from: column.sourceType, to: other.sourceType, change });
    if (column.nullable !== other.nullable)
      diff.nullability.push({ name: column.name, nullable: other.nullable });
  }
  const { added, removed, retyped, nullability, key } = diff;
  const differs = added.length + removed.length + retyped.length + nullability.length > 0 || key !== null;
  return differs ? diff : null;
}

const named = ({ name, sourceType }: StreamColumn): NamedType => ({ name, type: sourceType });

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((name, at) => name === other[at]);
