import { newEventBody } from '@headwater/shared/contract';
import { isId, newId } from '../../../platform/database/ids.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { signedIn } from '../../../http/access.ts';
import { defineRoute, noContent } from '../../../http/define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { Services } from '../../../http/services.ts';
import './analytics.tables.ts';

/** What screens may report. Without a list, a page could fill the table with arbitrary names. */
const EVENT_NAMES: readonly string[] = ['signup_create_workspace_button_clicked'];

const recordEvent = defineRoute({
  method: 'POST',
  path: '/events',
  summary: 'Record what a user did on a screen.',
  access: signedIn(),
  body: newEventBody,
  responses: { 204: noContent },
  handler: async ({ body, user, services }) => {
    services.limits.spend('events', user.id);
    const { name, organization_id: organizationId = null } = body.data.attributes;
    if (!EVENT_NAMES.includes(name)) throw new Refusal('event_unknown', { pointer: '/data/attributes/name' });
    if (organizationId !== null) await requireMember(services, organizationId, user.id);
    const event = { id: newId('evt'), name, user_id: user.id, workspace_id: organizationId };
    await installationTransaction(services.database, (db) =>
      db.insertInto('analytics_events').values(event).execute(),
    );
    return undefined;
  },
});

async function requireMember(
  { memberships }: Services,
  organizationId: string,
  userId: string,
): Promise<void> {
  const role = isId('org', organizationId) && (await memberships.find(organizationId, userId));
  if (!role) throw new Refusal('not_found', { pointer: '/data/attributes/organization_id' });
}

export const analyticsRoutes = [recordEvent];
