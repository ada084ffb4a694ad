import { operatorsOf, type Column, type ColumnProfileAttributes } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { Link, paths, useSearchParams } from '@headwater/shared/routing';
import type { Table, TableAddress } from '@headwater/shared/tables';
import {
  Button,
  Cut,
  IconButton,
  Mono,
  Note,
  QueryBoundary,
  Row,
  Skeleton,
  Spacer,
  styled,
  Text,
} from '@headwater/shared/ui';
import { IconArrowDown, IconArrowUp, IconClose, IconFilter, IconPin } from '@headwater/shared/ui/icons';
import { PopoverBody } from '@headwater/shared/ui/menu';
import { KindIcon } from '@headwater/shared/ui/table';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { Figures } from '../columns/column-details.tsx';
import { saidOf } from '../columns/column-description.tsx';
import { Histogram } from '../columns/histogram.tsx';
import { columnProfileQuery, profileQuery } from '../columns/profile.queries.ts';
import { SaidBy } from '../describe/said-by.tsx';
import {
  FilterForm,
  filterIn,
  nextSort,
  pinnedIn,
  sortIn,
  startOf,
  withCondition,
  withFilter,
  withPinned,
  withSort,
} from '@headwater/shared/figures';

interface ColumnAboutProps {
  address: TableAddress;
  table: Table;
  /** Of the rows that are shown. */
  version: number;
  column: Column;
  onClose(): void;
}

/** What is known about a column, and what can be done with it: sort, filter, pin. */
export function ColumnAbout({ address, table, version, column, onClose }: ColumnAboutProps) {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  const [isFiltering, setFiltering] = useState(false);
  const operators = operatorsOf(column);
  const { name } = column;
  const said = saidOf(table, name);
  const sorted = sortIn(query).find((key) => key.column === name);
  const pinned = pinnedIn(query);
  const isPinned = pinned.includes(name);
  const change = (next: (latest: URLSearchParams) => URLSearchParams) => {
    onClose();
    setQuery(next);
  };
  if (isFiltering)
    return (
      <FilterForm
        address={address}
        version={version}
        columns={table.columns}
        condition={startOf(column, operators)}
        others={filterIn(query)}
        onApply={(condition) =>
          change((latest) => withFilter(latest, withCondition(filterIn(latest), null, condition)))
        }
      />
    );
  return (
    <>
      <PopoverBody>
        <Row nowrap>
          <KindIcon kind={column.kind} />
          <Cut title={name}>
            <Mono>{name}</Mono>
          </Cut>
          <Cut title={column.sourceType}>
            <Text tone="muted" size={12}>
              {column.sourceType}
            </Text>
          </Cut>
          <Spacer />
          <IconButton size="small" label={t('about.close')} onClick={onClose}>
            <IconClose />
          </IconButton>
        </Row>
        {said && (
          <Text size={13}>
            {said.text} <SaidBy by={said.by} />
          </Text>
        )}
        <Known address={address} table={table} version={version} column={name} />
      </PopoverBody>
      <Actions>
        <Button
          size="small"
          variant="ghost"
          icon={sorted?.descending === false ? <IconArrowDown /> : <IconArrowUp />}
          onClick={() => change((latest) => withSort(latest, nextSort(sortIn(latest), name, false)))}
        >
          {t(!sorted ? 'about.sort' : sorted.descending ? 'about.unsort' : 'about.sort_down')}
        </Button>
        {operators.length > 0 && (
          <Button size="small" variant="ghost" icon={<IconFilter />} onClick={() => setFiltering(true)}>
            {t('filter.add')}
          </Button>
        )}
        <Button
          size="small"
          variant="ghost"
          icon={<IconPin />}
          onClick={() =>
            change((latest) =>
              withPinned(latest, isPinned ? pinned.filter((one) => one !== name) : [...pinned, name]),
            )
          }
        >
          {t(isPinned ? 'about.unpin' : 'about.pin')}
        </Button>
      </Actions>
    </>
  );
}

type KnownProps = Omit<ColumnAboutProps, 'column' | 'onClose'> & { column: string };

function Known({ address, table, version, column }: KnownProps) {
  const t = messages.use();
  const found = useQuery(columnProfileQuery(address, version, column));
  return (
    <QueryBoundary
      query={found}
      thing={t('profile.column_thing')}
      loading={<Skeleton width="100%" height={180} />}
    >
      {(profile) => <Profile address={address} table={table} profile={profile} />}
    </QueryBoundary>
  );
}

function Profile({
  address,
  table,
  profile,
}: Pick<ColumnAboutProps, 'address' | 'table'> & { profile: ColumnProfileAttributes }) {
  const t = messages.use();
  const { facts, fault, rows, column, version } = profile;
  const isLinked = version === table.version && table.damagedAt === null;
  if (!facts) return <Note>{t(fault ? `profile.fault.${fault}` : 'profile.not_yet')}</Note>;
  return (
    <>
      {facts.histogram && facts.nulls < rows && (
        <Histogram
          address={address}
          column={column}
          histogram={facts.histogram}
          isLinked={isLinked}
          height={64}
        />
      )}
      <Figures address={address} profile={profile} isLinked={isLinked} />
      <Row nowrap justify="between">
        <Basis address={address} version={version} />
        <Link
          to={`${paths.table(address.organizationId, address.sourceConnectionId, address.tableName)}?${new URLSearchParams({ tab: 'columns', column: column.name })}`}
        >
          {t('about.more')}
        </Link>
      </Row>
    </>
  );
}

/** Which rows the figures are about. */
function Basis({ address, version }: { address: TableAddress; version: number }) {
  const t = messages.use();
  const { dateTime } = useFormat();
  const { data } = useQuery(profileQuery(address, version));
  return (
    <Text tone="muted" size={12}>
      {data?.profiledAt &&
        (data.sampledRows === null
          ? t('profile.over_all', { count: data.rows, at: dateTime(data.profiledAt) })
          : t('profile.over_sample', {
              ...{ count: data.sampledRows, rows: data.rows, at: dateTime(data.profiledAt) },
            }))}
    </Text>
  );
}

const Actions = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 4,
  padding: 8,
  borderTop: 'var(--hair)',
});
