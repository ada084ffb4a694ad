import type { ApiModule } from '../../api-module.ts';
import { identity } from '../identity/index.ts';
import { eventStreamRoutes } from './event-stream.routes.ts';
import { OpenStreams } from './open-streams.ts';

export type { EventBus } from '../../../platform/events/event-bus.ts';

declare module '../../../http/services.ts' {
  interface Services {
    readonly openStreams: OpenStreams;
  }
}

/** The event stream of a workspace. */
export const eventStream: ApiModule = {
  name: 'event-stream',
  needs: [identity],
  routes: eventStreamRoutes,
  provide: () => ({ openStreams: new OpenStreams() }),
};
