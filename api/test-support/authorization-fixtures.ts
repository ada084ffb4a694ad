import { DEFAULT_STREAM_SETTINGS, SERVICE_RIGHTS } from '@headwater/shared/contract';
import { newId } from '../src/platform/database/ids.ts';
import { installationTransaction } from '../src/platform/database/installation-db.ts';
import { insertInvitation } from '../src/wings/people/identity/index.ts';
import { unsubscribeToken } from '../src/wings/reports/subscriptions/index.ts';
import {
  givenAlert,
  givenCheck,
  givenConnection,
  givenReport,
  givenShareLink,
  givenRowExport,
  givenRun,
  givenSqlView,
  givenSubscription,
  givenSavedQuery,
  givenTable,
  givenToolRun,
  givenToolSetup,
  givenUpload,
  givenView,
} from './source-fixtures.ts';
import type { Client, TestApi, TestWorkspace } from './test-api.ts';

/** The callers, in the order of the matrix’s columns. */
export const ACTORS = [
  'anonymous',
  'expired',
  'stranger',
  'demo',
  'reader',
  'runner',
  'editor',
  'admin',
  'superuser',
  'staleSuperuser',
  'serviceAccount',
] as const;
export type Actor = (typeof ACTORS)[number];

/** Workspace A with a user in each role, and workspace B, whose admin is the stranger in A. */
export interface World {
  readonly api: TestApi;
  readonly a: TestWorkspace;
  readonly b: TestWorkspace;
  readonly actors: Record<Actor, Client>;
}

/** Part of every name in workspace B. No response to a user of A may contain it. */
export const CANARY = 'Canary';

interface Parameter {
  /** The ID's prefix; null if the parameter is a name. */
  readonly prefix: string | null;
  /**
   * Creates something in that workspace and returns the value with which the call finds it. Called for each request.
   */
  make(world: World, workspace: TestWorkspace, actor: Client): Promise<string>;
}

/**
 * How each path parameter gets its values. A new parameter in a route needs an entry here, or the matrix fails.
 */
export const parameters: Record<string, Parameter> = {
  organizationId: { prefix: 'org', make: async (_world, workspace) => workspace.id },
  deletedOrganizationId: { prefix: 'org', make: async () => newId('org') },
  sessionId: {
    prefix: 'ses',
    // A new session each time, because an allowed call ends it.
    make: async (world, _workspace, actor) =>
      actor.userId === '' || actor === world.actors.expired ? newId('ses') : signInAgain(world, actor),
  },
  code: {
    prefix: null,
    make: ({ api }) =>
      installationTransaction(api.database, (db) => insertInvitation(db, 'invited@example.com')),
  },
  // Resources of a connection belong to the latest connection.
  sourceConnectionId: { prefix: 'src', make: ({ api }, { id }) => givenConnection(api, id) },
  connectionCheckId: { prefix: 'chk', make: ({ api }, { id }) => givenCheck(api, id) },
  runId: { prefix: 'run', make: ({ api }, { id }) => givenRun(api, id) },
  rowExportId: {
    prefix: 'exp',
    make: ({ api }, { id }, { userId }) =>
      userId ? givenRowExport(api, id, userId) : Promise.resolve(newId('exp')),
  },
  reportId: { prefix: 'rep', make: ({ api }, { id }) => givenReport(api, id) },
  // Belongs to the latest report.
  shareLinkId: { prefix: 'shr', make: ({ api }, { id }) => givenShareLink(api, id) },
  // Of the latest report.
  alertId: { prefix: 'alt', make: ({ api }, { id }) => givenAlert(api, id) },
  // Of the latest report, and the caller's own.
  subscriptionId: {
    prefix: 'rsb',
    make: ({ api }, { id }, { userId }) => givenSubscription(api, id, userId),
  },
  // Of the latest report.
  unsubscribeToken: {
    prefix: null,
    make: async ({ api }, { id: workspaceId, admin: { userId } }) => {
      const subscriptionId = await givenSubscription(api, workspaceId, userId);
      return unsubscribeToken(api.services.keys.subscriptions, { workspaceId, subscriptionId, userId });
    },
  },
  cardId: { prefix: null, make: () => Promise.resolve('one') },
  reportVersion: { prefix: null, make: () => Promise.resolve('1') },
  serviceAccountId: { prefix: 'sva', make: ({ api }, workspace) => givenServiceAccount(api, workspace) },
  // Belongs to the latest service account.
  tokenId: { prefix: 'tok', make: ({ api }, workspace) => latestToken(api, workspace) },
  memberId: { prefix: 'usr', make: async (_world, workspace) => (await workspace.member('reader')).userId },
  invitationId: { prefix: 'inv', make: (_world, workspace) => givenInvitation(workspace) },
  channelId: { prefix: 'ntc', make: ({ api }, workspace) => givenChannel(api, workspace) },
  savedQueryId: { prefix: 'qry', make: ({ api }, { id }) => givenSavedQuery(api, id) },
  viewId: { prefix: 'tvw', make: ({ api }, { id }) => givenView(api, id) },
  sqlViewId: { prefix: 'tbl', make: ({ api }, { id }) => givenSqlView(api, id) },
  tableName: { prefix: null, make: ({ api }, { id }) => givenTable(api, id) },
  uploadId: { prefix: 'upl', make: ({ api }, { id }) => givenUpload(api, id) },
  toolSlug: { prefix: null, make: () => Promise.resolve('profiler') },
  toolSetupId: { prefix: 'tsu', make: ({ api }, { id }) => givenToolSetup(api, id) },
  toolRunId: { prefix: 'trn', make: ({ api }, { id }) => givenToolRun(api, id) },
};

