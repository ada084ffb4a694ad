import type { ServerEvent } from '@headwater/shared/contract';
import { liveKey, type QueryClient } from '@headwater/shared/query';
import { sessionQuery } from '@headwater/shared/session';

/** The types that the server sends change events for. Their query keys begin with type and workspace. */
const LIVE_TYPES: Record<ServerEvent['type'], true> = {
  source_connections: true,
  connection_checks: true,
  catalogs: true,
  members: true,
  organizations: true,
  notification_channels: true,
  reports: true,
  saved_queries: true,
  schedules: true,
  schema_changes: true,
  service_accounts: true,
  sync_runs: true,
  tables: true,
  tool_runs: true,
};

type Key = readonly unknown[];

const isLive = ([type, organization]: Key, organizationId: string) =>
  organization === organizationId && Object.hasOwn(LIVE_TYPES, String(type));

/** Refetches what is on screen. The rest is fetched again when it is next shown. */
export function invalidate(
  client: QueryClient,
  organizationId: string,
  { type }: ServerEvent,
): Promise<void> {
  // The session says in which role its user belongs to the workspace, if still, and what applies to everyone in it.
  if (type === 'members' || type === 'organizations') void refreshSession(client);
  return client.invalidateQueries({ queryKey: liveKey(type, organizationId) });
}

/** Has what the event names fetched again when it is next shown. */
export const markStale = (client: QueryClient, organizationId: string, { type }: ServerEvent) =>
  client.invalidateQueries({ queryKey: liveKey(type, organizationId), refetchType: 'none' });

/** Asks again which workspaces are the user's. */
export const refreshSession = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: sessionQuery.queryKey });

/** Invalidates data that arrived before `time` and may lack a change that this tab did not receive. */
export function invalidateOlder(client: QueryClient, organizationId: string, time: number) {
  return client.invalidateQueries({
    predicate: ({ queryKey, state }) => isLive(queryKey, organizationId) && state.dataUpdatedAt < time,
  });
}

/** Refetches everything on screen that the server would send change events for, unless it is still on its way. */
export function poll(client: QueryClient, organizationId: string) {
  return client.refetchQueries(
    { type: 'active', predicate: ({ queryKey }) => isLive(queryKey, organizationId) },
    { cancelRefetch: false },
  );
}
