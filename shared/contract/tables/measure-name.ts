import type { Aggregate } from './query.ts';

/** Returns what a measure is called unless somebody gives it a name. It's shown in the reader's language. */
export const usualName = ({ agg, column }: Pick<Aggregate, 'agg'> & { column?: string | null }): string =>
  column === undefined || column === null ? 'rows' : `${agg} of ${column}`;
