import type { ComputedCard } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { useQuery, useQueryClient } from '@headwater/shared/query';
import type { Table } from '@headwater/shared/tables';
import { Text } from '@headwater/shared/ui';
import { Combobox } from '@headwater/shared/ui/combobox';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../../messages.ts';
import { MadeWith } from '../made-with.tsx';
import { savedQueries, sqlViewQueries, tableOfQuery, useLeaving } from '@headwater/shared/figures';

interface CardSourceProps {
  organizationId: string;
  card: ComputedCard;
  tables: ReadonlyMap<string, Table>;
  /** Called with the table, which has rows. `isQuery` tells that it's the rows of a saved query. */
  onChoose(table: Table, isQuery: boolean): void;
}

/** What a card shows: a table, or a saved query, which is shown by the view that follows it. */
export function CardSource({ organizationId, card, tables, onChoose }: CardSourceProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const client = useQueryClient();
  const queries = useQuery(savedQueries.list(organizationId, '')).data ?? [];
  const views = useQuery(sqlViewQueries.list(organizationId)).data;
  const [waitsFor, setWaitsFor] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const leaving = useLeaving();
  // The card may be edited while the rows are awaited.
  const newest = useRef(onChoose);
  useEffect(() => {
    newest.current = onChoose;
  });
  const followed = new Set(views?.map(({ savedQuery }) => savedQuery?.id));
  const isOfQuery = (id: string) =>
    views?.some((view) => view.id === id && view.savedQuery !== null) ?? false;
  const offered = [...tables.values()].filter(({ version }) => version !== null);
  const takeQuery = async (id: string) => {
    setWaitsFor(id);
    const signal = leaving();
    try {
      const table = await tableOfQuery(client, organizationId, id, signal);
      if (!signal.aborted) newest.current(table, true);
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    } finally {
      if (!signal.aborted) setWaitsFor(null);
    }
  };
  const choose = (id: string) => {
    setError(null);
    const table = tables.get(id);
    if (table) onChoose(table, isOfQuery(id));
    else void takeQuery(id);
  };
  return (
    <div aria-busy={waitsFor !== null || undefined}>
      <Combobox
        label={t('reports.source')}
        value={waitsFor ?? tables.get(card.table.id)?.id ?? card.table.name}
        options={[
          ...offered.map(({ id, tableName, sourceConnectionName }) => ({
            value: id,
            label: `${sourceConnectionName} / ${tableName}`,
          })),
          // Those that have a view are found by it.
          ...queries
            .filter(({ id }) => views !== undefined && !followed.has(id))
            .map(({ id, name }) => ({ value: id, label: `${t('reports.saved_query')} / ${name}` })),
        ]}
        error={error === null ? undefined : errorText(error)}
        onChange={choose}
      />
      <Text tone="muted" size={12}>
        <MadeWith organizationId={organizationId} table={tables.get(card.table.id)} canChange />
      </Text>
      {waitsFor !== null && (
        <Text tone="muted" size={12} role="status">
          {t('reports.query_waits')}
        </Text>
      )}
    </div>
  );
}
