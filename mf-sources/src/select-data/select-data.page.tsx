import { useQuery } from '@headwater/shared/query';
import { paths, useParams, useTitle } from '@headwater/shared/routing';
import { QueryBoundary, Page, Skeleton, Stack } from '@headwater/shared/ui';
import { Topbar, WizardSteps } from '@headwater/shared/ui/workspace';
import { catalogQueries, type Catalog } from '../catalog.queries.ts';
import { CatalogAge } from '../discovery/catalog-age.tsx';
import { RefreshCatalog } from '../discovery/refresh-catalog.tsx';
import { useDiscovery } from '../discovery/use-discovery.ts';
import { messages } from '../messages.ts';
import { sourceQueries, type SourceConnection } from '../source.queries.ts';
import { isBeingSetUp, useWizardSteps } from '../wizard.ts';
import { useWorkspace } from '../workspace.ts';
import { DiscoveryState } from './discovery-state.tsx';
import { SelectTables } from './select-tables.tsx';

/** What a source has to offer, and which of its tables are synced. */
export function SelectDataPage() {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const { sourceConnectionId = '' } = useParams();
  const source = useQuery(sourceQueries.one(organizationId, sourceConnectionId));
  const catalog = useQuery(catalogQueries.one(organizationId, sourceConnectionId));
  useTitle(t('tables.title'));
  const crumbs = [
    { label: t('area'), to: paths.sourceConnections(organizationId) },
    { label: source.data?.name ?? '…', to: paths.sourceConnection(organizationId, sourceConnectionId) },
    { label: t('tables.title') },
  ];
  const loading = <TablesLoading />;
  const missing = t('load_failed.missing');
  const steps = useWizardSteps();
  const age = source.data && catalog.data && (
    <>
      {isBeingSetUp(source.data) && <WizardSteps steps={steps} current={2} />}
      <div className="hw-p2">
        <CatalogAge catalog={catalog.data} />
      </div>
      <RefreshCatalog source={source.data} catalog={catalog.data} />
    </>
  );
  return (
    <>
      <Topbar crumbs={crumbs} actions={age} />
      <QueryBoundary query={source} thing={t('details.thing')} missing={missing} loading={loading}>
        {(one) => (
          <QueryBoundary query={catalog} thing={t('tables.thing')} missing={missing} loading={loading}>
            {(found) => <Tables source={one} catalog={found} />}
          </QueryBoundary>
        )}
      </QueryBoundary>
    </>
  );
}

/** The tables as of the last discovery, or the state of the first one. */
function Tables({ source, catalog }: { source: SourceConnection; catalog: Catalog }) {
  const discovery = useDiscovery(source, catalog);
  if (catalog.tables > 0) return <ListedTables key={source.id} source={source} catalog={catalog} />;
  return <DiscoveryState source={source} catalog={catalog} discovery={discovery} />;
}

function ListedTables({ source, catalog }: { source: SourceConnection; catalog: Catalog }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const list = useQuery(catalogQueries.streams(organizationId, source, catalog));
  return (
    <QueryBoundary query={list} thing={t('tables.thing')} loading={<TablesLoading />}>
      {(found) => <SelectTables source={source} catalog={catalog} list={found} />}
    </QueryBoundary>
  );
}

function TablesLoading() {
  return (
    <Page>
      <Stack gap={3}>
        <Skeleton width={160} height={28} />
        <Skeleton width="100%" height={40} />
        <Skeleton width="100%" height={36} />
        <Skeleton width="100%" height={36} />
        <Skeleton width="100%" height={36} />
      </Stack>
    </Page>
  );
}
