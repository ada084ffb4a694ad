import type { ChannelResource, DeliveryAttributes, DeliveryResource } from '@headwater/shared/contract';
import type { ChannelRow } from './channels.repository.ts';
import type { DeliveryRow } from './deliveries.repository.ts';

const attributesOf = (row: DeliveryRow): DeliveryAttributes => ({
  channelId: row.channel_id,
  trigger: row.trigger,
  subject: row.subject,
  at: row.created_at.toISOString(),
  state: row.state,
  attempts: row.attempts,
  attemptedAt: row.attempted_at?.toISOString() ?? null,
  nextAt: row.next_at?.toISOString() ?? null,
  status: row.status,
  fault: row.fault,
  recipients: row.recipients,
});

export const presentDelivery = (row: DeliveryRow): DeliveryResource => ({
  type: 'notification_deliveries',
  id: row.id,
  attributes: attributesOf(row),
});

export const presentChannel = (
  row: ChannelRow,
  members: ReadonlySet<string>,
  last: DeliveryRow | undefined,
): ChannelResource => ({
  type: 'notification_channels',
  id: row.id,
  attributes: {
    kind: row.kind,
    name: row.name,
    triggers: row.triggers,
    urlHint: row.url_hint,
    memberIds: row.member_ids.filter((id) => members.has(id)),
    addresses: row.addresses,
    pause: row.pause,
    lastDelivery: last ? attributesOf(last) : null,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    version: row.version,
  },
});
