import type { ReactNode } from 'react';
import { useTitle } from '@headwater/shared/routing';
import { Page } from '@headwater/shared/ui';
import { PageHead, Toolbar } from '@headwater/shared/ui/workspace';
import { SearchInput } from '@headwater/shared/ui/inputs';
import type { DataTableColumn } from '@headwater/shared/ui/table';
import type { ListQuery } from '../superuser.queries.ts';
import { ListBody } from './list-body.tsx';
import { needsConfirmation, useList } from './use-list.ts';
import { useSearch } from './use-search.ts';

export interface SuperuserListProps<Row extends { id: string }> {
  title: string;
  lead: string;
  searchLabel: string;
  /** The accessible name of the table. */
  label: string;
  columns: readonly DataTableColumn<Row>[];
  list: ListQuery<Row>;
  /** "12 users". */
  count(total: number): string;
  /** Shown if there is nothing at all. */
  empty: ReactNode;
  /** The heading if the list can't be loaded. */
  failed: string;
}

/** A list across the whole installation: heading, search, and the page of the list that is in the URL. */
export function SuperuserList<Row extends { id: string }>(props: SuperuserListProps<Row>) {
  const { title, lead, searchLabel } = props;
  const search = useSearch();
  const isLocked = needsConfirmation(useList(props.list).error);
  useTitle(title);
  return (
    <Page>
      <PageHead title={title} meta={<p>{lead}</p>} />
      <Toolbar inert={isLocked} style={{ opacity: isLocked ? 0.5 : 1 }}>
        <SearchInput label={searchLabel} value={search.text} onChange={search.type} width={260} />
      </Toolbar>
      <ListBody {...props} onClearSearch={search.clear} />
    </Page>
  );
}
