import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { tables } from '../tables/index.ts';
import { tableViewRoutes } from './table-views.routes.ts';
import './table-views.tables.ts';

/** Filters, sorts, and columns of a table that its members have saved for each other. */
export const tableViews: ApiModule = {
  name: 'table-views',
  needs: [tables, auditing],
  routes: tableViewRoutes,
};
