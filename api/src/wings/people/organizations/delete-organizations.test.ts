import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { deleteOrganizations } from './index.ts';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
await server.run(`
  create table small (id int);
  insert into small values (1);
  -- Takes a minute to read.
  create view slow as select i, repeat('x', 2000) as filler, pg_sleep(0.02)::text as slept from generate_series(1, 3000) as i;
  grant select on small, slow to reader`);

const folderOf = (id: string) => join(api.dataDirectory, 'ws', id);
const readers = () =>
  server.rows(`select pid from pg_stat_activity where usename = 'reader' and state = 'active'`);
const remove = (ids: string[], actorId: string | null) =>
  installationTransaction(api.database, (db) => deleteOrganizations(api.services, db, ids, { actorId }));

/** Returns the tables with a workspace column, each with the number of rows that belong to this workspace. */
async function rowsOf(id: string): Promise<Record<string, number>> {
  const tables = await api.sql<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'workspace_id'
       and table_name not in ('audit_events', 'workspace_members')`,
  );
  const counts = tables.map(
    ({ name }) => `(select count(*) from ${name} where workspace_id = $1)::int as ${name}`,
  );
  const [row] = await api.sql(
    `select ${counts.join(', ')}, (select count(*) from organizations where id = $1)::int as organizations`,
    [id],
  );
  return row!;
}

const tablesWhere = (counts: Record<string, number>, matches: (count: number) => boolean) =>
  Object.keys(counts).filter((name) => matches(counts[name]!));

/**
 * Creates a table with versions, uploads, rejected rows, noticed changes, something that depends on it, a schedule, a
 * used key, a failed check, an event, and a table that outlives its connection.
 */
async function fill({ id, admin }: Awaited<ReturnType<typeof api.workspace>>) {
  const journey = new SourceJourney({ id, admin });
  const source = await journey.connectFiles({ 'n.csv': 'a,b\n1,2\n3\n4,5\n' });
  await admin.post(`${source}/sync-runs`, 'sync_runs', {}, { 'idempotency-key': 'once' });
  await settled(
    () => admin.get(`${source}/tables/n/rows`),
    ({ status }) => status === 200,
  );
  const sourceId = source.split('/').at(-1);
  await api.sql(
    `insert into schema_changes (workspace_id, id, source_connection_id, stream_key, table_name, diff, breaking, impact, state)
     values ($1, 'change', $2, 'n', 'n', '{}', false, '[]', 'pending')`,
    [id, sourceId],
  );
  await api.sql(
    `with made as (
       insert into table_profiles (workspace_id, table_id, version, state)
       select workspace_id, table_id, version, 'complete' from table_versions where workspace_id = $1
       returning workspace_id, table_id, version
     )
     insert into column_profiles (workspace_id, table_id, version, column_name, facts)
     select workspace_id, table_id, version, 'a', '{}' from made`,
    [id],
  );
  await api.sql(
    `insert into dependencies (workspace_id, source_connection_id, table_name, dependent_type, dependent_id)
     values ($1, $2, 'n', 'report', 'one')`,
    [id, sourceId],
  );
  await api.sql(
    `with made as (
       insert into saved_queries (workspace_id, id, name) values ($1, 'query', 'Rows') returning workspace_id, id
     )
     insert into saved_query_versions (workspace_id, saved_query_id, version, name, description, sql, parameters, saved_by)
     select workspace_id, id, 1, 'Rows', '', 'from n', '{}', 'Mara' from made`,
    [id],
  );
  await api.sql(
    `insert into sql_runs (workspace_id, id, user_id, sql, parameters, outcome, milliseconds, started_at)
     values ($1, 'run', $2, 'from n', '{}', 'succeeded', 1, now())`,
    [id, admin.userId],
  );
  await api.sql(
    `insert into connection_schedules (workspace_id, source_connection_id, kind, rule, zone)
     values ($1, $2, 'manual', '{}', 'UTC')`,
    [id, sourceId],
  );
  const channel = await admin.post(`/organizations/${id}/notification-channels`, 'notification_channels', {
    kind: 'webhook',
    name: 'Alerts',
    triggers: [],
    url: 'http://127.0.0.1:9/hook',
  });
  const tests = `/organizations/${id}/notification-channels/${channel.body.data.id}/tests`;
  await admin.post(tests, 'notification_tests', {});
  await admin.post('/events', 'events', {
    name: 'signup_create_workspace_button_clicked',
    organization_id: id,
  });
  const { body } = await admin.get(`${source}/tables/n`);
  await api.sql(
    `insert into row_exports (workspace_id, id, table_id, user_id, version, format, asked, file_name, rows, left_out)
     values ($1, 'export', $2, $3, 1, 'xlsx', '{}', 'n.xlsx', 1, 0)`,
    [id, body.data.id, admin.userId],
  );
  await admin.post(`${source}/tables/n/views`, 'table_views', { name: 'Few', query: 'filter=a%3Aless%3A7' });
  const report = await admin.post(`/organizations/${id}/reports`, 'reports', { name: 'Sales' });
  await admin.post(`/organizations/${id}/reports/${report.body.data.id}/share-links`, 'share_links', {
    ...{ days: 1, filtersOpen: false, filters: '' },
  });
  const subscription = await admin.post(
    `/organizations/${id}/reports/${report.body.data.id}/subscriptions`,
    'report_subscriptions',
    {
      ...{ schedule: null, zone: 'UTC', filters: '', onlyFresh: true, skipEmpty: true, skipUnchanged: true },
      ...{ attachPdf: false, memberIds: [admin.userId] },
    },
  );
  await api.sql(
    `insert into report_deliveries (workspace_id, id, subscription_id, occurrence, cause, state, wait_until)
     values ($1, 'delivery', $2, 'once', 'sync', 'sent', now())`,
    [id, subscription.body.data.id],
  );
  await api.sql(
    `insert into report_mails (workspace_id, delivery_id, user_id, is_refused) values ($1, 'delivery', $2, false)`,
    [id, admin.userId],
  );
  await api.sql(
    `insert into report_alerts (workspace_id, id, report_id, card_id, owner_name, measure, rule, filters, due_at)
     values ($1, 'alert', $2, 'one', 'Mara', 'rows', '{}', '', null)`,
    [id, report.body.data.id],
  );
  await api.sql(
    `insert into report_alert_events (workspace_id, id, alert_id, state, was_told)
     values ($1, 'event', 'alert', 'ok', false)`,
    [id],
  );
  await admin.post(`/organizations/${id}/reports/${report.body.data.id}/favorites`, 'report_favorites', {});
  await admin.post(`/organizations/${id}/reports/${report.body.data.id}/openings`, 'report_openings', {});
  const checked = { tableId: body.data.id, checks: [{ kind: 'not_null', column: 'a' }] };
  const setup = await admin.post(`/organizations/${id}/tools/profiler/setups`, 'tool_setups', {
    ...{ name: 'Numbers', config: checked, afterSync: false },
  });
  await admin.post(`/organizations/${id}/tools/profiler/runs`, 'tool_runs', {
    setupId: setup.body.data.id,
    isSample: false,
  });
  await settled(
    () => api.sql('select from tool_run_tables where workspace_id = $1', [id]),
    (rows) => rows.length > 0,
  );
  await admin.patch(
    `${source}/tables/n/description`,
    'table_descriptions',
    { description: 'Few rows', ownerId: admin.userId },
    { 'if-match': '"0"' },
  );
  const invited = { emails: ['chiyo@example.com'], role: 'reader' };
  await admin.post(`/organizations/${id}/invitations`, 'workspace_invitations', invited);
  const robot = { name: 'Robot', description: '', scope: null, days: 90 };
  await admin.post(`/organizations/${id}/service-accounts`, 'service_accounts', robot);
  await api.sql(
    `insert into service_account_usage
     select workspace_id, id, now(), 1, 0, 1 from service_accounts where workspace_id = $1`,
    [id],
  );
  const view = { name: 'All of n', sql: 'select * from n' };
  assert.equal((await admin.post(`/organizations/${id}/sql-views`, 'sql_views', view)).status, 201);
  await api.sql(
    `insert into sql_view_refreshes (workspace_id, id, view_id, token, state, alive_until)
     select workspace_id, 'refresh', id, 1, 'succeeded', now() from sql_views where workspace_id = $1`,
    [id],
  );
  assert.equal((await admin.post(`/organizations/${id}/run-facts`, 'run_facts')).status, 200);
  await api.sql(`insert into run_fact_changes (workspace_id) values ($1)`, [id]);
  const left = await journey.connectFiles({ 'k.csv': 'a\n1\n' });
  await journey.sync(left);
  assert.equal((await admin.delete(`${left}?data=keep`)).status, 204);
  const attributes = { connector: 'postgres', configuration: configurationFor(server.port) };
  await admin.post(`/organizations/${id}/connection-checks`, 'connection_checks', attributes);
  return journey;
}

test('a deleted workspace leaves nothing behind, and its run stops', async () => {
  const [gone, kept] = [await api.workspace('Gone soon'), await api.workspace('Stays here')];
  const journey = await fill(gone);
  await fill(kept);
  const database = await journey.connect('postgres', configurationFor(server.port));
  await journey.select(database, 'slow', 'small');
  await journey.runIn(await journey.begin(database), 'running');
  await settled(readers, (found) => found.length > 0);
  const before = { gone: await rowsOf(gone.id), kept: await rowsOf(kept.id) };
  assert.deepEqual(
    tablesWhere(before.gone, (count) => count === 0),
    [],
    'tables that fill() forgets',
  );

  await remove([gone.id], gone.admin.userId);

  assert.deepEqual(
    tablesWhere(await rowsOf(gone.id), (count) => count > 0),
    [],
  );
  assert.equal((await gone.admin.get(`${database}/tables`)).status, 404);
  await settled(readers, (found) => found.length === 0);
  await settled(
    async () => existsSync(folderOf(gone.id)),
    (isThere) => !isThere,
  );
  assert.deepEqual(
    tablesWhere(await rowsOf(gone.id), (count) => count > 0),
    [],
  );
  assert.deepEqual(await rowsOf(kept.id), before.kept);
  assert.ok(existsSync(folderOf(kept.id)));
  assert.equal((await gone.admin.get('/sessions')).body.data.attributes.organizations.length, 0);
  const events = await api.sql(
    `select actor_id, subject_id, details from audit_events where workspace_id = $1 and action = 'workspace.delete'`,
    [gone.id],
  );
  assert.deepEqual(events, [
    { actor_id: gone.admin.userId, subject_id: gone.id, details: { name: 'Gone soon' } },
  ]);
});

test('files that another server still writes are deleted later, and nothing is deleted twice', async () => {
  const { id, admin } = await api.workspace();
  await remove([id], admin.userId);
  await remove([id], admin.userId);
  const events = await api.sql(
    `select from audit_events where workspace_id = $1 and action = 'workspace.delete'`,
    [id],
  );
  assert.equal(events.length, 1);
  const jobs = await api.sql(
    `select start_after > created_on + interval '1 minute' as later from pgboss.job
     where name = 'clear-workspace' and data ->> 'workspaceId' = $1 order by start_after`,
    [id],
  );
  assert.deepEqual(jobs, [{ later: false }, { later: true }]);
  // Otherwise the first job may delete the folder between the two calls that write the late file.
  await api.jobCompleted('clear-workspace', { workspaceId: id });
  await mkdir(folderOf(id), { recursive: true });
  await writeFile(join(folderOf(id), 'late'), '');
  await api.services.hooks.announce('onWorkspaceDeleted', id);
  assert.ok(!existsSync(folderOf(id)));
});
