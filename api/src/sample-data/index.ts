import type { ApiModule } from '../api-module.ts';
import { sampleDataRoutes } from './sample-data.routes.ts';

/** The bundled sample shop, for the newcomer. */
export const sampleData: ApiModule = { routes: sampleDataRoutes };
