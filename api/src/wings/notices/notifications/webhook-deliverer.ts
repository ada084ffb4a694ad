import { paths, WEBHOOK_RETRY_MINUTES, WEBHOOK_SECONDS_MAX } from '@headwater/shared/contract';
import { pageUrl } from '../../../http/own-origins.ts';
import type { Services } from '../../../http/services.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import { egressRules } from '../../../platform/config/egress-rules.ts';
import { Egress } from '@headwater/base/egress';
import { audit } from '../../ground/audit/index.ts';
import { listAdmins } from '../../people/identity/index.ts';
import {
  findChannel,
  lockChannel,
  updateChannel,
  workspaceName,
  type ChannelRow,
} from './channels.repository.ts';
import {
  findDelivery,
  hasAcceptedSince,
  lockDelivery,
  skipDelivery,
  updateDelivery,
  type DeliveryRow,
} from './deliveries.repository.ts';
import { NOTIFICATION_DELIVERY } from './delivery.states.ts';
import { plain } from './notice.ts';
import { publishChannels } from './notify.ts';
import { openSealed } from './sealed-webhook.ts';
import { callWebhook, type WebhookAnswer } from './webhook.ts';

/** Sends what is queued for webhooks, again after a while if that fails, and pauses those that accept nothing for a day. */
export class WebhookDeliverer {
  readonly #services: Services;
  readonly #egress: Egress;

  constructor(services: Services) {
    this.#services = services;
    this.#egress = new Egress(egressRules(services.config));
  }

  async start(): Promise<void> {
    await this.#services.jobs.work('deliver-webhook', {
      concurrency: 4,
      // Of attempts that couldn't be recorded. The receiver's own failures are followed by a job of their own.
      queue: { retryLimit: 3, retryDelay: 30, deleteAfterSeconds: 24 * 3600 },
      run: ({ workspaceId, deliveryId }) => this.attempt(workspaceId, deliveryId),
    });
  }

  /** Makes one attempt, and requests the next one if that fails. */
  async attempt(workspaceId: string, deliveryId: string): Promise<void> {
    const { database, keys } = this.#services;
    const found = await workspaceTransaction(database, workspaceId, async (db) => {
      const delivery = await lockDelivery(db, deliveryId);
      if (!delivery || NOTIFICATION_DELIVERY[delivery.state].accepted === null) return undefined;
      const channel = (await findChannel(db, delivery.channel_id))!;
      if (!channel.pause) return { delivery, ...openSealed(db, keys, channel) };
      await skipDelivery(db, deliveryId, 'paused');
      await publishChannels(this.#services, db);
      return undefined;
    });
    if (!found) return;
    const answer = await this.#call(found);
    await workspaceTransaction(database, workspaceId, (db) => this.#record(db, found.delivery, answer));
  }

  /** Makes the only attempt of a test, also of a paused channel, and returns what came of it. */
  async test(workspaceId: string, deliveryId: string): Promise<DeliveryRow | undefined> {
    const { database, keys } = this.#services;
    const found = await workspaceTransaction(database, workspaceId, async (db) => {
      const delivery = await findDelivery(db, deliveryId);
      const channel = delivery && (await findChannel(db, delivery.channel_id));
      return channel && { delivery, ...openSealed(db, keys, channel) };
    });
    if (!found) return undefined;
    const { status, fault } = await this.#call(found);
    return workspaceTransaction(database, workspaceId, async (db) => {
      const event = fault === null ? 'accepted' : 'given_up';
      await updateDelivery(db, found.delivery, { event, status, fault, minutes: null });
      await publishChannels(this.#services, db);
      return findDelivery(db, deliveryId);
    });
  }

  #call({ delivery: { id, body }, url, secret }: { delivery: DeliveryRow; url: string; secret: string }) {
    const milliseconds = WEBHOOK_SECONDS_MAX * 1_000;
    return callWebhook(this.#egress, { id, url, secret, body: body ?? '', milliseconds });
  }

  async #record(db: WorkspaceDb, delivery: DeliveryRow, { status, fault }: WebhookAnswer): Promise<void> {
    const minutes = fault === null ? null : (WEBHOOK_RETRY_MINUTES[delivery.attempts] ?? null);
    const event = fault === null ? 'accepted' : minutes === null ? 'given_up' : 'refused';
    // Otherwise the channel or the workspace was deleted, or another process has made the same attempt.
    if (!(await updateDelivery(db, delivery, { event, status, fault, minutes }))) return;
    if (minutes !== null)
      await this.#services.jobs.enqueue(
        db,
        'deliver-webhook',
        { workspaceId: db.workspaceId, deliveryId: delivery.id },
        { startAfter: minutes * 60 },
      );
    if (event === 'given_up' && !(await hasAcceptedSince(db, delivery)))
      await this.#pause(db, delivery.channel_id);
    await publishChannels(this.#services, db);
  }

  /** Pauses a channel whose receiver has accepted nothing for a day, and tells the admins. */
  async #pause(db: WorkspaceDb, channelId: string): Promise<void> {
    const channel = await lockChannel(db, channelId);
    if (!channel || channel.pause) return;
    await updateChannel(db, channelId, {
      pause: { code: 'failing', at: new Date().toISOString(), by: null },
    });
    await audit(db, {
      action: 'notification_channel.auto_pause',
      actorId: null,
      workspaceId: db.workspaceId,
      subject: { type: 'notification_channels', id: channelId },
      details: { name: channel.name },
    });
    if (this.#services.mail.isOn) await this.#tellAdmins(db, channel);
  }

  async #tellAdmins(db: WorkspaceDb, channel: ChannelRow): Promise<void> {
    const workspace = plain(await workspaceName(db));
    const link = pageUrl(this.#services.config, paths.notificationSettings(db.workspaceId));
    for (const { address, language } of await listAdmins(db))
      await this.#services.mail.send(db, {
        template: 'webhook_paused',
        to: address,
        language,
        workspace,
        channel: plain(channel.name),
        link,
      });
  }
}
