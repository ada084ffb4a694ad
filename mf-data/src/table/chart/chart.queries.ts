import { api } from '@headwater/shared/api';
import type { PeriodComparison, Query, QueryResult } from '@headwater/shared/contract';
import { keepPreviousData, queryOptions } from '@headwater/shared/query';
import { tablePath, type TableAddress } from '@headwater/shared/tables';

/** What a query computes of a version of a table. Versions never change, so a result stays true. */
export const resultQuery = (
  table: TableAddress,
  version: number,
  query: Query,
  compare?: PeriodComparison['to'],
) =>
  queryOptions({
    queryKey: [
      'query_results',
      ...[table.organizationId, table.sourceConnectionId, table.tableName],
      version,
      query,
      ...(compare ? [compare] : []),
    ],
    queryFn: ({ signal }) => compute(table, version, query, signal, compare),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });

export const compute = (
  table: TableAddress,
  version: number,
  query: Query,
  signal: AbortSignal,
  compare?: PeriodComparison['to'],
) =>
  api.post<QueryResult>(
    `${tablePath(table)}/query-results`,
    { type: 'query_results', attributes: { version, query, ...(compare && { compare }) } },
    { signal },
  );
