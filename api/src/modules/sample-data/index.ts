import type { ApiModule } from '../api-module.ts';
import { sampleDataRoutes } from './sample-data.routes.ts';

export { loadSampleData } from './load-sample-data.ts';

/** The bundled sample shop, for the newcomer. */
export const sampleData: ApiModule = { routes: sampleDataRoutes };