const ONE = '/organizations/:organizationId/source-connections/:sourceConnectionId';
const REPORT = '/organizations/:organizationId/reports/:reportId';
const bodyOf = (type: string, attributes: object = {}) => ({ data: { type, attributes } });

const MANUAL = {
  kind: 'manual',
  interval: null,
  times: null,
  cron: null,
  after: null,
  zone: 'UTC',
  quietHours: null,
  overlap: 'skip',
  freshnessTargetMinutes: null,
};

/** Its discovery is refused at once, and adds no row. */
const OWN_SERVER = { host: '127.0.0.1', port: 1, database: 'shop', user: 'reader' };
const EXPORTED = {
  format: 1,
  name: 'Shop',
  connector: 'postgres',
  configuration: OWN_SERVER,
  missingSecrets: [],
  files: [],
  acceptsShrinking: false,
  changePolicy: 'propagate_columns',
  versionsKept: 3,
  versionDays: 0,
  schedule: null,
  streams: [],
};
const file = JSON.stringify(EXPORTED);

/** Names a table that isn't there, so nothing begins to run. */
const CHECKED = { tableId: 'tbl_unknown', checks: [{ kind: 'row_change', percent: 20 }] };

const JOINED = {
  tableId: 'tbl_unknown',
  joins: [
    { tableId: 'tbl_unknown', kind: 'left', keys: [{ left: { table: 0, column: 'id' }, right: 'id' }] },
  ],
  columns: null,
};

