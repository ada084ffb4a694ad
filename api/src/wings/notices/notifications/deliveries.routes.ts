import { Type } from '@sinclair/typebox';
import { channelTestBody, deliveryCollection, deliveryDocument, id, paths } from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { pageUrl } from '../../../http/own-origins.ts';
import { newestFirst, pageOf, pageQuery } from '../../../http/paging.ts';
import type { Services } from '../../../http/services.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { listRecipients, workspaceName, type ChannelRow } from './channels.repository.ts';
import { CHANNEL, getChannel, note } from './channels.routes.ts';
import { countDeliveries, findDelivery, insertDelivery, listDeliveries } from './deliveries.repository.ts';
import { presentDelivery } from './notification.presenter.ts';
import { plain } from './notice.ts';

const list = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId/notification-deliveries',
  summary:
    'What was sent to the workspace’s channels and what came of it, newest first, of the last 30 days.',
  access: member('notifications:edit'),
  query: Type.Object(
    { ...pageQuery, 'filter[channel]': Type.Optional(id('ntc')) },
    { additionalProperties: false },
  ),
  responses: { 200: deliveryCollection },
  handler: async ({ workspace, query }) => {
    const size = query['page[size]'];
    const channelId = query['filter[channel]'];
    const before = newestFirst(query['page[after]']);
    return workspace.transaction(async (db) => {
      const { page, next } = pageOf(await listDeliveries(db, channelId, before, size + 1), size);
      return {
        data: page.map(presentDelivery),
        links: { next },
        meta: { total: await countDeliveries(db, channelId) },
      };
    });
  },
});

const test = defineRoute({
  method: 'POST',
  path: `${CHANNEL}/tests`,
  summary: 'Send a test to a channel now. The response says what came of it.',
  access: member('notifications:edit'),
  body: channelTestBody,
  responses: { 201: deliveryDocument },
  handler: async ({ workspace, params, request, services }) => {
    services.limits.spend('notification_test', workspace.id);
    const deliveryId = newId('ntd');
    const channel = await workspace.transaction(async (db) => {
      const found = await getChannel(db, params.channelId);
      if (found.kind === 'email') await emailTest(services, db, found, deliveryId);
      else {
        const body = await testBody(services, db);
        await insertDelivery(db, { ...testOf(found, deliveryId), body, state: 'queued' });
      }
      await note({ db, workspace, services, request }, 'notification_channel.test', found);
      return found;
    });
    const delivery =
      channel.kind === 'webhook'
        ? await services.webhooks.test(workspace.id, deliveryId)
        : await workspace.transaction((db) => findDelivery(db, deliveryId));
    if (!delivery) throw new Refusal('not_found');
    return { data: presentDelivery(delivery) };
  },
});

export const deliveryRoutes = [list, test];

const testOf = ({ id }: ChannelRow, deliveryId: string) =>
  ({ id: deliveryId, channel_id: id, trigger: 'test', subject: '', body: null }) as const;

async function testBody({ config }: Services, db: WorkspaceDb): Promise<string> {
  const name = plain(await workspaceName(db));
  const url = pageUrl(config, paths.workspace(db.workspaceId));
  return JSON.stringify({
    type: 'test',
    timestamp: new Date().toISOString(),
    text: `This is a test of notifications from Headwater (${name}). ${url}`,
    data: { workspace: { id: db.workspaceId, name }, url },
  });
}

async function emailTest(
  services: Services,
  db: WorkspaceDb,
  channel: ChannelRow,
  id: string,
): Promise<void> {
  if (!services.mail.isOn) throw new Refusal('mail_is_off');
  const recipients = await listRecipients(db, channel);
  if (recipients.length === 0) throw new Refusal('channel_recipients_missing');
  const workspace = plain(await workspaceName(db));
  const link = pageUrl(services.config, paths.workspace(db.workspaceId));
  for (const { address, language } of recipients)
    await services.mail.send(db, {
      template: 'notification_test',
      to: address,
      language,
      workspace,
      channel: plain(channel.name),
      link,
    });
  await insertDelivery(db, { ...testOf(channel, id), state: 'emailed', recipients: recipients.length });
}
