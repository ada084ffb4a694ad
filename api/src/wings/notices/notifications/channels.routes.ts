import type { FastifyRequest } from 'fastify';
import {
  channelChangeBody,
  channelCollection,
  channelDocument,
  CHANNELS_MAX,
  channelSecretBody,
  newChannelBody,
  shownSecretDocument,
  type AuditAction,
  type ChannelResource,
} from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute, noContent, type Workspace } from '../../../http/define-route.ts';
import { expectedVersion } from '../../../http/if-match.ts';
import type { Services } from '../../../http/services.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { egressRules } from '../../../platform/config/egress-rules.ts';
import { Egress } from '@headwater/base/egress';
import { Refusal } from '@headwater/base/refusals/refusal';
import { audit } from '../../ground/audit/index.ts';
import { checkChannel, requireReachable } from './channel.rules.ts';
import {
  deleteChannel,
  findChannel,
  insertChannel,
  languageOfUser,
  listChannels,
  lockChannel,
  lockChannelNames,
  membersAmong,
  updateChannel,
  type ChannelRow,
} from './channels.repository.ts';
import { latestDeliveries } from './deliveries.repository.ts';
import { presentChannel } from './notification.presenter.ts';
import { publishChannels } from './notify.ts';
import { hintOfUrl, openSealed, sealWebhook } from './sealed-webhook.ts';
import { newWebhookSecret } from './webhook.ts';

const CHANNELS = '/organizations/:organizationId/notification-channels';
export const CHANNEL = `${CHANNELS}/:channelId` as const;
const ACCESS = member('notifications:edit');

const list = defineRoute({
  method: 'GET',
  path: CHANNELS,
  summary: 'Where the workspace is told what happens, with what was last sent to each.',
  access: ACCESS,
  responses: { 200: channelCollection },
  handler: async ({ workspace }) =>
    workspace.transaction(async (db) => {
      const data = await presentAll(db, await listChannels(db));
      return { data, links: { next: null }, meta: { total: data.length } };
    }),
});

const create = defineRoute({
  method: 'POST',
  path: CHANNELS,
  summary:
    'Add a channel. A webhook’s secret, with which a receiver verifies what it gets, is only in this response.',
  access: ACCESS,
  body: newChannelBody,
  responses: { 201: shownSecretDocument },
  handler: async ({ workspace, body, request, services }) => {
    const { kind, name, triggers, url, memberIds, addresses = [] } = body.data.attributes;
    checkChannel(kind, { url, memberIds, addresses });
    if (kind === 'webhook' && url === undefined)
      throw new Refusal('channel_url_missing', { pointer: '/data/attributes/url' });
    if (url !== undefined) await requireReachable(new Egress(egressRules(services.config)), url);
    return workspace.transaction(async (db) => {
      await requireFreeName(db, name, null);
      const id = newId('ntc');
      const secret = kind === 'webhook' ? newWebhookSecret() : null;
      const isWebhook = url !== undefined && secret !== null;
      if (kind === 'email') await requireRecipients(db, memberIds ?? [], addresses);
      await insertChannel(db, {
        ...{ id, kind, name, addresses },
        triggers: [...new Set(triggers)],
        member_ids: memberIds ?? [],
        language: await languageOfUser(db, workspace.principal.id),
        sealed: isWebhook ? sealWebhook(db, services.keys, id, { url, secret }) : null,
        url_hint: isWebhook ? hintOfUrl(url) : null,
        created_by: workspace.principal.name,
      });
      await note({ db, workspace, services, request }, 'notification_channel.create', { id, name });
      return secretOf(id, secret);
    });
  },
});

const change = defineRoute({
  method: 'PATCH',
  path: CHANNEL,
  summary: 'Change a channel, pause it, or resume it.',
  access: ACCESS,
  body: channelChangeBody,
  takes: 'If-Match',
  responses: { 200: channelDocument },
  handler: async ({ workspace, params, body, request, services }) => {
    const { paused, name, triggers, url, memberIds, addresses } = body.data.attributes;
    const { kind } = await workspace.transaction((db) => getChannel(db, params.channelId));
    checkChannel(kind, { url, memberIds, addresses });
    if (url !== undefined) await requireReachable(new Egress(egressRules(services.config)), url);
    return workspace.transaction(async (db) => {
      const saved = await lockChannel(db, params.channelId);
      if (!saved) throw new Refusal('not_found');
      if (saved.version !== expectedVersion(request))
        throw new Refusal('version_conflict', { parameter: 'If-Match' });
      if (name !== undefined && name !== saved.name) await requireFreeName(db, name, saved.id);
      if (memberIds !== undefined || addresses !== undefined)
        await requireRecipients(db, memberIds ?? saved.member_ids, addresses ?? saved.addresses);
      const isToggled = paused !== undefined && paused !== (saved.pause !== null);
      await updateChannel(db, saved.id, {
        name,
        triggers: triggers && [...new Set(triggers)],
        member_ids: memberIds,
        addresses,
        ...(addresses && { language: await languageOfUser(db, workspace.principal.id) }),
        ...(url !== undefined && {
          sealed: sealWebhook(db, services.keys, saved.id, { ...openSealed(db, services.keys, saved), url }),
          url_hint: hintOfUrl(url),
        }),
        ...(isToggled && { pause: paused ? pausedBy(workspace) : null }),
      });
      const circumstances = { db, workspace, services, request };
      const changed = await getChannel(db, saved.id);
      if (isToggled)
        await note(circumstances, `notification_channel.${paused ? 'pause' : 'resume'}`, changed);
      if (!isToggled || Object.keys(body.data.attributes).length > 1)
        await note(circumstances, 'notification_channel.update', changed);
      return { data: (await presentAll(db, [changed]))[0]! };
    });
  },
});

