import { useQuery } from '@headwater/shared/query';
import { paths, useTitle } from '@headwater/shared/routing';
import { QueryBoundary, Button, Page, Skeleton, Stack } from '@headwater/shared/ui';
import { PageHead } from '@headwater/shared/ui/workspace';
import { IconPlus } from '@headwater/shared/ui/icons';
import { messages } from '../messages.ts';
import { sourceQueries } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { FirstSource } from './first-source.tsx';
import { SourceList } from './source-list.tsx';
import { useSyncAll } from './use-sync-all.tsx';

/** All source connections of the workspace with their live status, or an invitation if there are none. */
export function SourcesPage() {
  const t = messages.use();
  const { organizationId, canEdit } = useWorkspace();
  const sources = useQuery(sourceQueries.list(organizationId));
  const syncAll = useSyncAll(sources.data ?? []);
  const some = (sources.data?.length ?? 0) > 0;
  useTitle(t('list.title'));
  const connect = (
    <Button variant="primary" icon={<IconPlus />} to={paths.newSourceSelect(organizationId)}>
      {t('list.connect')}
    </Button>
  );
  return (
    <Page>
      <PageHead
        title={t('list.title')}
        actions={
          some && (
            <>
              {syncAll.button}
              {canEdit && connect}
            </>
          )
        }
      />
      {syncAll.report}
      <QueryBoundary query={sources} thing={t('list.thing')} loading={<ListLoading />}>
        {(all) => (all.length === 0 ? <FirstSource /> : <SourceList sources={all} />)}
      </QueryBoundary>
    </Page>
  );
}

function ListLoading() {
  return (
    <Stack>
      <Skeleton width={280} height={28} />
      <Skeleton width="100%" height={34} />
      <Skeleton width="100%" height={52} />
      <Skeleton width="100%" height={52} />
      <Skeleton width="100%" height={52} />
    </Stack>
  );
}
