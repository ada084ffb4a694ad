import { Type } from '@sinclair/typebox';
import { serverEvent } from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { EventStream } from './event-stream.ts';

/** Allows for the time that the tab's latest event and this request took to arrive. */
const ON_THE_WAY_MS = 5_000;

const watchWorkspace = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId/event-stream',
  summary:
    'What changes in a workspace, as server-sent events named `change`. First come those of the last `within` milliseconds (at most 15 minutes), then `ready`, which says whether they were complete. `beat` is sent every 15 seconds.',
  access: member('workspace:read'),
  query: Type.Object(
    { within: Type.Optional(Type.Integer({ minimum: 0 })) },
    { additionalProperties: false },
  ),
  stream: 'text/event-stream',
  responses: { 200: serverEvent },
  handler: async ({ workspace, query, reply, services }) => {
    const mayWatch = async () => {
      const [isLive, role] = await Promise.all([
        services.sessions.isLive(workspace.principal.firstSessionId),
        services.memberships.find(workspace.id, workspace.principal.id),
      ]);
      return isLive && role !== undefined;
    };
    const leave = services.openStreams.enter(workspace.principal.id);
    const stream = new EventStream(reply, mayWatch);
    stream.onEnd(leave);
    stream.begin(
      query.within === undefined
        ? undefined
        : services.events.recent(workspace.id, query.within + ON_THE_WAY_MS),
    );
    stream.onEnd(services.events.subscribe(workspace.id, (event) => void stream.send(event)));
    return undefined as never; // the response continues until one side ends it
  },
});

export const eventStreamRoutes = [watchWorkspace];