/** Bodies with which an allowed call succeeds. Without one, the call gets as far as a 422. */
export const bodies: Record<string, (world: World) => object | string> = {
  'POST /organizations/:organizationId/connector-forms': () =>
    bodyOf('connector_forms', { connector: 'rest', configuration: { manifest: 'type: DeclarativeSource' } }),
  'POST /organizations': () => ({ data: { type: 'organizations', attributes: { name: 'From the matrix' } } }),
  'POST /deleted-organizations/:deletedOrganizationId/restorations': () =>
    bodyOf('organization_restorations', {}),
  'POST /organizations/:organizationId/service-accounts': () =>
    bodyOf('service_accounts', { name: newId('sva'), description: '', scope: null, days: 90 }),
  'PATCH /organizations/:organizationId/service-accounts/:serviceAccountId': () =>
    bodyOf('service_accounts', { name: newId('sva') }),
  'POST /organizations/:organizationId/service-accounts/:serviceAccountId/tokens': () =>
    bodyOf('service_account_tokens', { days: 90 }),
  'PATCH /organizations/:organizationId/members/:memberId': () => bodyOf('members', { role: 'runner' }),
  'POST /organizations/:organizationId/hand-overs': () => bodyOf('hand_overs', { memberId: 'usr_unknown' }),
  'POST /organizations/:organizationId/invitations': () =>
    bodyOf('workspace_invitations', { emails: [`${newId('inv')}@example.com`], role: 'reader' }),
  'POST /organizations/:organizationId/invitations/:invitationId/links': () =>
    bodyOf('invitation_links', { mail: false }),
  'POST /invitation-acceptances': () => bodyOf('invitation_acceptances', { code: 'unknown' }),
  'POST /organizations/:organizationId/notification-channels': () =>
    bodyOf('notification_channels', webhookNamed(newId('ntc'))),
  'PATCH /organizations/:organizationId/notification-channels/:channelId': () =>
    bodyOf('notification_channels', { triggers: [] }),
  'POST /organizations/:organizationId/notification-channels/:channelId/secrets': () =>
    bodyOf('notification_secrets'),
  'POST /organizations/:organizationId/notification-channels/:channelId/tests': () =>
    bodyOf('notification_tests'),
  'POST /events': () => ({
    data: { type: 'events', attributes: { name: 'signup_create_workspace_button_clicked' } },
  }),
  'PATCH /organizations/:organizationId': () => bodyOf('organizations', { weekStart: 'sunday' }),
  'PATCH /profile': () => bodyOf('profiles', { theme: 'dark' }),
  [`PATCH ${ONE}`]: () => bodyOf('source_connections', { name: 'Renamed' }),
  [`POST ${ONE}/discoveries`]: () => bodyOf('discoveries'),
  [`PATCH ${ONE}/selection`]: () => bodyOf('selections'),
  [`PATCH ${ONE}/catalog/streams/:tableName/settings`]: () =>
    bodyOf('stream_settings', DEFAULT_STREAM_SETTINGS),
  [`POST ${ONE}/catalog/streams/:tableName/previews`]: () =>
    bodyOf('stream_previews', DEFAULT_STREAM_SETTINGS),
  [`POST ${ONE}/schema-changes/decisions`]: () =>
    bodyOf('schema_change_decisions', { decision: 'ignore', changes: ['sch_unknown'] }),
  [`PATCH ${ONE}/schedule`]: () => bodyOf('schedules', MANUAL),
  [`POST ${ONE}/schedule-previews`]: () => bodyOf('schedule_previews', MANUAL),
  [`POST ${ONE}/pauses`]: () => bodyOf('pauses'),
  [`POST ${ONE}/resumptions`]: () => bodyOf('resumptions'),
  [`POST ${ONE}/sync-runs`]: () => bodyOf('sync_runs'),
  [`POST ${ONE}/sync-runs/:runId/cancellations`]: () => bodyOf('sync_run_cancellations'),
  [`POST ${ONE}/copies`]: () => bodyOf('connection_copies', { name: 'A copy' }),
  'POST /organizations/:organizationId/connection-import-previews': () =>
    bodyOf('connection_import_previews', { file }),
  'POST /organizations/:organizationId/connection-imports': () =>
    bodyOf('connection_imports', { file, name: 'Imported', configuration: OWN_SERVER }),
  [`POST ${ONE}/tables/:tableName/query-results`]: () =>
    bodyOf('query_results', { query: { breakouts: [], measures: [{ as: 'rows', agg: 'count' }] } }),
  'POST /organizations/:organizationId/sql-runs': () =>
    bodyOf('sql_runs', { sql: 'select 1', limit: 1, parameters: {} }),
  'POST /organizations/:organizationId/sql-plans': () =>
    bodyOf('sql_plans', { sql: 'select 1', parameters: {} }),
  'POST /organizations/:organizationId/saved-queries': () =>
    bodyOf('saved_queries', { name: newId('qry'), description: '', sql: 'select 1', parameters: {} }),
  'PATCH /organizations/:organizationId/saved-queries/:savedQueryId': () =>
    bodyOf('saved_queries', { sql: 'select 2' }),
  'POST /organizations/:organizationId/saved-queries/:savedQueryId/restorations': () =>
    bodyOf('query_restorations', { version: 1 }),
  'POST /organizations/:organizationId/saved-queries/:savedQueryId/view': () => bodyOf('sql_views'),
  [`POST ${ONE}/tables/:tableName/row-exports`]: () => bodyOf('row_exports', { format: 'xlsx', version: 1 }),
  [`POST ${ONE}/tables/:tableName/profiles`]: () => bodyOf('table_profiles', { version: 1 }),
  [`PATCH ${ONE}/tables/:tableName/description`]: () => bodyOf('table_descriptions', { tags: ['shop'] }),
  [`POST ${ONE}/tables/:tableName/views`]: () => bodyOf('table_views', { name: 'Paid', query: '' }),
  [`PATCH ${ONE}/tables/:tableName/views/:viewId`]: () => bodyOf('table_views', { name: 'Paid' }),
  'POST /organizations/:organizationId/reports': () => bodyOf('reports', { name: 'Revenue' }),
  [`POST ${REPORT}/share-links`]: () => bodyOf('share_links', { days: 30, filtersOpen: false, filters: '' }),
  [`POST ${REPORT}/alerts`]: () =>
    bodyOf('report_alerts', {
      ...{ cardId: 'one', measure: 'rows', filters: '' },
      rule: { operator: 'below', value: 1, times: 1, clear: null, quietHours: 0 },
    }),
  [`PATCH ${REPORT}/alerts/:alertId`]: () => bodyOf('report_alerts', { paused: true }),
  [`POST ${REPORT}/subscriptions`]: () =>
    bodyOf('report_subscriptions', {
      ...{ schedule: null, zone: 'UTC', filters: '', onlyFresh: true, skipEmpty: true, skipUnchanged: true },
      attachPdf: false,
    }),
  [`PATCH ${REPORT}/subscriptions/:subscriptionId`]: () =>
    bodyOf('report_subscriptions', { onlyFresh: false }),
  [`POST ${REPORT}/test-mails`]: () =>
    bodyOf('report_test_mails', { zone: 'UTC', filters: '', attachPdf: false }),
  'POST /report-unsubscriptions': () => bodyOf('report_unsubscriptions', { token: 'guessed' }),
  'POST /report-unsubscriptions/:unsubscribeToken': () => ({ 'List-Unsubscribe': 'One-Click' }),
  'POST /shared-reports': () => bodyOf('shared_reports', { token: 'guessed' }),
  'POST /share-passes': () => bodyOf('share_passes', { token: 'guessed', password: 'guessed' }),
  'POST /shared-card-results': () =>
    bodyOf('shared_card_results', { token: 'guessed', card: 'one', filters: '' }),
  'POST /shared-filter-values': () => bodyOf('shared_filter_values', { token: 'guessed', filter: 'one' }),
  [`PATCH ${REPORT}`]: () => bodyOf('reports', { name: 'Revenue' }),
  'POST /organizations/:organizationId/deleted-reports/:reportId/restorations': () =>
    bodyOf('deleted_report_restorations'),
  [`POST ${REPORT}/copies`]: () => bodyOf('report_copies', { name: 'A copy' }),
  [`POST ${REPORT}/favorites`]: () => bodyOf('report_favorites'),
  [`POST ${REPORT}/openings`]: () => bodyOf('report_openings'),
  [`POST ${REPORT}/restorations`]: () => bodyOf('report_restorations', { version: 1 }),
  'POST /organizations/:organizationId/tools/:toolSlug/setups': () =>
    bodyOf('tool_setups', { name: 'Orders', config: CHECKED, afterSync: false }),
  'PATCH /organizations/:organizationId/tools/:toolSlug/setups/:toolSetupId': () =>
    bodyOf('tool_setups', { name: 'Orders' }),
  'POST /organizations/:organizationId/tools/:toolSlug/built-queries': () =>
    bodyOf('built_queries', { config: CHECKED }),
  'POST /organizations/:organizationId/json-structures': () =>
    bodyOf('json_structures', { tableId: 'tbl_unknown', column: 'document' }),
  'POST /organizations/:organizationId/join-keys': () =>
    bodyOf('join_keys', { tables: ['tbl_unknown'], tableId: 'tbl_unknown' }),
  'POST /organizations/:organizationId/join-matches': () => bodyOf('join_matches', { config: JOINED }),
  'POST /organizations/:organizationId/tools/:toolSlug/runs': () =>
    bodyOf('tool_runs', { config: CHECKED, isSample: false }),
  'POST /organizations/:organizationId/tools/:toolSlug/runs/:toolRunId/cancellations': () =>
    bodyOf('tool_run_cancellations'),
  'POST /organizations/:organizationId/run-facts': () => bodyOf('run_facts'),
  'POST /organizations/:organizationId/sql-views': () =>
    bodyOf('sql_views', { name: newId('vw'), sql: 'select 1 as one' }),
  'PATCH /organizations/:organizationId/sql-views/:sqlViewId': () => bodyOf('sql_views', { sql: 'select 2' }),
  'POST /organizations/:organizationId/sql-views/:sqlViewId/refreshes': () => bodyOf('sql_view_refreshes'),
  [`POST ${ONE}/tables/:tableName/restorations`]: () => bodyOf('restorations', { version: 1 }),
  [`POST ${ONE}/tables/:tableName/held-version-decisions`]: () =>
    bodyOf('held_version_decisions', { decision: 'keep', version: 1 }),
};

