import type { ReactNode } from 'react';
import { ApiError } from '@headwater/shared/api';
import { notFound } from '@headwater/shared/routing';
import { Button } from '@headwater/shared/ui';
import { EmptyState } from '@headwater/shared/ui/workspace';
import type { DataTableColumn } from '@headwater/shared/ui/table';
import { messages } from '../messages.ts';
import type { ListQuery } from '../superuser.queries.ts';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { ListError, ListOutdated } from './list-error.tsx';
import { ListTable } from './list-table.tsx';
import { ToFirstPage } from './to-first-page.tsx';
import { needsConfirmation, useList } from './use-list.ts';

export interface ListBodyProps<Row extends { id: string }> {
  label: string;
  columns: readonly DataTableColumn<Row>[];
  list: ListQuery<Row>;
  count(total: number): string;
  empty: ReactNode;
  failed: string;
  onClearSearch(): void;
}

/** The list's states: loading, failed, empty, and rows. Rows stay visible while they are fetched again. */
export function ListBody<Row extends { id: string }>(props: ListBodyProps<Row>) {
  const { view, data, error, isPlaceholderData, isFetching, refetch } = useList(props.list);
  const failure = { error, retrying: isFetching, onRetry: () => void refetch() };

  if (error instanceof ApiError && error.status === 404) notFound();
  if (needsConfirmation(error)) return <ConfirmIdentity onConfirmed={() => void refetch()} />;
  if (error && !data)
    return <ListError title={props.failed} isLaterPage={view.after !== null} {...failure} />;
  return (
    <>
      {error && <ListOutdated {...failure} />}
      {data?.items.length === 0 ? (
        <Nothing {...props} q={view.q} isLaterPage={view.after !== null} />
      ) : (
        <ListTable {...props} page={data} busy={isPlaceholderData} />
      )}
    </>
  );
}

interface NothingProps {
  q: string;
  isLaterPage: boolean;
  empty: ReactNode;
  onClearSearch(): void;
}

/** Shows why there are no rows: the page is empty by now, the search finds nothing, or there is nothing at all. */
function Nothing({ q, isLaterPage, empty, onClearSearch }: NothingProps) {
  const t = messages.use();
  if (isLaterPage) return <EmptyState title={t('list.gone')} action={<ToFirstPage />} />;
  if (!q) return empty;
  const clear = <Button onClick={onClearSearch}>{t('list.clearSearch')}</Button>;
  return <EmptyState title={t('list.noMatch', { query: q })} action={clear} />;
}
