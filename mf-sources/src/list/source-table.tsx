import { useFormat } from '@headwater/shared/messages';
import { Link, paths } from '@headwater/shared/routing';
import { useCalendar } from '@headwater/shared/session';
import { Cut, styled, TwoLines } from '@headwater/shared/ui';
import { Frame, FrameFoot, Freshness } from '@headwater/shared/ui/workspace';
import { Checkbox } from '@headwater/shared/ui/inputs';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { ConnectorTile, useConnector, useConnectorName } from '../connector-tile.tsx';
import { FailureButton } from '../failure-button.tsx';
import { messages } from '../messages.ts';
import { NextRun } from '../next-run.tsx';
import type { SourceConnection } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { LastRunCell } from './last-run-cell.tsx';
import { SourceMenu } from './source-menu.tsx';
import { StatusCell } from './status-cell.tsx';
import type { useChosen } from './use-chosen.ts';

interface SourceTableProps {
  sources: readonly SourceConnection[];
  choice: ReturnType<typeof useChosen>;
}

/** Connections with their status. On phones, only the name, the freshness, and the status are shown. */
export function SourceTable({ sources, choice }: SourceTableProps) {
  const t = messages.use();
  const { number } = useFormat();
  const { zone } = useCalendar();
  const columns: DataTableColumn<SourceConnection>[] = [
    {
      id: 'choose',
      head: (
        <Checkbox
          hideLabel
          label={t('bulk.all')}
          checked={choice.chosen.length === sources.length}
          indeterminate={choice.chosen.length > 0 && choice.chosen.length < sources.length}
          onChange={choice.toggleAll}
        />
      ),
      cell: (source) => (
        <Checkbox
          hideLabel
          label={t('bulk.one', { name: source.name })}
          checked={choice.isChosen(source)}
          onChange={() => choice.toggle(source)}
        />
      ),
      width: 44,
      hideBelow: 600,
    },
    {
      id: 'name',
      head: t('list.col_connection'),
      cell: (source) => <NameCell source={source} />,
      rowHead: true,
    },
    {
      id: 'status',
      head: t('list.col_status'),
      cell: (source) => <StatusCell source={source} />,
      width: 'min(200px, 44vw)',
    },
    {
      id: 'tables',
      head: t('list.col_tables'),
      cell: (source) => number(source.selectedTables),
      align: 'end',
      hideBelow: 1360,
    },
    {
      id: 'run',
      head: t('list.col_last_run'),
      cell: (source) => <LastRunCell run={source.lastRun} />,
      hideBelow: 900,
    },
    { id: 'fresh', head: t('list.col_fresh'), cell: (source) => <Fresh source={source} />, hideBelow: 600 },
    {
      id: 'next',
      head: t('list.col_next'),
      cell: (source) => <NextCell source={source} />,
      hideBelow: 900,
    },
    { id: 'menu', head: '', cell: (source) => <SourceMenu source={source} />, width: 44, hideBelow: 600 },
  ];
  const tables = sources.reduce((sum, source) => sum + source.selectedTables, 0);
  return (
    <Frame bleed>
      <DataTable
        label={t('list.title')}
        columns={columns}
        rows={sources}
        rowKey={(source) => source.id}
        density="two-line"
        isSelected={choice.isChosen}
      />
      <FrameFoot>
        <span>{t('list.total', { connections: sources.length, tables })}</span>
        <span>{t('list.zone', { zone })}</span>
      </FrameFoot>
    </Frame>
  );
}

function Fresh({ source }: { source: SourceConnection }) {
  if (source.selectedTables === 0) return '–';
  const { freshAsOf, outdatedTables, lateAt } = source;
  return <Freshness asOf={freshAsOf} delayed={outdatedTables !== null} lateAt={lateAt} />;
}

/** The next run or, if someone has to act first, the button for it. */
function NextCell({ source }: { source: SourceConnection }) {
  const { status, failure, can } = source;
  if (status === 'failed' && failure && can.edit) return <FailureButton failure={failure} source={source} />;
  return <NextRun source={source} />;
}

function NameCell({ source }: { source: SourceConnection }) {
  const { organizationId } = useWorkspace();
  const connector = useConnector(source.connector);
  const nameOf = useConnectorName();
  const kind = connector ? nameOf(connector) : source.connector;
  // The sample shop has no address.
  const about = source.address ? `${kind} · ${source.address}` : kind;
  return (
    <Name>
      <ConnectorTile id={source.connector} />
      <TwoLines>
        <Cut title={source.name}>
          <Link to={paths.sourceConnection(organizationId, source.id)}>{source.name}</Link>
        </Cut>
        <span>
          <Cut className="hw-p2" title={about}>
            {about}
          </Cut>
          <span className="hw-narrow">
            <Fresh source={source} />
          </span>
        </span>
      </TwoLines>
    </Name>
  );
}

const Name = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: 12,
  alignItems: 'center',
  width: 296,
  '& a': { color: 'var(--text)', fontWeight: 'var(--weight-medium)' },
  '@media (max-width: 1360px)': { width: 240 },
  '@media (max-width: 600px)': {
    width: 'auto',
    gridTemplateColumns: 'minmax(0, 1fr)',
    '& > [aria-hidden]': { display: 'none' },
  },
});
