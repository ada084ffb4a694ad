import { api } from '@headwater/shared/api';
import type { PeriodComparison, Query, QueryResult } from '@headwater/shared/contract';
import { keepPreviousData, queryOptions } from '@headwater/shared/query';
import { tablePath, type TableAddress } from '@headwater/shared/tables';

/** Values of a saved query's parameters, if they aren't those that its rows were made with. */
export type ChosenParameters = Readonly<Record<string, string | null>> | null;

/** What a query computes of a version of a table. Versions never change, so a result stays true. */
export const resultQuery = (
  table: TableAddress,
  version: number,
  query: Query,
  compare?: PeriodComparison['to'],
  parameters?: ChosenParameters,
) =>
  queryOptions({
    queryKey: [
      'query_results',
      ...[table.organizationId, table.sourceConnectionId, table.tableName],
      version,
      query,
      ...(compare ? [compare] : []),
      ...(parameters ? [{ parameters }] : []),
    ],
    queryFn: ({ signal }) => compute(table, version, query, signal, compare, parameters),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });

export const compute = (
  table: TableAddress,
  version: number,
  query: Query,
  signal: AbortSignal,
  compare?: PeriodComparison['to'],
  parameters?: ChosenParameters,
) =>
  api.post<QueryResult>(
    `${tablePath(table)}/query-results`,
    {
      type: 'query_results',
      attributes: { version, query, ...(compare && { compare }), ...(parameters && { parameters }) },
    },
    { signal },
  );
