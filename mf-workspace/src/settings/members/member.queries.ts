import { api } from '@headwater/shared/api';
import type {
  MemberResource,
  NewInvitations,
  Role,
  SentInvitationResource,
  WorkspaceInvitationResource,
} from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { liveKey, queryClient, queryOptions } from '@headwater/shared/query';

export type Member = Flat<MemberResource>;
export type Invitation = Flat<WorkspaceInvitationResource>;
/** An invitation whose link was just made. */
export type SentInvitation = Flat<SentInvitationResource>;

const key = 'members';
const base = (organizationId: string) => `organizations/${organizationId}`;

/** Keys and fetchers of members and invitations. Server events invalidate both. */
export const memberQueries = {
  list: (organizationId: string) =>
    queryOptions({
      queryKey: [key, organizationId],
      queryFn: async ({ signal }) =>
        (await api.list<Member>(`${base(organizationId)}/members`, { signal })).items,
    }),
  invitations: (organizationId: string) =>
    queryOptions({
      queryKey: [key, organizationId, 'invitations'],
      queryFn: async ({ signal }) =>
        (await api.list<Invitation>(`${base(organizationId)}/invitations`, { signal })).items,
    }),
};

const refresh = (organizationId: string) =>
  queryClient.invalidateQueries({ queryKey: liveKey(key, organizationId) });

export async function changeRole(organizationId: string, memberId: string, role: Role): Promise<void> {
  await api.patch(`${base(organizationId)}/members/${memberId}`, { type: 'members', attributes: { role } });
  await refresh(organizationId);
}

export async function removeMember(organizationId: string, memberId: string): Promise<void> {
  await api.delete(`${base(organizationId)}/members/${memberId}`);
  await refresh(organizationId);
}

/** All of them or none. What was sent has links where no email is sent. */
export async function invite(organizationId: string, attributes: NewInvitations): Promise<SentInvitation[]> {
  const sent = await api.post<SentInvitation[]>(`${base(organizationId)}/invitations`, {
    type: 'workspace_invitations',
    attributes,
  });
  await refresh(organizationId);
  return sent;
}

/** Replaces an invitation's link, and mails the new one or returns it. */
export async function renewLink(organizationId: string, id: string, mail: boolean): Promise<SentInvitation> {
  const sent = await api.post<SentInvitation>(`${base(organizationId)}/invitations/${id}/links`, {
    type: 'invitation_links',
    attributes: { mail },
  });
  await refresh(organizationId);
  return sent;
}

export async function cancelInvitation(organizationId: string, id: string): Promise<void> {
  await api.delete(`${base(organizationId)}/invitations/${id}`);
  await refresh(organizationId);
}

/** Leaves the workspace. The session is fetched again by whoever calls this, on the way out. */
export const leaveWorkspace = (organizationId: string) =>
  api.post<undefined>(`${base(organizationId)}/departures`, { type: 'departures', attributes: {} });

export async function handOver(organizationId: string, memberId: string): Promise<void> {
  await api.post(`${base(organizationId)}/hand-overs`, { type: 'hand_overs', attributes: { memberId } });
  await refresh(organizationId);
}
