import type { ChangedTable } from '@headwater/shared/contract';
import type { StreamBefore } from './source-connections.tables.ts';

/** A table as it was when someone last acknowledged the changes, or null if it didn't exist. */
export type Noted = ReadonlyMap<string, StreamBefore | null>;
type Present = ReadonlyMap<string, StreamBefore>;
type SeenColumn = StreamBefore['columns'][number];

/**
 * Returns what must be stored after a discovery to report changes since the last acknowledgment:
 * what was stored already, and the former state of what has changed now. Tables that are as they
 * were before are dropped.
 */
export function noteChanges(noted: Noted, before: Present, now: Present): Map<string, StreamBefore | null> {
  const kept = new Map(noted);
  for (const name of new Set([...before.keys(), ...now.keys()])) {
    const former = before.get(name) ?? null;
    if (!kept.has(name) && differs(former, now.get(name) ?? null)) kept.set(name, former);
  }
  for (const [name, former] of kept) {
    const present = now.get(name);
    if (!differs(former, present ?? null)) kept.delete(name);
    else if (former && present) kept.set(name, { ...former, lost: hasLost(former, present) });
  }
  return kept;
}

function hasLost(former: StreamBefore, present: StreamBefore): boolean {
  const types = new Map(present.columns.map(({ name, type }) => [name, type]));
  return former.columns.some(({ name, type }) => types.get(name) !== type);
}

function differs(one: StreamBefore | null, other: StreamBefore | null): boolean {
  return JSON.stringify(typesOf(one)) !== JSON.stringify(typesOf(other));
}

const typesOf = (stream: StreamBefore | null) =>
  stream &&
  stream.columns.map(({ name, type }) => [name, type]).sort(([one], [other]) => (one! < other! ? -1 : 1));

/** How many changes of each kind are returned by name. The others are only counted. */
export const NAMES_FIRST = 6;
const RETYPED_FIRST = 3;

/** Returns the columns of a table that were added or removed or have another type. */
export function columnChanges(
  former: readonly SeenColumn[],
  present: readonly SeenColumn[],
): Pick<ChangedTable, 'addedColumns' | 'removedColumns' | 'retypedColumns'> {
  const types = new Map(present.map(({ name, type }) => [name, type]));
  const formerTypes = new Map(former.map(({ name, type }) => [name, type]));
  const names = (columns: readonly SeenColumn[], others: ReadonlyMap<string, string>) =>
    columns.map(({ name }) => name).filter((name) => !others.has(name));
  const retyped = former.flatMap(({ name, type: from }) => {
    const to = types.get(name);
    return to === undefined || to === from ? [] : [{ name, from, to }];
  });
  return {
    addedColumns: firstOf(names(present, formerTypes), NAMES_FIRST),
    removedColumns: firstOf(names(former, types), NAMES_FIRST),
    retypedColumns: firstOf(retyped, RETYPED_FIRST),
  };
}

const firstOf = <T>(all: readonly T[], count: number) => ({ total: all.length, first: all.slice(0, count) });
