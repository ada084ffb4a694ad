import { useErrorText, useFormat } from '@headwater/shared/messages';
import { useMutation, useQuery, useQueryClient } from '@headwater/shared/query';
import { paths } from '@headwater/shared/routing';
import { tableQueries, type Table, type TableAddress } from '@headwater/shared/tables';
import { Button, Note, QueryBoundary, Row, Skeleton, TextLink, toast } from '@headwater/shared/ui';
import { ConfirmDialog } from '@headwater/shared/ui/menu';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { Frame, Tag } from '@headwater/shared/ui/workspace';
import { useState } from 'react';
import { messages } from '../messages.ts';
import { rowQueries } from '../row.queries.ts';
import { sourceQuery } from '../source.queries.ts';
import { restoreVersion, versionsQuery, type TableVersion } from '../version.queries.ts';

interface VersionListProps {
  address: TableAddress;
  table: Table;
}

/** The versions of a table that are kept, with a button to bring an earlier one back. */
export function VersionList({ address, table }: VersionListProps) {
  const t = messages.use();
  const { number, bytes, dateTime } = useFormat();
  const versions = useQuery(versionsQuery(address, table.version));
  const source = useQuery(sourceQuery(address));
  const [chosen, setChosen] = useState<TableVersion | null>(null);
  const canEdit = source.data?.can.edit ?? false;
  const columns: DataTableColumn<TableVersion>[] = [
    {
      id: 'version',
      head: t('versions.col_version'),
      rowHead: true,
      cell: ({ version, state }) => (
        <Row gap={2} nowrap>
          {t('table.version', { version })}
          {state !== 'kept' && (
            <Tag tone={state === 'current' ? 'accent' : undefined}>{t(`versions.state.${state}`)}</Tag>
          )}
        </Row>
      ),
    },
    { id: 'fresh', head: t('versions.col_fresh'), cell: ({ freshAsOf }) => dateTime(freshAsOf) },
    {
      id: 'origin',
      head: t('versions.col_origin'),
      cell: (version) => <Origin address={address} version={version} />,
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
      cell: (version) =>
        canEdit && version.state === 'kept' ? (
          <Button
            size="small"
            aria-label={t('versions.restore_named', { version: version.version })}
            onClick={() => setChosen(version)}
          >
            {t('versions.restore')}
          </Button>
        ) : null,
    },
  ];
  return (
    <QueryBoundary
      query={versions}
      thing={t('versions.thing')}
      loading={<Skeleton width="100%" height={148} />}
    >
      {(list) => (
        <>
          <Frame bleed>
            <DataTable
              label={t('table.tab.versions')}
              columns={columns}
              rows={list}
              rowKey={({ version }) => String(version)}
            />
          </Frame>
          <Note>{t('versions.kept')}</Note>
          {chosen && <RestoreDialog address={address} version={chosen} onClose={() => setChosen(null)} />}
        </>
      )}
    </QueryBoundary>
  );
}

/** The run that loaded a version, or the version whose data it brought back. */
function Origin({ address, version: { run, restored } }: { address: TableAddress; version: TableVersion }) {
  const t = messages.use();
  if (restored)
    return restored.by === null
      ? t('versions.restored', { from: restored.from })
      : t('versions.restored_by', { from: restored.from, by: restored.by });
  if (run.number === null) return '–';
  return (
    <TextLink to={paths.run(address.organizationId, address.sourceConnectionId, run.id)}>
      {t('versions.run', { number: run.number })}
    </TextLink>
  );
}

interface RestoreDialogProps {
  address: TableAddress;
  version: TableVersion;
  onClose(): void;
}

function RestoreDialog({ address, version: { version, freshAsOf, rows }, onClose }: RestoreDialogProps) {
  const t = messages.use();
  const { dateTime } = useFormat();
  const errorText = useErrorText();
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: () => restoreVersion(address, version),
    onSuccess: (table) => {
      client.setQueryData(tableQueries.one(address).queryKey, table);
      void client.invalidateQueries({ queryKey: ['tables', address.organizationId] });
      void client.invalidateQueries({ queryKey: ['source_connections', address.organizationId] });
      void client.resetQueries({ queryKey: rowQueries.all(address).queryKey });
      toast.success(t('versions.done', { version }));
      onClose();
    },
    onError: (error) => {
      toast.error(errorText(error));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      title={t('versions.question', { version })}
      confirm={t('versions.restore_named', { version })}
      busy={restore.isPending}
      onConfirm={() => restore.mutate()}
      onCancel={onClose}
    >
      <p>{t('versions.effect', { rows, time: dateTime(freshAsOf) })}</p>
      <p>{t('versions.effect_next')}</p>
    </ConfirmDialog>
  );
}
