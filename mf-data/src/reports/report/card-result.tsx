import type { ComputedCard, Query, QueryResult } from '@headwater/shared/contract';
import { writeFilter } from '@headwater/shared/contract';
import { paths, useNavigate } from '@headwater/shared/routing';
import type { Table, TableAddress } from '@headwater/shared/tables';
import type { ChartData } from '@headwater/shared/ui/charts';
import { useMemo } from 'react';
import { drillTo } from '../../table/chart/drill.ts';
import { Figure } from './figure.tsx';

interface CardResultProps {
  address: TableAddress;
  table: Table;
  card: ComputedCard;
  /** The card's, with what the report's filters add. */
  query: Query;
  result: QueryResult;
  isTable: boolean;
}

/** What a card has computed. Its places lead to their rows. */
export function CardResult({ address, table, card, query, result, isTable }: CardResultProps) {
  const navigate = useNavigate();
  const types = useMemo(() => new Map(table.columns.map(({ name, type }) => [name, type])), [table.columns]);
  const open = (data: ChartData, at: number, series: number | null) => {
    const filter = query.shape ? null : drillTo(query, data, types, at, series);
    if (filter === null) return;
    const rows = paths.table(address.organizationId, address.sourceConnectionId, address.tableName);
    void navigate(`${rows}?${new URLSearchParams({ filter: writeFilter(filter) })}`);
  };
  return (
    <Figure
      title={card.title}
      kind={card.kind}
      mark={card.kind === 'query' ? card.mark : null}
      measure={query.measures[0] ?? null}
      result={result}
      isTable={isTable}
      onOpen={open}
    />
  );
}
