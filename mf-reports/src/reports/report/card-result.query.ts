import type { PeriodComparison, Query } from '@headwater/shared/contract';
import { queryOptions } from '@headwater/shared/query';
import type { TableAddress } from '@headwater/shared/tables';
import { compute, resultQuery, type ChosenParameters } from '@headwater/shared/figures';
import { Turns } from './turns.ts';

/** More would only wait at the server, where other people's requests wait too. */
const turns = new Turns(4);

/** What a card computes. Cards take turns, in the order in which they are read. */
export function cardResultQuery(
  table: TableAddress,
  version: number,
  query: Query,
  compare?: PeriodComparison['to'],
  parameters?: ChosenParameters,
) {
  return queryOptions({
    ...resultQuery(table, version, query, compare, parameters),
    queryFn: ({ signal }) =>
      turns.take(signal, () => compute(table, version, query, signal, compare, parameters)),
  });
}
