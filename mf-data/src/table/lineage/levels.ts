import type { TableLineageAttributes } from '@headwater/shared/contract';

export type LineageTable = TableLineageAttributes['tables'][number];

/** A box of the drawing: a connection, or a table of it. */
export interface LineageNode {
  id: string;
  /** Null for a connection. */
  table: LineageTable | null;
  name: string;
  sourceConnectionId: string;
}

export interface LineageLevels {
  /** From left to right: connections, their tables, views of these, and so on. */
  levels: LineageNode[][];
  links: { from: string; to: string }[];
}

/** Puts everything to the right of all that it's made of. */
export function levelsOf({ tables, uses }: TableLineageAttributes): LineageLevels {
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
    (levels[rankOf(id)] ??= []).push({ id, table, name: tableName, sourceConnectionId });
    if (table.isView) continue;
    links.push({ from: sourceConnectionId, to: id });
    if (!levels[0]!.some((node) => node.id === sourceConnectionId))
      levels[0]!.push({
        id: sourceConnectionId,
        table: null,
        name: table.sourceConnectionName,
        sourceConnectionId,
      });
  }
  return { levels: Array.from(levels, (level) => level ?? []).filter((level) => level.length > 0), links };
}
