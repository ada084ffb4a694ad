import { useFormat } from '@headwater/shared/messages';
import { paths, useSearchParams } from '@headwater/shared/routing';
import { Button, Cut } from '@headwater/shared/ui';
import { Freshness, PageHead, StatusBadge } from '@headwater/shared/ui/workspace';
import { IconRefresh } from '@headwater/shared/ui/icons';
import { CancelRun } from '../cancel-run.tsx';
import { ConnectorTile, useConnector, useConnectorName } from '../connector-tile.tsx';
import { messages } from '../messages.ts';
import { isBusy, type SourceConnection } from '../source.queries.ts';
import { standingOf } from '../standing.ts';
import { STATUS_NAME } from '../status.tsx';
import { useWorkspace } from '../workspace.ts';
import { useStartRun } from '../use-run-actions.ts';

/** The connection's name, its status, and what can be done with it now. */
export function SourceHead({ source }: { source: SourceConnection }) {
  const connector = useConnector(source.connector);
  const nameOf = useConnectorName();
  const { freshAsOf, address, outdatedTables } = source;
  return (
    <PageHead
      lead={<ConnectorTile id={source.connector} />}
      title={source.name}
      badge={<StatusBadge status={STATUS_NAME[standingOf(source)]} pill />}
      meta={
        <>
          <span>{connector ? nameOf(connector) : source.connector}</span>
          <Cut title={address}>{address}</Cut>
          <TablesFact source={source} />
          {source.selectedTables > 0 && (
            <Freshness asOf={freshAsOf} delayed={outdatedTables !== null} wordy />
          )}
        </>
      }
      actions={<Actions source={source} />}
    />
  );
}

function TablesFact({ source: { selectedTables } }: { source: SourceConnection }) {
  const t = messages.use();
  const { number } = useFormat();
  return (
    <span>
      {selectedTables === 0
        ? t('list.no_tables')
        : `${number(selectedTables)} ${t('tables.sum_tables', { count: selectedTables })}`}
    </span>
  );
}

function Actions({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  return (
    <>
      {source.can.edit && (
        <Button to={paths.selectData(organizationId, source.id)}>{t('details.select')}</Button>
      )}
      {!isBusy(source) ? (
        <SyncNow source={source} />
      ) : (
        source.lastRun && <CancelRun source={source} run={source.lastRun} />
      )}
    </>
  );
}

function SyncNow({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const [query] = useSearchParams();
  const start = useStartRun(organizationId, source.id);
  const reason = !source.can.sync
    ? t('details.no_sync_role')
    : source.selectedTables === 0
      ? t('details.no_tables')
      : undefined;
  return (
    <Button
      // On the settings tab, the form's own button is the primary one.
      variant={query.get('tab') === 'settings' ? 'secondary' : 'primary'}
      icon={<IconRefresh />}
      busy={start.isPending}
      busyLabel={t('details.syncing')}
      disabledReason={reason}
      onClick={() => start.mutate()}
    >
      {t('details.sync')}
    </Button>
  );
}
