import type { TableDescription } from './table-description.ts';
import type { DESCRIBED_BY } from '../ground/words.ts';

/** What is said about a table or a column, and who says it. */
export interface Said {
  text: string;
  by: (typeof DESCRIBED_BY)[number];
}

/** Returns what is said about a table: people's words, or else its source's. */
export const saidOfTable = ({ description, source }: TableDescription): Said | null =>
  said(description, source.description);

/** Returns what is said about the columns of a table, by their names. */
export function saidOfColumns({ columns: byPeople, source }: TableDescription): Map<string, Said> {
  const all = [
    ...source.columns.map((one) => [one, 'source'] as const),
    ...byPeople.map((one) => [one, 'people'] as const),
  ];
  return new Map(all.map(([{ name, description: text }, by]) => [name, { text, by }]));
}

const said = (byPeople: string, bySource: string): Said | null => {
  if (byPeople !== '') return { text: byPeople, by: 'people' };
  return bySource === '' ? null : { text: bySource, by: 'source' };
};
