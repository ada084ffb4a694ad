import type { TableQualityAttributes } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { Link, paths } from '@headwater/shared/routing';
import { Cut, Figure, Mono, QueryBoundary, Skeleton, Stack, Text, uiMessages } from '@headwater/shared/ui';
import { Drawer } from '@headwater/shared/ui/menu';
import { Frame } from '@headwater/shared/ui/workspace';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { messages } from '../../messages.ts';
import type { SourceConnection } from '../../source.queries.ts';
import { useWorkspace } from '../../workspace.ts';
import { rangeText } from './drift-table.tsx';
import { qualityQueries } from './quality.queries.ts';
import { RunColumns } from './run-columns.tsx';

interface TableDrawerProps {
  source: SourceConnection;
  /** Null to close it. */
  tableName: string | null;
  onClose(): void;
}

/** One table's rows after each of its last runs, and the share of NULL in each of its columns. */
export function TableDrawer({ source, tableName, onClose }: TableDrawerProps) {
  return (
    <Drawer open={tableName !== null} title={tableName} onClose={onClose}>
      {tableName !== null && <Figures source={source} tableName={tableName} />}
    </Drawer>
  );
}

function Figures({ source, tableName }: { source: SourceConnection; tableName: string }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const quality = useQuery(qualityQueries.ofTable(organizationId, source.id, tableName));
  return (
    <QueryBoundary
      query={quality}
      thing={t('quality.thing')}
      missing={t('quality.table_missing')}
      loading={<Skeleton width="100%" height={280} />}
    >
      {(found) => (
        <Stack gap={6}>
          <Rows source={source} quality={found} />
          {found.columns.length > 0 && <Nulls columns={found.columns} />}
        </Stack>
      )}
    </QueryBoundary>
  );
}

type Run = TableQualityAttributes['runs'][number];

function Rows({ source, quality }: { source: SourceConnection; quality: TableQualityAttributes }) {
  const t = messages.use();
  const words = uiMessages.use();
  const { organizationId } = useWorkspace();
  const { number } = useFormat();
  const { runs, volume } = quality;
  const counted = runs.filter((run) => run.rows !== null).toReversed();
  const name = (run: Run) => t('run.title', { number: number(run.runNumber) });
  const says = volume.usual
    ? t('quality.rows_usual', { rows: volume.rows ?? 0, range: rangeText(t, number, volume.usual) })
    : t('quality.rows_now', { rows: volume.rows ?? 0, earlier: volume.earlier });
  const columns: DataTableColumn<Run>[] = [
    {
      id: 'run',
      head: t('runs.col_run'),
      rowHead: true,
      cell: (run) => <Link to={paths.run(organizationId, source.id, run.runId)}>{name(run)}</Link>,
    },
    ...(
      [
        ['read', 'read'],
        ['loaded', 'written'],
        ['rejected', 'rejected'],
      ] as const
    ).map(([part, word]): DataTableColumn<Run> => ({
      id: part,
      head: words(`proof.${word}`),
      cell: (run) => (
        <Text tone={part === 'rejected' && run.rejected > 0 ? 'warn' : undefined}>{number(run[part])}</Text>
      ),
      align: 'end',
    })),
    {
      id: 'rows',
      head: t('quality.col_rows_after'),
      cell: ({ rows }) => (rows === null ? '–' : number(rows)),
      align: 'end',
    },
  ];
  return (
    <Stack gap={3}>
      <h3>{t('quality.rows')}</h3>
      <p>{says}</p>
      {counted.length > 0 && (
        <RunColumns
          label={says}
          columns={counted.map((run) => ({
            key: run.runId,
            title: t('quality.rows_title', { run: number(run.runNumber), rows: run.rows ?? 0 }),
            parts: [{ color: 'var(--c1)', value: run.rows ?? 0 }],
          }))}
          ends={[name(counted[0]!), name(counted.at(-1)!)]}
          band={volume.usual}
        />
      )}
      <Frame>
        <DataTable label={t('quality.rows')} columns={columns} rows={runs} rowKey={({ runId }) => runId} />
      </Frame>
    </Stack>
  );
}

type Column = TableQualityAttributes['columns'][number];

function Nulls({ columns: all }: { columns: readonly Column[] }) {
  const t = messages.use();
  const { number, percent } = useFormat();
  const columns: DataTableColumn<Column>[] = [
    {
      id: 'column',
      head: t('quality.col_column'),
      rowHead: true,
      cell: ({ name }) => (
        <Cut title={name} style={{ maxWidth: 190 }}>
          <Mono>{name}</Mono>
        </Cut>
      ),
    },
    { id: 'nulls', head: t('quality.col_nulls'), cell: ({ nulls }) => number(nulls), align: 'end' },
    {
      id: 'share',
      head: t('quality.col_share'),
      cell: ({ share, drifts }) => <Text tone={drifts ? 'warn' : undefined}>{percent(share)}</Text>,
      align: 'end',
    },
    {
      id: 'usual',
      head: t('quality.col_usual'),
      cell: ({ usual }) =>
        usual ? (
          <Figure>{t('quality.range', { low: percent(usual.low), high: percent(usual.high) })}</Figure>
        ) : (
          '–'
        ),
      align: 'end',
    },
  ];
  return (
    <Stack gap={3}>
      <h3>{t('quality.nulls')}</h3>
      <Frame>
        <DataTable label={t('quality.nulls')} columns={columns} rows={all} rowKey={({ name }) => name} />
      </Frame>
    </Stack>
  );
}
