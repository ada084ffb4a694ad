import { useInfiniteQuery } from '@headwater/shared/query';
import { QueryBoundary, Skeleton, Stack } from '@headwater/shared/ui';
import { EmptyState } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { isActive, runQueries } from '../sync-run.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { RunTable } from './run-table.tsx';

/** The connection's runs, newest first. Each has its own page. */
export function RunsTab({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const runs = useInfiniteQuery({
    ...runQueries.list(organizationId, source.id),
    refetchInterval: ({ state }) => (state.data?.pages[0]?.items.some(isActive) ? 2_500 : false),
  });
  return (
    <QueryBoundary query={runs} thing={t('runs.thing')} loading={<RunsLoading />}>
      {({ pages }) => {
        const all = pages.flatMap((page) => page.items);
        if (all.length === 0) return <EmptyState title={t('runs.empty')}>{t('runs.empty_text')}</EmptyState>;
        return (
          <RunTable
            source={source}
            runs={all}
            onMore={runs.hasNextPage ? () => void runs.fetchNextPage() : undefined}
            isLoadingMore={runs.isFetchingNextPage}
          />
        );
      }}
    </QueryBoundary>
  );
}

function RunsLoading() {
  return (
    <Stack gap={2}>
      <Skeleton width="100%" height={34} />
      <Skeleton width="100%" height={44} />
      <Skeleton width="100%" height={44} />
    </Stack>
  );
}
