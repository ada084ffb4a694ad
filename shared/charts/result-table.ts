import type { QueryResult, ResultColumn } from '../contract/index.ts';
import { earlierColumns } from './earlier-columns.ts';
import type { SayComparison } from './say-comparison.ts';

type TableResult = Pick<QueryResult, 'columns' | 'values' | 'comparison'>;

/** How the columns of a result are called. */
export interface ColumnPhrases {
  /** What a measure that nobody has given a name is called. Without a column, it's a number of rows. */
  aggregate(of: NonNullable<ResultColumn['aggregate']>): string;
  readonly comparison: SayComparison;
}

/** Returns what a column of a result is called. */
export const columnName = (
  { as, aggregate }: Pick<ResultColumn, 'as' | 'aggregate'>,
  phrases: Pick<ColumnPhrases, 'aggregate'>,
): string => (aggregate ? phrases.aggregate(aggregate) : as);

/** Returns a result as a table shows it: its columns by their names, with those of an earlier period. */
export function resultTable<Result extends TableResult>(result: Result, phrases: ColumnPhrases): Result {
  const columns = result.columns.map((column) => ({ ...column, as: columnName(column, phrases) }));
  return earlierColumns({ ...result, columns }, phrases.comparison);
}
