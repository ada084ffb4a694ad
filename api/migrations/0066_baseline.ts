import { readFile } from 'node:fs/promises';
import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

const TENANT_TABLES = [
  'all_reports',
  'all_source_connections',
  'audit_events',
  'column_profiles',
  'connection_checks',
  'connection_schedules',
  'connection_secrets',
  'dependencies',
  'idempotency_keys',
  'memberships',
  'notification_channels',
  'notification_deliveries',
  'rejected_rows',
  'report_alert_events',
  'report_alerts',
  'report_deliveries',
  'report_favorites',
  'report_mails',
  'report_openings',
  'report_recipients',
  'report_shares',
  'report_subscriptions',
  'report_versions',
  'row_exports',
  'run_fact_changes',
  'run_facts',
  'saved_queries',
  'saved_query_versions',
  'schema_changes',
  'service_account_tokens',
  'service_account_usage',
  'service_accounts',
  'sql_runs',
  'sql_view_inputs',
  'sql_view_refreshes',
  'sql_views',
  'stream_settings',
  'streams',
  'sync_attempts',
  'sync_run_streams',
  'sync_runs',
  'table_descriptions',
  'table_profiles',
  'table_versions',
  'table_views',
  'tables',
  'tool_run_tables',
  'tool_runs',
  'tool_setup_tables',
  'tool_setups',
  'uploads',
  'version_files',
  'workspace_invitations',
];

/** Creates all that a new store begins with. Data of the migrations before it is adopted, see docs/decisions/0092. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(await readFile(new URL('0066_baseline.sql', import.meta.url), 'utf8')).execute(db);
  for (const table of TENANT_TABLES) await protectByWorkspace(db, table);
  await protectByWorkspace(db, 'organizations', 'id');
}
