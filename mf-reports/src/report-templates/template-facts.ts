import { ownValue, type Query } from '@headwater/shared/contract';
import { queryClient, queryOptions } from '@headwater/shared/query';
import { rangeOf, type BoundColumns, type ReportTemplate } from '@headwater/shared/report-templates';
import type { TableAddress } from '@headwater/shared/tables';
import { type OfferedValues, resultQuery, rowQueries } from '@headwater/shared/figures';

/** The values of columns, by column. */
export const knownValues = (address: TableAddress, version: number, columns: readonly string[]) =>
  queryOptions({
    queryKey: ['template_values', address, version, columns],
    queryFn: async () =>
      new Map<string, OfferedValues>(
        await Promise.all(
          columns.map(
            async (column) =>
              [
                column,
                await queryClient.fetchQuery(
                  rowQueries.valuesOfAll([{ address, version, column, filter: [] }], ''),
                ),
              ] as const,
          ),
        ),
      ),
    staleTime: Infinity,
  });

export interface RecentOf {
  template: ReportTemplate;
  address: TableAddress;
  version: number;
  columns: BoundColumns;
  zone: string;
}

/** Counts the rows of a template's period. Not enabled if it has none, or no column for it. */
export function recentRows({ template: { period }, address, version, columns, zone }: RecentOf) {
  const column = period && ownValue(columns, period.role);
  const query: Query = {
    filter: period && column ? [[{ column, ...rangeOf(period.months, zone) }]] : [],
    ...{ breakouts: [], measures: [{ as: 'recent', agg: 'count' }] },
  };
  return { ...resultQuery(address, version, query), enabled: column !== undefined };
}

/** Returns how many rows the query of `recentRows` has counted. */
export const rowCountIn = ({ values }: { values: readonly (readonly (string | null)[])[] }) =>
  Number(values[0]?.[0] ?? 0);
