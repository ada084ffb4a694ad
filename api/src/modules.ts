import type { ApiModule } from './modules/api-module.ts';
import { analytics } from './modules/analytics/index.ts';
import { auditing } from './modules/audit/index.ts';
import { builtQueries } from './modules/built-queries/index.ts';
import { columnProfiles } from './modules/column-profiles/index.ts';
import { comparisons } from './modules/comparisons/index.ts';
import { connectionCopies } from './modules/connection-copies/index.ts';
import { demo } from './modules/demo/index.ts';
import { dependencies } from './modules/dependencies/index.ts';
import { duplicates } from './modules/duplicates/index.ts';
import { eventStream } from './modules/event-stream/index.ts';
import { google } from './modules/google/index.ts';
import { housekeeping } from './modules/housekeeping/index.ts';
import { identity } from './modules/identity/index.ts';
import { joins } from './modules/joins/index.ts';
import { jsonFlattening } from './modules/json-flattening/index.ts';
import { mail } from './modules/mail/index.ts';
import { mcp } from './modules/mcp/index.ts';
import { members } from './modules/members/index.ts';
import { notifications } from './modules/notifications/index.ts';
import { organizations } from './modules/organizations/index.ts';
import { personalData } from './modules/personal-data/index.ts';
import { product } from './modules/product/index.ts';
import { profile } from './modules/profile/index.ts';
import { quotas } from './modules/quotas/index.ts';
import { reportAlerts } from './modules/report-alerts/index.ts';
import { reportFiles } from './modules/report-files/index.ts';
import { reportShares } from './modules/report-shares/index.ts';
import { reportSubscriptions } from './modules/report-subscriptions/index.ts';
import { reports } from './modules/reports/index.ts';
import { rowExports } from './modules/row-exports/index.ts';
import { runFacts } from './modules/run-facts/index.ts';
import { sampleData } from './modules/sample-data/index.ts';
import { savedQueries } from './modules/saved-queries/index.ts';
import { schedules } from './modules/schedules/index.ts';
import { search } from './modules/search/index.ts';
import { serviceAccounts } from './modules/service-accounts/index.ts';
import { sourceConnections } from './modules/source-connections/index.ts';
import { sql } from './modules/sql/index.ts';
import { sqlViews } from './modules/sql-views/index.ts';
import { superuser } from './modules/superuser/index.ts';
import { sync } from './modules/sync/index.ts';
import { syncLogs } from './modules/sync-logs/index.ts';
import { tableChecks } from './modules/table-checks/index.ts';
import { tableViews } from './modules/table-views/index.ts';
import { tables } from './modules/tables/index.ts';
import { toolRuns } from './modules/tool-runs/index.ts';
import { uploads } from './modules/uploads/index.ts';

/** All modules of the product. The order in which they start follows from their needs. */
export const modules: readonly ApiModule[] = [
  analytics,
  auditing,
  builtQueries,
  columnProfiles,
  comparisons,
  connectionCopies,
  demo,
  dependencies,
  duplicates,
  eventStream,
  google,
  housekeeping,
  identity,
  joins,
  jsonFlattening,
  mail,
  mcp,
  members,
  notifications,
  organizations,
  personalData,
  product,
  profile,
  quotas,
  reportAlerts,
  reportFiles,
  reportShares,
  reportSubscriptions,
  reports,
  rowExports,
  runFacts,
  sampleData,
  savedQueries,
  schedules,
  search,
  serviceAccounts,
  sourceConnections,
  sql,
  sqlViews,
  superuser,
  sync,
  syncLogs,
  tableChecks,
  tableViews,
  tables,
  toolRuns,
  uploads,
];
