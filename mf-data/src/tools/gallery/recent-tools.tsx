import { useErrorText } from '@headwater/shared/messages';
import { useMutation, useQuery } from '@headwater/shared/query';
import { Link, paths, useNavigate } from '@headwater/shared/routing';
import { useMay } from '@headwater/shared/session';
import { Button, Cut, toast } from '@headwater/shared/ui';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { Frame, RelativeTime } from '@headwater/shared/ui/workspace';
import type { ReactNode } from 'react';
import { ownValue } from '@headwater/shared/contract';
import { messages } from '../../messages.ts';
import { RunMark } from '../frame/run-mark.tsx';
import { lastRunSetupsQuery, startRun, type ToolSetup } from '../frame/tool.queries.ts';
import { PastOutcome } from '../sql-editor/saved/history-list.tsx';
import { pastRuns } from '@headwater/shared/figures';
import { TOOLS, type ToolSlug } from '../tools.ts';
import { useFigures } from '../use-figures.ts';

interface RecentUse {
  key: string;
  slug: ToolSlug;
  name: string;
  /** Where it leads. */
  to: string;
  at: string;
  result: ReactNode;
  runs: string;
  action: ReactNode;
}

/** How many uses are shown. */
const SHOWN = 5;
const SQL_READ = 25;

/** What was run last: setups of any member, and one's own SQL. */
export function useRecentUses(organizationId: string) {
  const t = messages.use();
  const figures = useFigures();
  const mayRun = useMay('data:edit');
  const setups = useQuery(lastRunSetupsQuery(organizationId));
  const sql = useQuery(pastRuns(organizationId, SQL_READ));
  const open = (to: string) => (
    <Button size="small" to={to}>
      {t('tools.open')}
    </Button>
  );
  const ofSetups = (setups.data ?? []).flatMap((setup): RecentUse[] => {
    const tool = TOOLS.find(({ slug }) => slug === setup.tool);
    const text = ownValue(figures, setup.tool);
    if (!tool || !text || !setup.lastRun) return [];
    const to = `${tool.path(organizationId)}?setup=${setup.id}`;
    return [
      {
        ...{ key: setup.id, slug: tool.slug, name: setup.name, to, at: setup.lastRun.createdAt },
        result: <RunMark run={setup.lastRun} figures={text} />,
        runs: t(setup.afterSync ? 'tools.after_sync' : 'tools.manually'),
        action: mayRun ? <RunAgain organizationId={organizationId} setup={setup} to={to} /> : open(to),
      },
    ];
  });
  // The same text again and again is one use, its last one.
  const texts = new Map((sql.data ?? []).toReversed().map((run) => [run.sql, run]));
  const ofSql = [...texts.values()].map((run): RecentUse => {
    const to = paths.sqlEditor(organizationId, { sql: run.sql });
    return {
      ...{
        key: run.id,
        slug: 'sql-editor',
        name: run.sql.trim().replaceAll(/\s+/g, ' '),
        to,
        at: run.startedAt,
      },
      result: <PastOutcome run={run} />,
      runs: t('tools.manually'),
      action: open(to),
    };
  });
  const uses = [...ofSetups, ...ofSql].sort((a, b) => b.at.localeCompare(a.at));
  return { uses, isPending: setups.isPending || sql.isPending };
}

/** Runs a setup again and shows how it goes. */
function RunAgain({ organizationId, setup, to }: { organizationId: string; setup: ToolSetup; to: string }) {
  const t = messages.use();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const run = useMutation({
    mutationFn: () => startRun({ organizationId, slug: setup.tool }, { setupId: setup.id, isSample: false }),
    onSuccess: ({ id }) => navigate(`${to}&run=${id}`),
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <Button
      size="small"
      aria-label={t('tools.run_one', { name: setup.name })}
      busy={run.isPending}
      onClick={() => run.mutate()}
    >
      {t('tool.run')}
    </Button>
  );
}

/** What was run last in any tool, to look at it or to run it again. */
export function RecentTools({ uses }: { uses: readonly RecentUse[] }) {
  const t = messages.use();
  const columns: DataTableColumn<RecentUse>[] = [
    {
      id: 'name',
      head: t('tools.recent'),
      cell: ({ name, to }) => (
        <Cut title={name}>
          <Link to={to}>{name.slice(0, 200)}</Link>
        </Cut>
      ),
      rowHead: true,
    },
    {
      id: 'tool',
      head: t('tools.tool'),
      cell: ({ slug }) => t(`tools.${slug}.name`),
      width: 180,
      hideBelow: 600,
    },
    {
      id: 'at',
      head: t('tools.last_run'),
      cell: ({ at }) => <RelativeTime iso={at} />,
      width: 150,
      hideBelow: 900,
    },
    { id: 'result', head: t('tools.result'), cell: ({ result }) => result, width: 260, hideBelow: 900 },
    { id: 'runs', head: t('tools.runs'), cell: ({ runs }) => runs, width: 150, hideBelow: 1360 },
    { id: 'action', head: '', cell: ({ action }) => action, align: 'end', width: 96 },
  ];
  return (
    <Frame bleed>
      <DataTable
        label={t('tools.recent')}
        columns={columns}
        rows={uses.slice(0, SHOWN)}
        rowKey={({ key }) => key}
        density="roomy"
      />
    </Frame>
  );
}
