import { serverEvent } from '@headwater/shared/contract';
import { member } from '../http/access.ts';
import { defineRoute } from '../http/define-route.ts';
import { EventStream } from './event-stream.ts';

const watchWorkspace = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId/event-stream',
  summary: 'What changes in a workspace, as server-sent events named `change`.',
  access: member('workspace:read'),
  stream: 'text/event-stream',
  answer: { 200: serverEvent },
  handler: async ({ workspace, session, reply, services }) => {
    const mayWatch = async () => {
      const [isLive, role] = await Promise.all([
        services.sessions.isLive(session.id),
        services.memberships.find(workspace.id, session.user.id),
      ]);
      return isLive && role !== undefined;
    };
    const stream = new EventStream(reply, { mayRead: mayWatch, onEnd: () => unsubscribe() });
    const unsubscribe = services.events.subscribe(workspace.id, (event) => void stream.send(event));
    return undefined as never; // the answer goes on until one side ends it
  },
});

export const eventStreamRoutes = [watchWorkspace];
