import type { ApiModule } from '../api-module.ts';
import { eventStreamRoutes } from './event-stream.routes.ts';

export type { EventBus } from './event-bus.ts';

/** The one event stream of a workspace. */
export const eventStream: ApiModule = { routes: eventStreamRoutes };
