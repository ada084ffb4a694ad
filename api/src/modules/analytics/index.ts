import type { ApiModule } from '../api-module.ts';
import { eventRoutes } from './analytics.routes.ts';

/** Analytics: what people did on screens. */
export const events: ApiModule = { routes: eventRoutes };
