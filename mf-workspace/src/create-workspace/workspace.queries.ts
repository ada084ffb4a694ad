import { api } from '@headwater/shared/api';
import type {
  DeletedOrganizationResource,
  NewEvent,
  NewOrganization,
  OrganizationResource,
} from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { ownTimeZone } from '@headwater/shared/messages';
import { queryClient, queryOptions } from '@headwater/shared/query';
import { sessionQuery, storeSession, type Session } from '@headwater/shared/session';

export type Organization = Flat<OrganizationResource>;
export type DeletedWorkspace = Flat<DeletedOrganizationResource>;

/** The browser's time zone becomes the workspace's, unless it is one that the server doesn't know. */
export async function createOrganization({ name }: NewOrganization): Promise<Organization> {
  const organization = await api.post<Organization>(
    'organizations',
    { type: 'organizations', attributes: { name } },
    { headers: { 'time-zone': ownTimeZone() } },
  );
  enterOrganization(organization);
  return organization;
}

/** What the keys of workspaces begin with. */
const organizations = ['organizations'];

/**
 * Adds the workspace to the session immediately, because the layout that is opened next admits only members. The session
 * and the list of organizations are then fetched again in the background.
 */
function enterOrganization({ id, createdAt: _createdAt, ...organization }: Organization) {
  const session = queryClient.getQueryData<Session | null>(sessionQuery.queryKey);
  if (session) {
    const known = session.organizations.filter(({ organizationId }) => organizationId !== id);
    storeSession({ ...session, organizations: [...known, { organizationId: id, ...organization }] });
  }
  void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: organizations });
}

/** The deleted workspaces that the user can restore, the latest first. */
export const deletedWorkspaces = queryOptions({
  queryKey: [...organizations, 'deleted'],
  queryFn: async ({ signal }) =>
    (await api.list<DeletedWorkspace>('deleted-organizations', { signal })).items,
  // Nobody is told of it: the workspace's events are for those who are in it.
  staleTime: 0,
});

export async function restoreWorkspace(id: string): Promise<void> {
  const type = 'organization_restorations';
  enterOrganization(
    await api.post<Organization>(`deleted-organizations/${id}/restorations`, { type, attributes: {} }),
  );
}

/** Sends an analytics event without waiting for it, so that analytics never get in the way. A failed event is lost. */
export function sendEvent(attributes: NewEvent) {
  void api.post('events', { type: 'events', attributes }).catch(() => undefined);
}
