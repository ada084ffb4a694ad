import type { ApiModule } from '../api-module.ts';
import { eventRoutes } from './events.routes.ts';

/** Analytics: what people did on screens. */
export const events: ApiModule = { routes: eventRoutes };
