import { keepPreviousData, useInfiniteQuery } from '@headwater/shared/query';
import { useSearchParams } from '@headwater/shared/routing';
import { Button, QueryBoundary, Skeleton, Stack } from '@headwater/shared/ui';
import { EmptyState } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { isActive, runQueries, type RunFilter } from '../sync-run.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { runFilterOf, withRunFilter } from './run-filter.ts';
import { RunFilters } from './run-filters.tsx';
import { RunTable } from './run-table.tsx';

/** The connection's runs, newest first. Each has its own page. */
export function RunsTab({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const [query, setQuery] = useSearchParams();
  const filter = runFilterOf(query);
  const isFiltered = filter.state !== null || filter.trigger !== null;
  const change = (part: Partial<RunFilter>) =>
    setQuery((latest) => withRunFilter(latest, { ...runFilterOf(latest), ...part }), { replace: true });
  const runs = useInfiniteQuery({
    ...runQueries.list(organizationId, source.id, filter),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.items.some(isActive) ? 2_500 : false),
  });
  return (
    <QueryBoundary query={runs} thing={t('runs.thing')} loading={<RunsLoading />}>
      {({ pages }) => {
        const all = pages.flatMap((page) => page.items);
        if (all.length === 0 && !isFiltered)
          return <EmptyState title={t('runs.empty')}>{t('runs.empty_text')}</EmptyState>;
        return (
          <>
            <RunFilters filter={filter} onChange={change} />
            {all.length === 0 && (
              <EmptyState
                title={t('runs.none_found')}
                action={
                  <Button onClick={() => change({ state: null, trigger: null })}>
                    {t('runs.clear_filter')}
                  </Button>
                }
              />
            )}
            {all.length > 0 && (
              <RunTable
                source={source}
                runs={all}
                onMore={runs.hasNextPage ? () => void runs.fetchNextPage() : undefined}
                isLoadingMore={runs.isFetchingNextPage}
              />
            )}
          </>
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
