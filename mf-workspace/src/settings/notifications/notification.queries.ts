import { api } from '@headwater/shared/api';
import type {
  ChannelKind,
  ChannelResource,
  DeliveryResource,
  MemberResource,
  NotificationTrigger,
  ShownSecretResource,
  SignInOptionsResource,
} from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { liveKey, infiniteQueryOptions, queryClient, queryOptions } from '@headwater/shared/query';

export type Channel = Flat<ChannelResource>;
export type Delivery = Flat<DeliveryResource>;
export type Member = Flat<MemberResource>;

const KEY = 'notification_channels';
const CHANNELS = (organizationId: string) => `organizations/${organizationId}/notification-channels`;
const ONE = (organizationId: string, id: string) => `${CHANNELS(organizationId)}/${id}`;

/** Server events invalidate both, with each attempt to send something. */
export const channelsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [KEY, organizationId, 'list'],
    queryFn: async ({ signal }) => (await api.list<Channel>(CHANNELS(organizationId), { signal })).items,
  });

/** What was sent to one channel, or to all of them if it is empty, newest first. */
export const deliveriesQuery = (organizationId: string, channelId: string) =>
  infiniteQueryOptions({
    queryKey: [KEY, organizationId, 'deliveries', channelId],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ 'page[size]': '25' });
      if (channelId) query.set('filter[channel]', channelId);
      if (pageParam) query.set('page[after]', pageParam);
      return api.list<Delivery>(`organizations/${organizationId}/notification-deliveries?${query}`, {
        signal,
      });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

export const recipientsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['members', organizationId, 'recipients'],
    queryFn: async ({ signal }) =>
      (await api.list<Member>(`organizations/${organizationId}/members`, { signal })).items,
  });

/** Whether this installation sends email. */
export const mailQuery = queryOptions({
  queryKey: ['sign_in_options'],
  queryFn: ({ signal }) => api.get<Flat<SignInOptionsResource>>('sign-in-options', { signal }),
});

const refresh = (organizationId: string) =>
  queryClient.invalidateQueries({ queryKey: liveKey(KEY, organizationId) });

/** What people decide about a channel. A webhook has a URL, and email has recipients. */
export interface ChannelValues {
  name: string;
  triggers: NotificationTrigger[];
  url?: string;
  memberIds?: string[];
  addresses?: string[];
}

/** Returns the secret of a webhook, which is in no other response. */
export async function createChannel(
  organizationId: string,
  attributes: ChannelValues & { kind: ChannelKind },
): Promise<Flat<ShownSecretResource>> {
  const created = await api.post<Flat<ShownSecretResource>>(CHANNELS(organizationId), {
    type: 'notification_channels',
    attributes,
  });
  await refresh(organizationId);
  return created;
}

/** Fails with 412 if someone else has changed the channel since. */
export async function changeChannel(
  organizationId: string,
  { id, version }: Pick<Channel, 'id' | 'version'>,
  attributes: Partial<ChannelValues> & { paused?: boolean },
): Promise<void> {
  await api.patch(
    ONE(organizationId, id),
    { type: 'notification_channels', attributes },
    { headers: { 'if-match': String(version) } },
  );
  await refresh(organizationId);
}

export async function deleteChannel(organizationId: string, id: string): Promise<void> {
  await api.delete(ONE(organizationId, id));
  await refresh(organizationId);
}

export async function replaceSecret(organizationId: string, id: string): Promise<Flat<ShownSecretResource>> {
  const shown = await api.post<Flat<ShownSecretResource>>(`${ONE(organizationId, id)}/secrets`, {
    type: 'notification_secrets',
    attributes: {},
  });
  await refresh(organizationId);
  return shown;
}

export async function testChannel(organizationId: string, id: string): Promise<Delivery> {
  const delivery = await api.post<Delivery>(`${ONE(organizationId, id)}/tests`, {
    type: 'notification_tests',
    attributes: {},
  });
  await refresh(organizationId);
  return delivery;
}
