import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { reports } from '../../reports/reports/index.ts';
import { sql } from '../../queries/sql/index.ts';
import { tables } from '../../tables/tables/index.ts';
import { mcpRoutes } from './mcp.routes.ts';

/** The Model Context Protocol, by which language models read what a service account sees. */
export const mcp: ApiModule = {
  name: 'mcp',
  needs: [auditing, reports, sql, tables],
  routes: mcpRoutes,
};
