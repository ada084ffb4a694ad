import type { ApiModule } from '../api-module.ts';
import { organizationRoutes } from './organizations.routes.ts';
import './organizations.tables.ts';

/** Workspaces. */
export const organizations: ApiModule = { routes: organizationRoutes };
