import { useQuery } from '@headwater/shared/query';
import { paths, useParams, useSearchParams, useTitle, useVisit } from '@headwater/shared/routing';
import { QueryBoundary, Page, Skeleton, Stack } from '@headwater/shared/ui';
import { Topbar } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import { sourceQueries, type ConfiguredSource } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { HeldTables } from './held-tables.tsx';
import { WaitingChanges } from './schema-changes/waiting-changes.tsx';
import { SourceHead } from './source-head.tsx';
import { SourceNotices } from './source-notices.tsx';
import { SourceTabs, tabOf } from './source-tabs.tsx';

/** One source connection: its status, its tables, its runs, and its settings. */
export function SourcePage() {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const { sourceConnectionId = '' } = useParams();
  const source = useQuery(sourceQueries.one(organizationId, sourceConnectionId));
  const name = source.data?.name;
  useTitle(name ?? t('list.title'));
  useVisit(paths.sourceConnection(organizationId, sourceConnectionId), name);
  return (
    <>
      <Topbar
        crumbs={[{ label: t('area'), to: paths.sourceConnections(organizationId) }, { label: name ?? '…' }]}
      />
      <Page>
        <QueryBoundary
          query={source}
          thing={t('details.thing')}
          missing={t('load_failed.missing')}
          loading={<SourceLoading />}
        >
          {(one) => <Source source={one} />}
        </QueryBoundary>
      </Page>
    </>
  );
}

function Source({ source }: { source: ConfiguredSource }) {
  const [query] = useSearchParams();
  return (
    <>
      <SourceHead source={source} />
      <SourceNotices source={source} />
      <HeldTables source={source} />
      {tabOf(query.get('tab')) !== 'changes' && <WaitingChanges source={source} />}
      <SourceTabs source={source} />
    </>
  );
}

function SourceLoading() {
  return (
    <Stack>
      <Skeleton width={260} height={28} />
      <Skeleton width={340} />
      <Skeleton width="100%" height={36} />
      <Skeleton width="100%" height={160} />
    </Stack>
  );
}