const remove = defineRoute({
  method: 'DELETE',
  path: CHANNEL,
  summary: 'Delete a channel with the log of what was sent to it.',
  access: ACCESS,
  responses: { 204: noContent },
  handler: async ({ workspace, params, request, services }) => {
    await workspace.transaction(async (db) => {
      const channel = await lockChannel(db, params.channelId);
      if (!channel) throw new Refusal('not_found');
      await deleteChannel(db, channel.id);
      await note({ db, workspace, services, request }, 'notification_channel.delete', channel);
    });
    return undefined;
  },
});

const replaceSecret = defineRoute({
  method: 'POST',
  path: `${CHANNEL}/secrets`,
  summary: 'Replace a webhook’s secret. Only this response has the new one, and the old one is used no more.',
  access: ACCESS,
  body: channelSecretBody,
  responses: { 201: shownSecretDocument },
  handler: async ({ workspace, params, request, services }) =>
    workspace.transaction(async (db) => {
      const channel = await lockChannel(db, params.channelId);
      if (!channel) throw new Refusal('not_found');
      if (channel.kind !== 'webhook') throw new Refusal('channel_has_no_secret');
      const secret = newWebhookSecret();
      const { url } = openSealed(db, services.keys, channel);
      const sealed = sealWebhook(db, services.keys, channel.id, { url, secret });
      await updateChannel(db, channel.id, { sealed });
      await note({ db, workspace, services, request }, 'notification_channel.replace_secret', channel);
      return secretOf(channel.id, secret);
    }),
});

export const channelRoutes = [list, create, change, remove, replaceSecret];

const secretOf = (channelId: string, secret: string | null) => ({
  data: { type: 'notification_secrets' as const, id: channelId, attributes: { channelId, secret } },
});

const pausedBy = ({ principal }: Workspace) => ({
  code: 'person' as const,
  at: new Date().toISOString(),
  by: principal.name,
});

export async function getChannel(db: WorkspaceDb, id: string): Promise<ChannelRow> {
  const channel = await findChannel(db, id);
  if (!channel) throw new Refusal('not_found');
  return channel;
}

async function presentAll(db: WorkspaceDb, channels: readonly ChannelRow[]): Promise<ChannelResource[]> {
  const members = await membersAmong(
    db,
    channels.flatMap((channel) => channel.member_ids),
  );
  const last = await latestDeliveries(db);
  return channels.map((channel) => presentChannel(channel, members, last.get(channel.id)));
}

interface MemberChange {
  readonly db: WorkspaceDb;
  readonly workspace: Workspace;
  readonly services: Services;
  readonly request: FastifyRequest;
}

/** Keeps who did it, and tells others. */
export async function note(
  { db, workspace, services, request }: MemberChange,
  action: AuditAction,
  { id, name }: Pick<ChannelRow, 'id' | 'name'>,
): Promise<void> {
  await audit(db, {
    action,
    actorId: workspace.principal.id,
    workspaceId: workspace.id,
    subject: { type: 'notification_channels', id },
    request,
    details: { name },
  });
  await publishChannels(services, db);
}

/** Throws if another channel has the name, or if a new one would be one too many. */
async function requireFreeName(db: WorkspaceDb, name: string, ownId: string | null): Promise<void> {
  await lockChannelNames(db);
  const others = (await listChannels(db)).filter(({ id }) => id !== ownId);
  if (ownId === null && others.length >= CHANNELS_MAX)
    throw new Refusal('too_many_channels', { values: { most: CHANNELS_MAX } });
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw new Refusal('channel_name_taken', { pointer: '/data/attributes/name' });
}

async function requireRecipients(
  db: WorkspaceDb,
  memberIds: readonly string[],
  addresses: readonly string[],
): Promise<void> {
  const pointer = '/data/attributes/memberIds';
  if (memberIds.length + addresses.length === 0) throw new Refusal('channel_recipients_missing', { pointer });
  const known = await membersAmong(db, memberIds);
  if (memberIds.some((id) => !known.has(id))) throw new Refusal('channel_member_unknown', { pointer });
}
