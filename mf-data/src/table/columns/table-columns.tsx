import { useQuery, useQueryClient } from '@headwater/shared/query';
import { useErrorText, useFormat } from '@headwater/shared/messages';
import { paths, useSearchParams } from '@headwater/shared/routing';
import type { ProfiledColumn, TableProfileAttributes } from '@headwater/shared/contract';
import type { Table, TableAddress } from '@headwater/shared/tables';
import {
  Banner,
  Button,
  CompactSelect,
  QueryBoundary,
  Row,
  Skeleton,
  Spacer,
  Text,
  TextLink,
  toast,
} from '@headwater/shared/ui';
import { AddressSearch } from '@headwater/shared/ui/inputs';
import { Frame, FrameFoot, ProgressBar } from '@headwater/shared/ui/workspace';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { ColumnDrawer } from './column-drawer.tsx';
import { COLUMN_ORDERS, orderedColumns, orderIn } from './column-order.ts';
import { ColumnTable } from './column-table.tsx';
import { TableChecks } from './table-checks.tsx';
import { allProfiles, isBeingMade, profileQuery, requestProfile } from './profile.queries.ts';

/** So many columns are shown at first, and more on request: a table may have 1,600. */
const SHOWN = 100;

interface TableColumnsProps {
  address: TableAddress;
  table: Table;
}

/** What is known about the columns of a version: the one in the URL, or the current one. */
export function TableColumns({ address, table }: TableColumnsProps) {
  const t = messages.use();
  const [query] = useSearchParams();
  const profile = useQuery(profileQuery(address, versionIn(query) ?? table.version!));
  return (
    <>
      <TableChecks address={address} table={table} />
      <QueryBoundary
        query={profile}
        thing={t('profile.thing')}
        loading={<Skeleton width="100%" height={420} />}
      >
        {(found) => <Profile address={address} table={table} profile={found} />}
      </QueryBoundary>
    </>
  );
}

function Profile({ address, table, profile }: TableColumnsProps & { profile: TableProfileAttributes }) {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  const [most, setMost] = useState(SHOWN);
  const order = orderIn(query);
  const search = query.get('find') ?? '';
  const found = orderedColumns(profile.columns, search, order);
  const shown = found.slice(0, most);
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(query);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setQuery(next, { replace: true });
  };
  return (
    <>
      <Row gap={2}>
        <Basis address={address} profile={profile} />
        <Spacer />
        <CompactSelect
          label={t('profile.order')}
          value={order}
          options={COLUMN_ORDERS.map((value) => ({ value, label: t(`profile.order.${value}`) }))}
          onChange={(value) => change('order', value === 'table' ? '' : value)}
        />
        <AddressSearch
          label={t('columns.find')}
          value={search}
          onChange={(text) => change('find', text)}
          width={200}
        />
      </Row>
      <Trouble address={address} profile={profile} />
      <Frame bleed>
        <ColumnTable table={table} profile={profile} columns={shown} />
        <FrameFoot>
          <span>
            {found.length === 0
              ? t('columns.none_found')
              : t('profile.count', { shown: shown.length, of: profile.columns.length })}
          </span>
          {shown.length < found.length && (
            <Button size="small" variant="ghost" onClick={() => setMost(found.length)}>
              {t('profile.show_all', { count: found.length })}
            </Button>
          )}
        </FrameFoot>
      </Frame>
      <ColumnDrawer address={address} table={table} profile={profile} columns={found} />
    </>
  );
}

/** Which rows the figures are about, and how far they are there. */
function Basis({ address, profile }: { address: TableAddress; profile: TableProfileAttributes }) {
  const t = messages.use();
  const { dateTime } = useFormat();
  const { version, isCurrent, state, rows, sampledRows, profiledAt, columns } = profile;
  const done = columns.filter(isDone).length;
  return (
    <Row gap={3}>
      {!isCurrent && (
        <Text tone="muted" size={13}>
          {t('table.version', { version })}{' '}
          <TextLink to={`${pathOf(address)}?tab=columns`}>{t('profile.to_current')}</TextLink>
        </Text>
      )}
      {isBeingMade(profile) && (
        <Text tone="muted" size={13} role="status">
          {t('profile.progress', { done, of: columns.length })}
        </Text>
      )}
      {isBeingMade(profile) && (
        <span style={{ width: 120 }}>
          <ProgressBar
            label={t('profile.making')}
            value={state === 'running' ? done / Math.max(1, columns.length) : null}
          />
        </span>
      )}
      {state === 'complete' && profiledAt && (
        <Text tone="muted" size={13}>
          {sampledRows === null
            ? t('profile.over_all', { count: rows, at: dateTime(profiledAt) })
            : t('profile.over_sample', { count: sampledRows, rows, at: dateTime(profiledAt) })}
        </Text>
      )}
    </Row>
  );
}

/** What couldn't be found out, or has never been asked for, with a button. */
function Trouble({ address, profile }: { address: TableAddress; profile: TableProfileAttributes }) {
  const t = messages.use();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { state, fault, version } = profile;
  const failed = profile.columns.filter((column) => column.fault !== null);
  const ask = async () => {
    setAsking(true);
    try {
      await requestProfile(address, version);
      await client.invalidateQueries(allProfiles(address));
    } catch (error) {
      toast.error(errorText(error));
    } finally {
      setAsking(false);
    }
  };
  const button = (label: string) => (
    <Button size="small" busy={isAsking} onClick={() => void ask()}>
      {label}
    </Button>
  );
  if (state === 'none')
    return (
      <Banner tone="info" action={button(t('profile.request'))}>
        {t('profile.none', { version })}
      </Banner>
    );
  if (state === 'failed')
    return (
      <Banner tone="bad" action={fault === 'version_damaged' ? undefined : button(t('profile.retry'))}>
        {t('profile.failed')} {t(`profile.fault.${fault ?? 'failed'}`)}
      </Banner>
    );
  if (state === 'complete' && failed.length > 0)
    return (
      <Banner tone="warn" action={button(t('profile.retry'))}>
        {t('profile.columns_failed', { count: failed.length, names: namesOf(failed) })}
      </Banner>
    );
  return null;
}

const NAMES_SHOWN = 5;

const namesOf = (columns: readonly ProfiledColumn[]) =>
  columns
    .slice(0, NAMES_SHOWN)
    .map(({ name }) => name)
    .join(', ') + (columns.length > NAMES_SHOWN ? ', …' : '');

const isDone = ({ facts, fault }: ProfiledColumn) => facts !== null || fault !== null;

const pathOf = ({ organizationId, sourceConnectionId, tableName }: TableAddress) =>
  paths.table(organizationId, sourceConnectionId, tableName);

function versionIn(query: URLSearchParams): number | null {
  const text = query.get('version') ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
