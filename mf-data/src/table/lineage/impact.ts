import type { TableLineageAttributes } from '@headwater/shared/contract';
import type { LineageDocument } from './levels.ts';

/** A document that a change of a column would concern. */
export interface Concerned {
  document: LineageDocument;
  /** The names of the cards that use the column. */
  cards: readonly string[];
}

/** Returns what uses a column of the table. */
export function impactOf(documents: readonly LineageDocument[], column: string): Concerned[] {
  return documents.flatMap((document) => {
    const used = document.columns.find(({ name }) => name === column);
    if (!used) return [];
    return [{ document, cards: used.parts.filter(({ kind }) => kind === 'card').map(({ name }) => name) }];
  });
}

/** Returns the names of the views whose rows depend on a column of the table, or on all of it. */
export const viewsUsing = (
  { views, tables }: Pick<TableLineageAttributes, 'views' | 'tables'>,
  column: string,
): string[] =>
  views
    .filter(({ columns }) => columns.length === 0 || columns.includes(column))
    .flatMap(({ id }) => tables.find((table) => table.id === id)?.tableName ?? []);
