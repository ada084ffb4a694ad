import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { identity } from '../../people/identity/index.ts';
import { mail } from '../../ground/mail/index.ts';
import { organizations } from '../../people/organizations/index.ts';
import { channelRoutes } from './channels.routes.ts';
import { deleteOldDeliveries, skipWaiting } from './deliveries.repository.ts';
import { deliveryRoutes } from './deliveries.routes.ts';
import { notify } from './notify.ts';
import { WebhookDeliverer } from './webhook-deliverer.ts';

declare module '../../../http/services.ts' {
  interface Services {
    readonly webhooks: WebhookDeliverer;
  }
}

/** Tells people by email and programs by webhook what happened in a workspace without anyone doing it. */
export const notifications: ApiModule = {
  name: 'notifications',
  needs: [identity, auditing, mail, organizations],
  routes: [...channelRoutes, ...deliveryRoutes],
  provide: (services) => ({ webhooks: new WebhookDeliverer(services) }),
  start: ({ webhooks }) => webhooks.start(),
  onNotification: notify,
  onWorkspaceStopped: (_services, db) => skipWaiting(db),
  nightly: async (_services, db) => deleteOldDeliveries(db),
};
