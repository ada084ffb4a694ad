import type { CatalogChanges } from '@headwater/shared/contract';
import type { StreamBefore } from './source-connections.tables.ts';

/** A table as somebody last took note of it; null where there was none. */
export type Noted = ReadonlyMap<string, StreamBefore | null>;
type Present = ReadonlyMap<string, StreamBefore>;

/**
 * What has to be kept after a discovery to say what has changed since somebody took note: what was kept already, and
 * the former state of what has changed now. What is as it was again says nothing.
 */
export function noteChanges(noted: Noted, before: Present, now: Present): Map<string, StreamBefore | null> {
  const kept = new Map(noted);
  for (const name of new Set([...before.keys(), ...now.keys()])) {
    const former = before.get(name) ?? null;
    if (!kept.has(name) && differs(former, now.get(name) ?? null)) kept.set(name, former);
  }
  for (const [name, former] of kept) if (!differs(former, now.get(name) ?? null)) kept.delete(name);
  return kept;
}

function differs(one: StreamBefore | null, other: StreamBefore | null): boolean {
  return JSON.stringify(typesOf(one)) !== JSON.stringify(typesOf(other));
}

const typesOf = (stream: StreamBefore | null) =>
  stream &&
  stream.columns.map(({ name, type }) => [name, type]).sort(([one], [other]) => (one! < other! ? -1 : 1));

/** The changes in words of the wire; null where there are none. */
export function describeChanges(noted: Noted, now: Present): CatalogChanges | null {
  if (noted.size === 0) return null;
  const changes: CatalogChanges = { addedTables: [], removedTables: [], changedTables: [] };
  for (const [tableName, former] of noted) {
    const present = now.get(tableName);
    if (!former) changes.addedTables.push(tableName);
    else if (!present) changes.removedTables.push({ tableName, wasSelected: former.selected });
    else
      changes.changedTables.push({
        tableName,
        selected: present.selected,
        ...columnChanges(former, present),
      });
  }
  return changes;
}

function columnChanges(former: StreamBefore, present: StreamBefore) {
  const types = new Map(present.columns.map(({ name, type }) => [name, type]));
  const formerTypes = new Map(former.columns.map(({ name, type }) => [name, type]));
  const names = (columns: StreamBefore['columns'], others: ReadonlyMap<string, string>) =>
    columns.map(({ name }) => name).filter((name) => !others.has(name));
  return {
    addedColumns: names(present.columns, formerTypes),
    removedColumns: names(former.columns, types),
    retypedColumns: former.columns.flatMap(({ name, type: from }) => {
      const to = types.get(name);
      return to === undefined || to === from ? [] : [{ name, from, to }];
    }),
  };
}
