import type { ServerEvent } from '@headwater/shared/contract';
import type { QueryClient } from '@headwater/shared/query';

/** What the server announces changes of; keys of such queries begin with type and workspace. */
const LIVE_TYPES: Record<ServerEvent['type'], true> = {
  source_connections: true,
  connection_checks: true,
  catalogs: true,
  sync_runs: true,
  tables: true,
};

type Key = readonly unknown[];

const isLive = ([type, organization]: Key, organizationId: string) =>
  organization === organizationId && Object.hasOwn(LIVE_TYPES, String(type));

/** What is on screen is fetched again; what isn't, when it is shown next. */
export function invalidate(client: QueryClient, organizationId: string, { type }: ServerEvent) {
  return client.invalidateQueries({ queryKey: [type, organizationId] });
}

/** Data that arrived before `time` may lack a change that nobody announced to this tab. */
export function invalidateOlder(client: QueryClient, organizationId: string, time: number) {
  return client.invalidateQueries({
    predicate: ({ queryKey, state }) => isLive(queryKey, organizationId) && state.dataUpdatedAt < time,
  });
}

/** Asks again for everything on screen that the server would announce changes of. */
export function poll(client: QueryClient, organizationId: string) {
  return client.refetchQueries({
    type: 'active',
    predicate: ({ queryKey }) => isLive(queryKey, organizationId),
  });
}