/** Queries without which a call is refused. */
export const queries: Record<string, string> = {
  // Each row is about the same workspace, which has to stay.
  'DELETE /organizations/:organizationId': '?name=another',
  [`GET ${ONE}/tables/:tableName/column-values`]: '?column=id',
  [`GET ${ONE}/tables/:tableName/column-profile`]: '?column=id',
};

/** Nobody listens there. */
const webhookNamed = (name: string) => ({
  kind: 'webhook',
  name,
  triggers: [],
  url: 'http://127.0.0.1:9/hook',
});

/** Creates a channel and returns its ID. */
async function givenChannel(api: TestApi, { id, admin }: TestWorkspace): Promise<string> {
  // A workspace has twenty at most.
  await api.sql(`delete from notification_channels where workspace_id = $1`, [id]);
  const attributes = webhookNamed(`Given ${newId('ntc')}`);
  const { body } = await admin.post(
    `/organizations/${id}/notification-channels`,
    'notification_channels',
    attributes,
  );
  return body.data.id;
}

/** Creates a service account and returns its ID. */
async function givenServiceAccount(api: TestApi, { id, admin }: TestWorkspace): Promise<string> {
  // A workspace has a hundred at most.
  await api.sql(`delete from service_accounts where workspace_id = $1 and name like 'Given %'`, [id]);
  const attributes = { name: `Given ${newId('sva')}`, description: '', scope: null, days: 1 };
  const { body } = await admin.post(`/organizations/${id}/service-accounts`, 'service_accounts', attributes);
  return body.data.attributes.serviceAccountId;
}

