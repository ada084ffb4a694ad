import { ApiError } from '@headwater/shared/api';
import {
  type CardParameters,
  type ComputedCard,
  type ParameterFault,
  type ParameterValues,
  type Query,
  type ReportFilter,
  writeFilter,
} from '@headwater/shared/contract';
import { useQuery, useQueryClient } from '@headwater/shared/query';
import { paths } from '@headwater/shared/routing';
import { type Table, type TableAddress, tableQueries } from '@headwater/shared/tables';
import { QueryBoundary, Skeleton, styled } from '@headwater/shared/ui';
import { IconAlert, IconClock } from '@headwater/shared/ui/icons';
import { Dialog } from '@headwater/shared/ui/menu';
import { CodeBlock, Freshness } from '@headwater/shared/ui/workspace';
import { useEffect, useState, type ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { MadeWith } from '../made-with.tsx';
import { CardFault, isLasting, RefusalNote, TwinSwitch } from '@headwater/shared/figures';
import { CardFrame } from './card-frame.tsx';
import { cardResultQuery } from './card-result.query.ts';
import { CardResult } from './card-result.tsx';
import { CardItems, type CardDialog, type CardFileUrl } from './card-items.tsx';
import { OtherColumn, StoppedColumns, type ColumnReplacement } from './other-column.tsx';

/** What stands around a card while the report is edited. */
export interface CardTools {
  lead?: ReactNode;
  tools?: ReactNode;
  /** Items of its menu. */
  items?: ReactNode;
  isActive?: boolean;
}

interface ComputedCardProps extends CardTools {
  organizationId: string;
  card: ComputedCard;
  /** Undefined if it's gone. */
  table: Table | undefined;
  /** The card's, with what the report's filters add. */
  query: Query;
  /** The earlier period that it's compared with. */
  compare: ComputedCard['compare'];
  /** What its saved query is run with. Undefined until that is known. */
  parameters: CardParameters | undefined;
  /** Filters that have a value and don't concern this card. */
  unbound: readonly ReportFilter[];
  /** Returns the URL of what the card shows, as a file. */
  fileUrl?: CardFileUrl | undefined;
  /** Undefined for people who can't edit the report. */
  replacement?: ColumnReplacement | undefined;
}

/** A card that shows what its query computes of the table's version that is current on this page. */
export function ComputedCardView({ table, ...rest }: ComputedCardProps) {
  const t = messages.use();
  const { card } = rest;
  if (!table)
    return (
      <Without {...rest} tone="bad">
        {t('reports.table_gone', { table: card.table.name })}
      </Without>
    );
  if (table.version === null)
    return <Without {...rest}>{t('reports.table_empty', { table: table.tableName })}</Without>;
  return <Pinned {...rest} table={table} version={table.version} />;
}

/** A card that has nothing to compute with. */
function Without({
  tone,
  card,
  lead,
  tools,
  items,
  isActive,
  children,
}: Omit<ComputedCardProps, 'table'> & { tone?: 'bad'; children: ReactNode }) {
  const t = messages.use();
  return (
    <CardFrame
      title={card.title}
      name={t('reports.card')}
      lead={lead}
      isActive={isActive}
      tools={tools}
      items={items}
    >
      <CardFault role="note" data-tone={tone}>
        {tone === 'bad' ? <IconAlert /> : <IconClock />}
        <span>{children}</span>
      </CardFault>
    </CardFrame>
  );
}

type PinnedProps = Omit<ComputedCardProps, 'table'> & { table: Table; version: number };

function Pinned({
  organizationId,
  card,
  table,
  version,
  query,
  compare,
  parameters,
  unbound,
  fileUrl,
  replacement,
  lead,
  tools,
  items,
  isActive,
}: PinnedProps) {
  const t = messages.use();
  const { sourceConnectionId, tableName } = table;
  const address = { organizationId, sourceConnectionId, tableName };
  const { chosen = null, values, fault = null } = parameters ?? {};
  const result = useQuery({
    ...cardResultQuery(address, version, query, compare, chosen),
    enabled: parameters !== undefined && fault === null,
  });
  const [isTable, setTable] = useState(false);
  const [open, setOpen] = useState<CardDialog | null>(null);
  usePinAgain(organizationId, result.error);
  const name = card.title || t('reports.card');
  const shown = (asTable: boolean) => (
    <QueryBoundary query={result} thing={name} loading={<Skeleton width="100%" height="100%" />}>
      {(found) => (
        <CardResult
          address={address}
          table={table}
          card={card}
          query={query}
          result={found}
          isTable={asTable}
          hasOtherRows={chosen !== null}
        />
      )}
    </QueryBoundary>
  );
  return (
    <CardFrame
      title={card.title}
      name={name}
      lead={lead}
      isActive={isActive}
      tools={
        <>
          {card.kind === 'query' && !isUnfit(result.error) && (
            <TwinSwitch isTable={isTable} onChange={setTable} />
          )}
          {tools}
        </>
      }
      items={
        <>
          <CardItems
            card={card}
            // The table has the rows of other values.
            rowsPath={chosen ? undefined : rowsPath(address, query)}
            hasResult={result.data !== undefined}
            fileUrl={fileUrl}
            onOpen={setOpen}
          />
          {items}
        </>
      }
      foot={
        <>
          <Foot {...{ organizationId, table, unbound, values }} />
          <StoppedColumns table={table} query={query} own={card.query} replacement={replacement} />
        </>
      }
    >
      <Dimmed data-old={result.isPlaceholderData || undefined} aria-busy={result.isFetching || undefined}>
        {fault ? (
          <RefusalNote error={refusalOf(fault)} />
        ) : isUnfit(result.error) ? (
          <OtherColumn {...{ table, query, replacement }} own={card.query} error={result.error} />
        ) : isLasting(result.error) ? (
          <RefusalNote error={result.error} />
        ) : (
          shown(isTable)
        )}
      </Dimmed>
      {open && (
        <Dialog open wide title={open === 'sql' ? t('chart.sql') : name} onClose={() => setOpen(null)}>
          {open === 'sql' && result.data && (
            <CodeBlock code={result.data.sql} caption={t('chart.sql_caption')} />
          )}
          {open === 'large' && <Large>{shown(isTable)}</Large>}
        </Dialog>
      )}
    </CardFrame>
  );
}

/** Leads to the rows that a query computes with. */
function rowsPath({ organizationId, sourceConnectionId, tableName }: TableAddress, query: Query): string {
  const path = paths.table(organizationId, sourceConnectionId, tableName);
  const filter = writeFilter(query.filter ?? []);
  return filter === '' ? path : `${path}?${new URLSearchParams({ filter })}`;
}

/** What the server would answer, which knows no more about it. */
const refusalOf = ({ code, values }: ParameterFault) =>
  new ApiError(
    422,
    { errors: [{ status: '422', code, title: '', detail: '', meta: values }] },
    new Headers(),
  );

/** What a table no longer has, or has in another type, and what names it. */
const isUnfit = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.status === 422 && (error.code ?? '').startsWith('query_');

/** A version that isn't kept anymore has been replaced: asks for the current versions again. */
function usePinAgain(organizationId: string, error: Error | null) {
  const client = useQueryClient();
  const isGone = error instanceof ApiError && error.code === 'version_gone';
  useEffect(() => {
    if (isGone) void client.invalidateQueries({ queryKey: tableQueries.all(organizationId).queryKey });
  }, [client, organizationId, isGone]);
}

function Foot({
  organizationId,
  table,
  unbound,
  values,
}: {
  organizationId: string;
  table: Table;
  unbound: readonly ReportFilter[];
  values: ParameterValues | undefined;
}) {
  const t = messages.use();
  return (
    <>
      <Freshness asOf={table.freshAsOf} delayed={table.stale} lateAt={table.lateAt} wordy />
      <MadeWith organizationId={organizationId} table={table} values={values} />
      {table.damagedAt !== null && <span>{t('reports.damaged')}</span>}
      {table.damagedAt === null && table.stale && <span>{t('reports.stale')}</span>}
      {unbound.map(({ id, label }) => (
        <span key={id}>{t('filter.not_filtered', { filter: label })}</span>
      ))}
    </>
  );
}

const Dimmed = styled('div')({
  flex: 1,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
  transition: 'opacity var(--calm)',
  '&[data-old]': { opacity: 0.5 },
});
const Large = styled('div')({ display: 'flex', flexDirection: 'column', height: 'min(60vh, 480px)' });
