import { queryClient } from '@headwater/shared/query';
import type { LoaderFunctionArgs } from '@headwater/shared/routing';
import { catalogQueries } from './catalog.queries.ts';
import { connectorQueries } from './connector.queries.ts';
import { sourceQueries } from './source.queries.ts';
import { runQueries } from './sync-run.queries.ts';
import { tablesOf } from './table.queries.ts';

// Loaders ask and don't wait: the page shows its own skeleton, and its own error.
const ask = (...queries: Promise<void>[]) => (void Promise.all(queries), null);

export const askConnectors = () => ask(queryClient.prefetchQuery(connectorQueries.list()));

export const askSources = ({ params: { organizationId = '' } }: LoaderFunctionArgs) =>
  ask(
    queryClient.prefetchQuery(sourceQueries.list(organizationId)),
    queryClient.prefetchQuery(connectorQueries.list()),
  );

export const askSource = ({ params: { organizationId = '', sourceConnectionId = '' } }: LoaderFunctionArgs) =>
  ask(
    queryClient.prefetchQuery(sourceQueries.one(organizationId, sourceConnectionId)),
    queryClient.prefetchQuery(connectorQueries.list()),
    queryClient.prefetchQuery(tablesOf(organizationId, sourceConnectionId)),
  );

export const askRun = ({
  params: { organizationId = '', sourceConnectionId = '', runId = '' },
}: LoaderFunctionArgs) =>
  ask(
    queryClient.prefetchQuery(sourceQueries.one(organizationId, sourceConnectionId)),
    queryClient.prefetchQuery(runQueries.one(organizationId, sourceConnectionId, runId)),
  );

export const askCatalog = ({
  params: { organizationId = '', sourceConnectionId = '' },
}: LoaderFunctionArgs) =>
  ask(
    queryClient.prefetchQuery(sourceQueries.one(organizationId, sourceConnectionId)),
    askStreams(organizationId, sourceConnectionId),
  );

/** The catalog, and as soon as it has come, which tables there are. */
async function askStreams(organizationId: string, sourceConnectionId: string): Promise<void> {
  const one = catalogQueries.one(organizationId, sourceConnectionId);
  await queryClient.prefetchQuery(one);
  const catalog = queryClient.getQueryData(one.queryKey);
  if (!catalog?.tables) return;
  await queryClient.prefetchQuery(catalogQueries.streams(organizationId, sourceConnectionId, catalog));
}
