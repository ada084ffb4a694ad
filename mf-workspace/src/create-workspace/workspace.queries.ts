import { api } from '@headwater/shared/api';
import type { NewEvent, NewOrganization, OrganizationResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryClient } from '@headwater/shared/query';
import { sessionQuery, storeSession, type Session } from '@headwater/shared/session';

export type Organization = Flat<OrganizationResource>;

export async function createOrganization(attributes: NewOrganization): Promise<Organization> {
  const organization = await api.post<Organization>('organizations', { type: 'organizations', attributes });
  enterOrganization(organization);
  return organization;
}

/**
 * The layout that is gone to next admits only members, so the session learns of the workspace here and
 * now; the lists that name it are asked for again behind that.
 */
function enterOrganization({ id, name, role }: Organization) {
  const session = queryClient.getQueryData<Session | null>(sessionQuery.queryKey);
  if (session) {
    const known = session.organizations.filter(({ organizationId }) => organizationId !== id);
    storeSession({ ...session, organizations: [...known, { organizationId: id, name, role }] });
  }
  void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: ['organizations'] });
}

/** Analytics are never in the way: an event that is lost is lost. */
export function sendEvent(attributes: NewEvent) {
  void api.post('events', { type: 'events', attributes }).catch(() => undefined);
}
