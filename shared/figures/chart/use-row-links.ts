import { writeFilter, type Query, type QueryFilter, type QueryResult } from '@headwater/shared/contract';
import { paths, useNavigate } from '@headwater/shared/routing';
import type { Table, TableAddress } from '@headwater/shared/tables';
import type { ChartData } from '@headwater/shared/ui/charts';
import { useMemo } from 'react';
import { drillTo, drillToRow } from './drill.ts';

/** Leads from what a query has computed of a table to the rows that it's about. */
export function useRowLinks(address: TableAddress, { columns, primaryKey }: Table, query: Query) {
  const navigate = useNavigate();
  const types = useMemo(() => new Map(columns.map(({ name, type }) => [name, type])), [columns]);
  const rows = paths.table(address.organizationId, address.sourceConnectionId, address.tableName);
  const urlOf = (filter: QueryFilter | null) =>
    filter && `${rows}?${new URLSearchParams({ filter: writeFilter(filter) })}`;
  return {
    /** Opens the rows of a place in a chart. */
    open: (data: ChartData, at: number, series: number | null) => {
      // What a shape computes isn't a column of the table.
      const url = query.shape ? null : urlOf(drillTo(query, data, types, at, series));
      if (url) void navigate(url);
    },
    /** Returns the URL of the rows of a row of the result, or null if nothing says which those are. */
    rowsOf: query.shape
      ? undefined
      : (result: QueryResult, row: number) => urlOf(drillToRow(query, result, { types, primaryKey }, row)),
  };
}