/** Invites someone by the workspace's admin and returns the invitation's ID. */
async function givenInvitation({ id, admin }: TestWorkspace): Promise<string> {
  const attributes = { emails: [`${newId('inv')}@example.com`], role: 'reader' };
  const { body } = await admin.post(`/organizations/${id}/invitations`, 'workspace_invitations', attributes);
  return body.data[0].id;
}

async function latestToken(api: TestApi, workspace: TestWorkspace): Promise<string> {
  const find = () =>
    api.sql<{ id: string }>(
      `select id from service_account_tokens where workspace_id = $1 order by created_at desc limit 1`,
      [workspace.id],
    );
  if ((await find()).length === 0) await givenServiceAccount(api, workspace);
  return (await find())[0]!.id;
}

/** Gives an actor a new session, aged like the actor's other sessions, and returns its ID. */
export async function signInAgain({ api, actors }: World, client: Client): Promise<string> {
  const id = await api.signIn(client);
  if (client === actors.staleSuperuser) await makeStale(api, client);
  return id;
}

const makeStale = (api: TestApi, { sessionId }: Client) =>
  api.sql(`update sessions set created_at = now() - interval '16 minutes' where id = $1`, [sessionId]);

export async function makeWorld(api: TestApi): Promise<World> {
  const a = await api.workspace('Workspace of A');
  const b = await api.workspace(`${CANARY} of B`);
  const expired = await api.person();
  await api.sql(`update sessions set expires_at = now() - interval '1 second' where id = $1`, [
    expired.sessionId,
  ]);
  const demo = await a.member('runner');
  await api.sql(`update users set demo_ends_at = now() + interval '1 hour' where id = $1`, [demo.userId]);
  const staleSuperuser = await api.person({ isSuperuser: true });
  await makeStale(api, staleSuperuser);
  const actors = {
    anonymous: api.visitor(),
    expired,
    stranger: b.admin,
    demo,
    reader: await a.member('reader'),
    runner: await a.member('runner'),
    editor: await a.member('editor'),
    admin: a.admin,
    superuser: await api.person({ isSuperuser: true }),
    staleSuperuser,
    serviceAccount: await api.serviceAccount(a, { rights: SERVICE_RIGHTS }),
  };
  return { api, a, b, actors };
}
