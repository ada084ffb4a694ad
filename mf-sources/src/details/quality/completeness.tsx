import type { RunQuality } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Link, paths, useSearchParams } from '@headwater/shared/routing';
import { Button, Figure, styled, Text, uiMessages } from '@headwater/shared/ui';
import { Card, Frame, Mark } from '@headwater/shared/ui/workspace';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { messages } from '../../messages.ts';
import type { SourceConnection } from '../../source.queries.ts';
import { useWorkspace } from '../../workspace.ts';
import { RunColumns } from './run-columns.tsx';

const PARTS = [
  ['loaded', 'written', 'var(--c1)'],
  ['deduplicated', 'unchanged', 'var(--c3)'],
  ['filtered', 'filtered', 'var(--c6)'],
  ['rejected', 'rejected', 'var(--c2)'],
] as const;

interface CompletenessProps {
  source: SourceConnection;
  /** Newest first, at least one. */
  runs: readonly RunQuality[];
}

/** What became of the rows that the last runs read: a sentence, a chart, and the figures as a table. */
export function Completeness({ source, runs }: CompletenessProps) {
  const t = messages.use();
  const words = uiMessages.use();
  const { number } = useFormat();
  const [query, setQuery] = useSearchParams();
  const asTable = query.get('figures') === 'shown';
  const toggle = () => {
    const next = new URLSearchParams(query);
    if (asTable) next.delete('figures');
    else next.set('figures', 'shown');
    setQuery(next, { replace: true });
  };
  const sum = (of: (run: RunQuality) => number) => runs.reduce((total, run) => total + of(run), 0);
  const unaccounted = sum((run) => run.unaccounted);
  const rejected = sum((run) => run.rejected);
  const read = sum((run) => run.read);
  const says = [
    unaccounted > 0
      ? t('quality.incomplete', { rows: unaccounted, runs: runs.length })
      : t('quality.complete', { runs: runs.length, read }),
    ...(rejected > 0 ? [t('quality.rejected', { rejected })] : []),
  ].join(' ');
  const oldestFirst = runs.toReversed();
  const used = PARTS.filter(([part]) => sum((run) => run[part]) > 0);
  return (
    <Card
      title={t('quality.completeness')}
      tools={
        <Button size="small" variant="ghost" aria-expanded={asTable} onClick={toggle}>
          {t(asTable ? 'quality.hide_figures' : 'quality.show_figures')}
        </Button>
      }
    >
      <p>{says}</p>
      <RunColumns
        label={says}
        columns={oldestFirst.map((run) => ({
          key: run.runId,
          title: t('quality.run_title', {
            run: number(run.runNumber),
            read: run.read,
            written: run.loaded,
            rejected: run.rejected,
          }),
          parts: PARTS.map(([part, , color]) => ({ color, value: run[part] })),
        }))}
        ends={[
          nameOf(t, number, oldestFirst[0]!),
          `${nameOf(t, number, runs[0]!)}: ${number(runs[0]!.read)}`,
        ]}
      />
      {used.length > 1 && (
        <Legend aria-hidden>
          {used.map(([part, word, color]) => (
            <li key={part}>
              <i style={{ background: color }} />
              {words(`proof.${word}`)}
            </li>
          ))}
        </Legend>
      )}
      {asTable && <Figures source={source} runs={runs} />}
    </Card>
  );
}

const nameOf = (
  t: ReturnType<typeof messages.use>,
  number: (value: number) => string,
  { runNumber }: RunQuality,
) => t('run.title', { number: number(runNumber) });

function Figures({ source, runs }: CompletenessProps) {
  const t = messages.use();
  const words = uiMessages.use();
  const { organizationId } = useWorkspace();
  const { number, dateTime } = useFormat();
  const columns: DataTableColumn<RunQuality>[] = [
    {
      id: 'run',
      head: t('runs.col_run'),
      rowHead: true,
      cell: (run) => (
        <Link to={paths.run(organizationId, source.id, run.runId)}>{nameOf(t, number, run)}</Link>
      ),
    },
    {
      id: 'started',
      head: t('runs.col_started'),
      cell: ({ startedAt }) => <time dateTime={startedAt}>{dateTime(startedAt)}</time>,
      hideBelow: 900,
    },
    {
      id: 'read',
      head: words('proof.read'),
      cell: (run) => <Figure>{number(run.read)}</Figure>,
      align: 'end',
    },
    ...PARTS.map(([part, word]): DataTableColumn<RunQuality> => ({
      id: part,
      head: words(`proof.${word}`),
      cell: (run) => (
        <Text tone={part === 'rejected' && run.rejected > 0 ? 'warn' : undefined}>{number(run[part])}</Text>
      ),
      align: 'end',
      ...((part === 'deduplicated' || part === 'filtered') && { hideBelow: 900 as const }),
    })),
    {
      id: 'verdict',
      head: t('quality.col_verdict'),
      cell: ({ unaccounted }) =>
        unaccounted === 0 ? (
          <Mark glyph="synced" tone="ok" words={t('quality.adds_up')} />
        ) : (
          <Mark glyph="action" tone="bad" words={t('quality.unaccounted', { rows: unaccounted })} />
        ),
      hideBelow: 600,
    },
  ];
  return (
    <Frame>
      <DataTable
        label={t('quality.completeness')}
        columns={columns}
        rows={runs}
        rowKey={({ runId }) => runId}
      />
    </Frame>
  );
}

const Legend = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
  '& li': { display: 'inline-flex', alignItems: 'center', gap: 6 },
  '& i': { width: 8, height: 8, borderRadius: 2 },
});
