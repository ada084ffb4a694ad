import type { TableLineageAttributes } from '@headwater/shared/contract';

export type LineageTable = TableLineageAttributes['tables'][number];

export type LineageDocument = TableLineageAttributes['documents'][number];

/** A box of the drawing. */
export interface LineageNode {
  id: string;
  kind: 'connection' | 'table' | 'view' | LineageDocument['type'];
  name: string;
  /** Where it is, or null for a document. */
  sourceConnectionId: string | null;
  sourceConnectionName: string | null;
}

export interface LineageLevels {
  /** From left to right: connections, their tables, what reads these, and so on. */
  levels: LineageNode[][];
  links: { from: string; to: string }[];
}

/** Puts everything to the right of all that it's made of, and all documents at the end. */
export function levelsOf({ tables, uses, documents }: TableLineageAttributes): LineageLevels {
  const ranks = new Map<string, number>();
  const rankOf = (id: string): number => {
    const known = ranks.get(id);
    if (known !== undefined) return known;
    ranks.set(id, 1);
    const below = uses.filter(({ to }) => to === id).map(({ from }) => rankOf(from));
    const rank = Math.max(0, ...below) + 1;
    ranks.set(id, rank);
    return rank;
  };
  const levels: LineageNode[][] = [[]];
  const links = [...uses];
  for (const table of tables) {
    const { id, sourceConnectionId, sourceConnectionName, tableName } = table;
    const kind = table.isView ? 'view' : 'table';
    (levels[rankOf(id)] ??= []).push({ id, kind, name: tableName, sourceConnectionId, sourceConnectionName });
    // The product makes it of what it knows itself.
    if (table.isView || table.connector === 'headwater') continue;
    links.push({ from: sourceConnectionId, to: id });
    if (!levels[0]!.some((node) => node.id === sourceConnectionId))
      levels[0]!.push({
        id: sourceConnectionId,
        kind: 'connection',
        name: sourceConnectionName,
        ...{ sourceConnectionId, sourceConnectionName },
      });
  }
  const last = Math.max(...ranks.values()) + 1;
  for (const { id, type, name, tables: read } of documents) {
    (levels[last] ??= []).push({
      ...{ id, kind: type, name },
      ...{ sourceConnectionId: null, sourceConnectionName: null },
    });
    links.push(...read.map((from) => ({ from, to: id })));
  }
  return { levels: Array.from(levels, (level) => level ?? []).filter((level) => level.length > 0), links };
}

/** Returns everything that one is made of, and everything that is made of it, with itself in both. */
export function linesThrough(
  id: string,
  links: LineageLevels['links'],
): { above: ReadonlySet<string>; below: ReadonlySet<string> } {
  const reach = (next: (at: string) => string[]) => {
    const found = new Set([id]);
    for (const at of found) for (const one of next(at)) found.add(one);
    return found;
  };
  return {
    above: reach((at) => links.filter(({ to }) => to === at).map(({ from }) => from)),
    below: reach((at) => links.filter(({ from }) => from === at).map(({ to }) => to)),
  };
}
