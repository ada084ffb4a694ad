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
