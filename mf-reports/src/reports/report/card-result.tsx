import type { ComputedCard, Query, QueryResult } from '@headwater/shared/contract';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { useRowLinks } from '@headwater/shared/figures';
import { Figure } from './figure.tsx';

interface CardResultProps {
  address: TableAddress;
  table: Table;
  card: ComputedCard;
  /** The card's, with what the report's filters add. */
  query: Query;
  result: QueryResult;
  isTable: boolean;
  /** Whether it's computed of other rows than the table has, so that its places lead nowhere. */
  hasOtherRows?: boolean;
}

/** What a card has computed. Its places lead to their rows. */
export function CardResult({ address, table, card, query, result, isTable, hasOtherRows }: CardResultProps) {
  const links = useRowLinks(address, table, query);
  return (
    <Figure
      title={card.title}
      kind={card.kind}
      mark={card.kind === 'query' ? card.mark : null}
      measure={query.measures[0] ?? null}
      result={result}
      isTable={isTable}
      rowsOf={!hasOtherRows && links.rowsOf ? (row) => links.rowsOf!(result, row) : undefined}
      {...(!hasOtherRows && { onOpen: links.open })}
    />
  );
}
