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
    const { id, sourceConnectionId, tableName } = table;
    const kind = table.isView ? 'view' : 'table';
    (levels[rankOf(id)] ??= []).push({ id, kind, name: tableName, sourceConnectionId });
    // The product makes it of what it knows itself.
    if (table.isView || table.connector === 'headwater') continue;
    links.push({ from: sourceConnectionId, to: id });
    if (!levels[0]!.some((node) => node.id === sourceConnectionId))
      levels[0]!.push({
        id: sourceConnectionId,
        kind: 'connection',
        name: table.sourceConnectionName,
        sourceConnectionId,
      });
  }
  const last = Math.max(...ranks.values()) + 1;
  for (const { id, type, name, tables: read } of documents) {
    (levels[last] ??= []).push({ id, kind: type, name, sourceConnectionId: null });
    links.push(...read.map((from) => ({ from, to: id })));
  }
  return { levels: Array.from(levels, (level) => level ?? []).filter((level) => level.length > 0), links };
}
