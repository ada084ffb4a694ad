import type { ChecksResult } from '@headwater/shared/contract';
import { useQuery } from '@headwater/shared/query';
import { paths } from '@headwater/shared/routing';
import { useMay } from '@headwater/shared/session';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { styled, Text, TextLink } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { RunMark } from '../../tools/frame/run-mark.tsx';
import { runQuery, setupsOfTableQuery, type ToolAddress } from '../../tools/frame/tool.queries.ts';
import { useCheckText } from '../../tools/profiler/use-check-text.ts';
import { useChecksFigures } from '../../tools/profiler/use-checks-figures.ts';

/** What the table's saved checks have shown last, with those that failed by name. Beside the point if it can't be loaded. */
export function TableChecks({ address, table }: { address: TableAddress; table: Table }) {
  const t = messages.use();
  const { organizationId } = address;
  const tool: ToolAddress = { organizationId, slug: 'profiler' };
  const setups = useQuery(setupsOfTableQuery(tool, table.id)).data;
  const canEdit = useMay('data:edit');
  const figures = useChecksFigures();
  if (!setups) return null;
  if (setups.length === 0)
    return (
      <Text tone="dim" size={13}>
        {t('checks.none_yet')}{' '}
        {canEdit && (
          <TextLink to={paths.profiler(organizationId, { table: table.id })}>{t('checks.set_up')}</TextLink>
        )}
      </Text>
    );
  return (
    <List aria-label={t('checks.results')}>
      {setups.map((setup) => (
        <li key={setup.id}>
          <TextLink
            to={paths.profiler(organizationId, {
              setup: setup.id,
              ...(setup.lastRun && { run: setup.lastRun.id }),
            })}
          >
            {setup.name}
          </TextLink>
          {setup.lastRun ? (
            <RunMark run={setup.lastRun} figures={figures} />
          ) : (
            <Text tone="dim" size={13}>
              {t('checks.not_run')}
            </Text>
          )}
          {(setup.lastRun?.figures?.failed ?? 0) > 0 && <Failed tool={tool} runId={setup.lastRun!.id} />}
        </li>
      ))}
    </List>
  );
}

/** The names of the checks that failed in a run. */
function Failed({ tool, runId }: { tool: ToolAddress; runId: string }) {
  const text = useCheckText();
  const result = useQuery(runQuery(tool, runId)).data?.result as ChecksResult | null | undefined;
  const failed = result?.checks.filter(({ state }) => state === 'failed');
  return (
    failed && (
      <Text tone="muted" size={13}>
        {failed.map(({ check }) => text.check(check)).join(' · ')}
      </Text>
    )
  );
}

const List = styled('ul')({
  listStyle: 'none',
  display: 'grid',
  gap: 6,
  margin: 0,
  padding: 0,
  fontSize: 'var(--size-13)',
  '& li': { display: 'flex', flexWrap: 'wrap', gap: '2px 12px', alignItems: 'center', minWidth: 0 },
});
