import { useSearchParams } from '@headwater/shared/routing';
import { CompactSelect, IconButton, QueryBoundary, Skeleton, Stack, styled } from '@headwater/shared/ui';
import { IconDownload } from '@headwater/shared/ui/icons';
import { AddressSearch, Switch } from '@headwater/shared/ui/inputs';
import { Chips, FilterChip } from '@headwater/shared/ui/workspace';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import type { SourceConnection } from '../../source.queries.ts';
import { isActive, type SyncRun } from '../../sync-run.queries.ts';
import { useWorkspace } from '../../workspace.ts';
import { logFileUrl } from './log.queries.ts';
import { logViewOf, withLogView, type LogView } from './log-view.ts';
import { LogLines } from './log-lines.tsx';
import { useLog } from './use-log.ts';

interface RunLogProps {
  source: SourceConnection;
  run: SyncRun;
  /** When the run was last seen. */
  seenAt: number;
}

/** What a run has logged, newest first: searched and filtered by the server, and followed while the run is active. */
export function RunLog({ source, run, seenAt }: RunLogProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const [query, setQuery] = useSearchParams();
  const view = logViewOf(query);
  // The newest line to show stays the same when another one is linked to.
  const [from, setFrom] = useState(view.line);
  const [follows, setFollows] = useState(from === null);
  const address = { organizationId, sourceConnectionId: source.id, runId: run.id };
  const log = useLog(address, view, { from, follow: follows, seenAt });
  const show = (change: Partial<LogView>) =>
    setQuery((latest) => withLogView(latest, { ...logViewOf(latest), ...change }), { replace: true });
  const follow = (on: boolean) => {
    setFollows(on);
    if (on) setFrom(null);
  };
  return (
    <Root aria-labelledby="run-log">
      <Head>
        <h2 id="run-log">{t('log.title')}</h2>
        <Tools>
          <CompactSelect
            label={t('log.table')}
            value={view.tableName ?? ''}
            width={132}
            options={[
              { value: '', label: t('log.all_tables') },
              ...run.streams.map(({ tableName }) => ({ value: tableName, label: tableName })),
            ]}
            onChange={(tableName) => show({ tableName })}
          />
          <Levels level={view.level} onChange={(level) => show({ level })} />
          <Line>
            <AddressSearch
              label={t('log.search')}
              width={164}
              value={view.text}
              onChange={(text) => show({ text })}
            />
            {isActive(run) && (
              <Switch
                label={t('log.follow')}
                checked={follows}
                onChange={(event) => follow(event.target.checked)}
              />
            )}
            <IconButton size="small" label={t('log.download')} download={logFileUrl(address)}>
              <IconDownload />
            </IconButton>
          </Line>
        </Tools>
      </Head>
      <QueryBoundary query={log} thing={t('log.thing')} loading={<LogLoading />}>
        {() => (
          <LogLines
            lines={log.lines}
            linked={view.line}
            isFiltered={view.level !== null || !!view.tableName || view.text.trim() !== ''}
            isSearching={log.isSearching}
            isRunning={isActive(run)}
            onEnd={log.hasNextPage && !log.isFetchingNextPage ? () => void log.fetchNextPage() : undefined}
          />
        )}
      </QueryBoundary>
    </Root>
  );
}

function Levels({ level, onChange }: { level: LogView['level']; onChange(level: LogView['level']): void }) {
  const t = messages.use();
  return (
    <Chips role="group" aria-label={t('log.level')}>
      {([null, 'warn', 'error'] as const).map((one) => (
        <FilterChip key={one} pressed={level === one} onClick={() => onChange(one)}>
          {t(`log.filter.${one ?? 'all'}`)}
        </FilterChip>
      ))}
    </Chips>
  );
}

function LogLoading() {
  return (
    <Loading>
      <Skeleton width="70%" />
      <Skeleton width="60%" />
      <Skeleton width="80%" />
    </Loading>
  );
}

const Root = styled('section')({
  minWidth: 0,
  borderRadius: 'var(--radius)',
  border: '1px solid var(--line-2)',
  background: 'var(--surface)',
  overflow: 'hidden',
  '@media (max-width: 600px)': { marginInline: -16, borderRadius: 0, borderWidth: '1px 0' },
});
const Head = styled('header')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 16px',
  minHeight: 44,
  padding: '8px 8px 8px 16px',
  '& h2': { fontSize: 'var(--size-14)', fontWeight: 'var(--weight-strong)' },
  '@media (max-width: 600px)': { padding: '12px 16px' },
});
const Tools = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  '@media (max-width: 600px)': { width: '100%' },
});
/** Stays in one line on phones. */
const Line = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  '& > [role="search"]': { flex: '0 1 auto', minWidth: 0 },
  '@media (max-width: 600px)': { width: '100%', '& > [role="search"]': { flex: 1 } },
});
const Loading = styled(Stack)({ padding: '12px 16px' });
