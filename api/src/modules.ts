import type { ApiModule } from './wings/api-module.ts';
import { analytics } from './wings/people/analytics/index.ts';
import { auditing } from './wings/ground/audit/index.ts';
import { builtQueries } from './wings/tools/built-queries/index.ts';
import { columnProfiles } from './wings/tables/profiles/index.ts';
import { comparisons } from './wings/tools/compare/index.ts';
import { connectionCopies } from './wings/syncs/copies/index.ts';
import { demo } from './wings/samples/demo/index.ts';
import { dependencies } from './wings/ground/dependencies/index.ts';
import { duplicates } from './wings/tools/duplicate-finder/index.ts';
import { eventStream } from './wings/people/event-stream/index.ts';
import { google } from './wings/people/google/index.ts';
import { housekeeping } from './wings/ground/housekeeping/index.ts';
import { identity } from './wings/people/identity/index.ts';
import { joins } from './wings/tools/join-builder/index.ts';
import { jsonFlattening } from './wings/tools/json-flattener/index.ts';
import { mail } from './wings/ground/mail/index.ts';
import { mcp } from './wings/programs/mcp/index.ts';
import { members } from './wings/people/members/index.ts';
import { notifications } from './wings/notices/notifications/index.ts';
import { organizations } from './wings/people/organizations/index.ts';
import { personalData } from './wings/tools/pii-scanner/index.ts';
import { product } from './wings/ground/product/index.ts';
import { profile } from './wings/people/profile/index.ts';
import { quotas } from './wings/ground/quotas/index.ts';
import { reportAlerts } from './wings/reports/alerts/index.ts';
import { reportFiles } from './wings/reports/files/index.ts';
import { reportShares } from './wings/reports/shares/index.ts';
import { reportSubscriptions } from './wings/reports/subscriptions/index.ts';
import { reports } from './wings/reports/reports/index.ts';
import { rowExports } from './wings/tables/exports/index.ts';
import { runFacts } from './wings/syncs/facts/index.ts';
import { sampleData } from './wings/samples/sample-data/index.ts';
import { savedQueries } from './wings/queries/saved-queries/index.ts';
import { schedules } from './wings/syncs/schedules/index.ts';
import { search } from './wings/ground/search/index.ts';
import { serviceAccounts } from './wings/programs/service-accounts/index.ts';
import { sourceConnections } from './wings/connections/source-connections/index.ts';
import { sql } from './wings/queries/sql/index.ts';
import { sqlViews } from './wings/queries/sql-views/index.ts';
import { superuser } from './wings/people/superuser/index.ts';
import { sync } from './wings/syncs/runs/index.ts';
import { syncLogs } from './wings/syncs/logs/index.ts';
import { tableChecks } from './wings/tools/profiler/index.ts';
import { tableViews } from './wings/tables/views/index.ts';
import { tables } from './wings/tables/tables/index.ts';
import { toolRuns } from './wings/tools/tool-runs/index.ts';
import { uploads } from './wings/connections/uploads/index.ts';

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
