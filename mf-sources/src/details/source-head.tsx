import { useFormat } from '@headwater/shared/messages';
import { paths } from '@headwater/shared/routing';
import { Button, CutMiddle } from '@headwater/shared/ui';
import { Freshness, PageHead, StatusBadge } from '@headwater/shared/ui/workspace';
import { CancelRun } from '../cancel-run.tsx';
import { ConnectorTile, useConnector, useConnectorName } from '../connector-tile.tsx';
import { messages } from '../messages.ts';
import { isBusy, type SourceConnection } from '../source.queries.ts';
import { NextRun } from '../next-run.tsx';
import { displayStatusOf } from '../display-status.ts';
import { STATUS_NAME } from '../status.tsx';
import { useWorkspace } from '../workspace.ts';
import { PauseButton } from './pause-button.tsx';
import { SyncNow } from './sync-now.tsx';

/** The connection's name, its status, and what can be done with it now. */
export function SourceHead({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const connector = useConnector(source.connector);
  const nameOf = useConnectorName();
  const { freshAsOf, lateAt, outdatedTables, address } = source;
  return (
    <PageHead
      lead={<ConnectorTile id={source.connector} />}
      title={source.name}
      badge={<StatusBadge status={STATUS_NAME[displayStatusOf(source)]} pill />}
      meta={
        <>
          <span>{connector ? nameOf(connector) : source.connector}</span>
          {address && <CutMiddle>{address}</CutMiddle>}
          <TablesFact source={source} />
          {source.selectedTables > 0 && (
            <Freshness asOf={freshAsOf} delayed={outdatedTables !== null} lateAt={lateAt} wordy />
          )}
          <span>
            {t('details.next_run')} <NextRun source={source} />
          </span>
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
        <>
          <Button to={paths.selectData(organizationId, source.id)}>{t('details.select')}</Button>
          <Button to={paths.scheduleSync(organizationId, source.id)}>{t('details.schedule')}</Button>
          <PauseButton source={source} />
        </>
      )}
      {!isBusy(source) ? (
        <SyncNow source={source} />
      ) : (
        source.lastRun && <CancelRun source={source} run={source.lastRun} />
      )}
    </>
  );
}
