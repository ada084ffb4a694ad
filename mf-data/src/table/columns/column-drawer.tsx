import type { ProfiledColumn, TableProfileAttributes } from '@headwater/shared/contract';
import { useQuery } from '@headwater/shared/query';
import { useSearchParams } from '@headwater/shared/routing';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { IconButton, Mono, QueryBoundary, Row, Skeleton, Stack } from '@headwater/shared/ui';
import { IconChevronDown, IconChevronUp } from '@headwater/shared/ui/icons';
import { Drawer } from '@headwater/shared/ui/menu';
import { KindIcon } from '@headwater/shared/ui/table';
import type { ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { ColumnDescription } from './column-description.tsx';
import { ColumnDetails } from './column-details.tsx';
import { columnProfileQuery } from './profile.queries.ts';

interface ColumnDrawerProps {
  address: TableAddress;
  table: Table;
  profile: TableProfileAttributes;
  /** In the order of the list. */
  columns: readonly ProfiledColumn[];
}

/** The details of the column in the URL, with the way to its neighbors in the list. */
export function ColumnDrawer({ address, table, profile, columns }: ColumnDrawerProps) {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  const name = query.get('column');
  const column = profile.columns.find((one) => one.name === name);
  const at = columns.findIndex((one) => one.name === name);
  const open = (other: ProfiledColumn | undefined) => {
    const next = new URLSearchParams(query);
    if (other) next.set('column', other.name);
    else next.delete('column');
    setQuery(next, { replace: true });
  };
  const step = (label: string, by: -1 | 1, icon: ReactNode) => {
    const other = at < 0 ? undefined : columns[at + by];
    return (
      <IconButton
        label={label}
        disabledReason={other ? undefined : t('profile.no_other')}
        onClick={() => other && open(other)}
      >
        {icon}
      </IconButton>
    );
  };
  return (
    <Drawer
      open={column !== undefined}
      title={
        column && (
          <Row nowrap gap={2}>
            <KindIcon kind={column.kind} />
            <Mono>{column.name}</Mono>
            {step(t('profile.previous'), -1, <IconChevronUp />)}
            {step(t('profile.next'), 1, <IconChevronDown />)}
          </Row>
        )
      }
      onClose={() => open(undefined)}
    >
      {column && <ColumnDescription key={column.name} address={address} table={table} column={column.name} />}
      {column && <Details address={address} table={table} profile={profile} column={column} />}
    </Drawer>
  );
}

function Details({
  address,
  table,
  profile,
  column,
}: Omit<ColumnDrawerProps, 'columns'> & { column: ProfiledColumn }) {
  const t = messages.use();
  const isDone = column.facts !== null || column.fault !== null;
  // Fetched again as soon as the column has been profiled.
  const found = useQuery({
    ...columnProfileQuery(address, profile.version, column.name),
    ...(isDone ? {} : { refetchInterval: 1_500 }),
  });
  return (
    <QueryBoundary
      query={found}
      thing={t('profile.column_thing')}
      loading={
        <Stack gap={4}>
          <Skeleton width="100%" height={64} />
          <Skeleton width="100%" height={136} />
          <Skeleton width="100%" height={160} />
        </Stack>
      }
    >
      {(one) => (
        <ColumnDetails
          address={address}
          profile={one}
          isLinked={profile.isCurrent && table.damagedAt === null}
          isKey={table.primaryKey.includes(column.name)}
        />
      )}
    </QueryBoundary>
  );
}
