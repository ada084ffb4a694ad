import { isMade } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useInfiniteQuery, useQuery } from '@headwater/shared/query';
import { paths } from '@headwater/shared/routing';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { Button, Note, QueryBoundary, Row, Skeleton, styled } from '@headwater/shared/ui';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { Frame, FrameFoot, MoreButton } from '@headwater/shared/ui/workspace';
import { useState } from 'react';
import { messages } from '../messages.ts';
import { sourceQuery } from '../source.queries.ts';
import { isReadable, isRestorable, versionsQuery, type TableVersion } from '../version.queries.ts';
import { diffPath } from './diff-address.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { VersionOrigin, VersionTags } from './version-facts.tsx';

interface VersionListProps {
  address: TableAddress;
  table: Table;
}

/** The versions of a table that are kept, with a button to bring an earlier one back. */
export function VersionList({ address, table }: VersionListProps) {
  const t = messages.use();
  const { number, bytes, dateTime } = useFormat();
  const versions = useInfiniteQuery(versionsQuery(address, table.version));
  const source = useQuery({
    ...sourceQuery(address),
    enabled: table.connectionDeleted === null && !isMade(table.selection),
  });
  const [chosen, setChosen] = useState<TableVersion | null>(null);
  const listed = versions.data?.pages.flatMap(({ items }) => items) ?? [];
  const columns: DataTableColumn<TableVersion>[] = [
    {
      id: 'version',
      head: t('versions.col_version'),
      rowHead: true,
      cell: (version) => (
        <Row gap={2}>
          {t('table.version', { version: version.version })}
          <VersionTags version={version} />
        </Row>
      ),
    },
    { id: 'fresh', head: t('versions.col_fresh'), cell: ({ freshAsOf }) => dateTime(freshAsOf) },
    {
      id: 'origin',
      head: t('versions.col_origin'),
      cell: (version) => <VersionOrigin address={address} table={table} version={version} />,
      hideBelow: 600,
    },
    {
      id: 'rows',
      head: t('versions.col_rows'),
      align: 'end',
      cell: ({ rows }) => number(rows),
      hideBelow: 600,
    },
    {
      id: 'columns',
      head: t('versions.col_columns'),
      align: 'end',
      cell: ({ columns }) => number(columns),
      hideBelow: 900,
    },
    {
      id: 'size',
      head: t('versions.col_size'),
      align: 'end',
      cell: ({ bytes: size }) => bytes(size),
      hideBelow: 900,
    },
    {
      id: 'restore',
      head: '',
      align: 'end',
      cell: (version) => (
        <VersionActions {...{ address, table, version, listed }} onRestore={() => setChosen(version)} />
      ),
    },
  ];
  return (
    <QueryBoundary
      query={versions}
      thing={t('versions.thing')}
      loading={<Skeleton width="100%" height={148} />}
    >
      {() => (
        <>
          <Frame bleed>
            <DataTable
              label={t('table.tab.versions')}
              columns={columns}
              rows={listed}
              rowKey={({ version }) => String(version)}
            />
            {versions.hasNextPage && (
              <FrameFoot>
                <MoreButton list={versions}>{t('versions.older')}</MoreButton>
              </FrameFoot>
            )}
          </Frame>
          <MarkNotes versions={listed} />
          {source.data && (
            <Note>
              {t('versions.kept', { count: source.data.versionsKept, days: source.data.versionDays })}
            </Note>
          )}
          {chosen && (
            <RestoreDialog address={address} table={table} version={chosen} onClose={() => setChosen(null)} />
          )}
        </>
      )}
    </QueryBoundary>
  );
}

interface VersionActionsProps extends VersionListProps {
  version: TableVersion;
  listed: readonly TableVersion[];
  onRestore(): void;
}

/** Leads to a version's columns and changes, and brings it back. */
function VersionActions({ address, table, version, listed, onRestore }: VersionActionsProps) {
  const t = messages.use();
  return (
    <Actions>
      {version.state === 'kept' && isReadable(version) && (
        <Button
          size="small"
          variant="ghost"
          to={`${tablePage(address)}?tab=columns&version=${version.version}`}
          aria-label={t('versions.columns_of_named', { version: version.version })}
        >
          {t('versions.columns_of')}
        </Button>
      )}
      <Compare address={address} version={version} listed={listed} />
      {table.can.restore && isRestorable(version) && (
        <Button
          size="small"
          aria-label={t('versions.restore_named', { version: version.version })}
          aria-haspopup="dialog"
          onClick={onRestore}
        >
          {t('versions.restore')}
        </Button>
      )}
    </Actions>
  );
}

/** Explains the marks of versions that can't be restored, which a touch screen has no tooltips for. */
function MarkNotes({ versions }: { versions: readonly TableVersion[] }) {
  const t = messages.use();
  const masked = versions
    .filter(({ state }) => state !== 'current')
    .flatMap(({ maskedSince }) => maskedSince);
  return (
    <>
      {versions.some(({ damagedAt }) => damagedAt !== null) && <Note>{t('versions.damaged_note')}</Note>}
      {masked.length > 0 && (
        <Note>{t('versions.masked_note', { columns: [...new Set(masked)].join(', ') })}</Note>
      )}
    </>
  );
}

/** Leads to what a version has changed since the newest one before it that can be read. */
function Compare({
  address,
  version: found,
  listed,
}: {
  address: TableAddress;
  version: TableVersion;
  listed: readonly TableVersion[];
}) {
  const t = messages.use();
  const { version: after } = found;
  const before = listed.find((one) => one.version < after && isReadable(one))?.version;
  if (before === undefined || !isReadable(found)) return null;
  return (
    <Button
      size="small"
      variant="ghost"
      to={diffPath(address, { before, after })}
      aria-label={t('versions.compare_named', { after, before })}
    >
      {t('versions.compare')}
    </Button>
  );
}

const tablePage = ({ organizationId, sourceConnectionId, tableName }: TableAddress) =>
  paths.table(organizationId, sourceConnectionId, tableName);

const Actions = styled('span')({ display: 'inline-flex', gap: 4, justifyContent: 'flex-end' });
