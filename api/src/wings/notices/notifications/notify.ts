import { CHANNEL_EMAILS_AN_HOUR } from '@headwater/shared/contract';
import type { Services } from '../../../http/services.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { Notification } from '../../hooks.ts';
import { readZone } from '../../people/organizations/index.ts';
import { listChannelsFor, listRecipients, type ChannelRow } from './channels.repository.ts';
import { emailsOfLastHour, insertDelivery } from './deliveries.repository.ts';
import { bodyOf, noticeOf, plain, type Notice } from './notice.ts';

declare module '../../../platform/jobs/jobs.ts' {
  interface JobKinds {
    'deliver-webhook': { workspaceId: string; deliveryId: string };
  }
}

/** Tells every channel with the trigger, in the transaction of what happened, so that each is told once. */
export async function notify(services: Services, db: WorkspaceDb, notification: Notification): Promise<void> {
  const notice = await noticeOf(db, services.config, notification);
  if (notice === null) return;
  const channels = await listChannelsFor(db, notice.trigger);
  for (const channel of channels) await tell(services, db, channel, notice);
  if (channels.length > 0) await publishChannels(services, db);
}

export const publishChannels = ({ events }: Pick<Services, 'events'>, db: WorkspaceDb): Promise<void> =>
  events.publishIn(db, { type: 'notification_channels', id: db.workspaceId, sourceConnectionId: null });

async function tell(services: Services, db: WorkspaceDb, channel: ChannelRow, notice: Notice): Promise<void> {
  const delivery = {
    id: newId('ntd'),
    channel_id: channel.id,
    trigger: notice.trigger,
    subject: notice.subject.name,
    body: channel.kind === 'webhook' ? bodyOf(notice, new Date()) : null,
  };
  if (channel.pause) return insertDelivery(db, { ...delivery, state: 'skipped', fault: 'paused' });
  if (channel.kind === 'email')
    return insertDelivery(db, { ...delivery, ...(await email(services, db, channel, notice)) });
  await insertDelivery(db, { ...delivery, state: 'queued' });
  await services.jobs.enqueue(db, 'deliver-webhook', {
    workspaceId: db.workspaceId,
    deliveryId: delivery.id,
  });
}

async function email(services: Services, db: WorkspaceDb, channel: ChannelRow, notice: Notice) {
  if (!services.mail.isOn) return { state: 'skipped', fault: 'mail_off' } as const;
  if ((await emailsOfLastHour(db, channel.id)) >= CHANNEL_EMAILS_AN_HOUR)
    return { state: 'skipped', fault: 'too_many' } as const;
  const recipients = await listRecipients(db, channel);
  if (recipients.length === 0) return { state: 'skipped', fault: 'no_recipients' } as const;
  const { details, trigger, workspace, subject, link } = notice;
  const zone = await readZone(db);
  for (const { address, language } of recipients)
    await services.mail.send(db, {
      template: 'notification',
      to: address,
      language,
      trigger,
      workspace: workspace.name,
      channel: plain(channel.name),
      subject: subject.name,
      count: notice.countIn(language),
      tables: plain(String(details.tables ?? '')),
      time: String(details.lateSince ?? details.expiresAt ?? ''),
      zone,
      link,
    });
  return { state: 'emailed', recipients: recipients.length } as const;
}
