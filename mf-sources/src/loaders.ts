import { queryClient } from '@headwater/shared/query';
import type { LoaderFunctionArgs } from '@headwater/shared/routing';
import { catalogQueries } from './catalog.queries.ts';
import { connectorQueries } from './connector.queries.ts';
import { scheduleQueries } from './schedule.queries.ts';
import { sourceQueries } from './source.queries.ts';
import { runQueries } from './sync-run.queries.ts';
import { tablesOf } from './table.queries.ts';

// Loaders start requests and don't wait for them: the page shows its own skeleton and its own errors.
const start = (...queries: Promise<void>[]) => (void Promise.all(queries), null);

export const loadConnectors = () => start(queryClient.prefetchQuery(connectorQueries.list()));

export const loadSources = ({ params: { organizationId = '' } }: LoaderFunctionArgs) =>
  start(
    queryClient.prefetchQuery(sourceQueries.list(organizationId)),
    queryClient.prefetchQuery(connectorQueries.list()),
  );

export const loadSource = ({
  params: { organizationId = '', sourceConnectionId = '' },
}: LoaderFunctionArgs) =>
  start(
    queryClient.prefetchQuery(sourceQueries.one(organizationId, sourceConnectionId)),
    queryClient.prefetchQuery(connectorQueries.list()),
    queryClient.prefetchQuery(tablesOf(organizationId, sourceConnectionId)),
  );

export const loadRun = ({
  params: { organizationId = '', sourceConnectionId = '', runId = '' },
}: LoaderFunctionArgs) =>
  start(
    queryClient.prefetchQuery(sourceQueries.one(organizationId, sourceConnectionId)),
    queryClient.prefetchQuery(runQueries.one(organizationId, sourceConnectionId, runId)),
  );

export const loadCatalog = ({
  params: { organizationId = '', sourceConnectionId = '' },
}: LoaderFunctionArgs) => start(prefetchStreams(organizationId, sourceConnectionId));

export const loadSchedule = ({
  params: { organizationId = '', sourceConnectionId = '' },
}: LoaderFunctionArgs) =>
  start(
    queryClient.prefetchQuery(sourceQueries.one(organizationId, sourceConnectionId)),
    queryClient.prefetchQuery(scheduleQueries.one(organizationId, sourceConnectionId)),
  );

/** Fetches the connection and its catalog, and then its list of tables. */
async function prefetchStreams(organizationId: string, sourceConnectionId: string): Promise<void> {
  const one = sourceQueries.one(organizationId, sourceConnectionId);
  const its = catalogQueries.one(organizationId, sourceConnectionId);
  await Promise.all([queryClient.prefetchQuery(one), queryClient.prefetchQuery(its)]);
  const source = queryClient.getQueryData(one.queryKey);
  const catalog = queryClient.getQueryData(its.queryKey);
  if (!source || !catalog?.tables) return;
  await queryClient.prefetchQuery(catalogQueries.streams(organizationId, source, catalog));
}
