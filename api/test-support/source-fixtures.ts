import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { insertShare } from '../src/wings/reports/shares/report-shares.repository.ts';
import { failure } from '@headwater/base/failures/failure';
import { newId } from '../src/platform/database/ids.ts';
import { workspaceTransaction, type WorkspaceDb } from '../src/platform/database/workspace-db.ts';
import { cancelRun, insertRun } from '../src/wings/tools/tool-runs/tool-runs.repository.ts';
import { insertSetup } from '../src/wings/tools/tool-runs/tool-setups.repository.ts';
import { insertExport } from '../src/wings/tables/exports/row-exports.repository.ts';
import { insertSqlView, lockViewsConnection } from '../src/wings/queries/sql-views/sql-views.repository.ts';
import type { TestApi } from './test-api.ts';

/** The latest connection of each workspace, to which further fixtures belong. */
const latest = new Map<string, string>();

const inWorkspace = <T>(api: TestApi, workspaceId: string, work: (db: WorkspaceDb) => Promise<T>) =>
  workspaceTransaction(api.database, workspaceId, work);

/** Creates a connection to one file that no longer exists, so every operation on it ends at once and adds no row. */
export async function givenConnection(api: TestApi, workspaceId: string): Promise<string> {
  const id = newId('src');
  const uploadId = newId('upl');
  await inWorkspace(api, workspaceId, async (db) => {
    await db
      .insertInto('source_connections')
      .values({
        workspace_id: workspaceId,
        id,
        name: 'Orders',
        connector: 'csv',
        configuration: JSON.stringify({ files: [{ uploadId }] }),
        address: 'orders.csv',
        setup: 'unverified',
      })
      .execute();
    await db
      .insertInto('streams')
      .values({
        workspace_id: workspaceId,
        source_connection_id: id,
        table_name: 'orders',
        name: 'orders.csv',
        columns: '[]',
        primary_key: '[]',
        findings: '[]',
        problem: JSON.stringify(failure('file_missing', { file: 'orders.csv' })),
        source: JSON.stringify({ uploadId }),
        stream_key: uploadId,
      })
      .execute();
    await db
      .insertInto('stream_settings')
      .values({ workspace_id: workspaceId, source_connection_id: id, stream_key: uploadId, selected: true })
      .execute();
  });
  latest.set(workspaceId, id);
  return id;
}

async function latestConnection(api: TestApi, workspaceId: string): Promise<string> {
  return latest.get(workspaceId) ?? givenConnection(api, workspaceId);
}

/** Adds a file that no connection uses. */
export async function givenUpload(api: TestApi, workspaceId: string): Promise<string> {
  const id = newId('upl');
  await inWorkspace(api, workspaceId, (db) =>
    db
      .insertInto('uploads')
      .values({ workspace_id: workspaceId, id, file_name: 'spare.csv', bytes: 4, sha256: '0'.repeat(64) })
      .execute(),
  );
  return id;
}

export async function givenCheck(api: TestApi, workspaceId: string): Promise<string> {
  const id = newId('chk');
  await inWorkspace(api, workspaceId, (db) =>
    db
      .insertInto('connection_checks')
      .values({ workspace_id: workspaceId, id, state: 'running', steps: '[]' })
      .execute(),
  );
  return id;
}

/** Creates an incomplete run whose next attempt is never due. */
export async function givenRun(api: TestApi, workspaceId: string): Promise<string> {
  const sourceConnectionId = await latestConnection(api, workspaceId);
  const id = newId('run');
  await inWorkspace(api, workspaceId, async (db) => {
    await db
      .deleteFrom('sync_runs')
      .where('workspace_id', '=', workspaceId)
      .where('source_connection_id', '=', sourceConnectionId)
      .execute();
    await db
      .insertInto('sync_runs')
      .values({
        workspace_id: workspaceId,
        id,
        source_connection_id: sourceConnectionId,
        number: 1,
        state: 'incomplete',
        trigger: 'manual',
      })
      .execute();
  });
  return id;
}

export async function givenTable(api: TestApi, workspaceId: string): Promise<string> {
  const sourceConnectionId = await latestConnection(api, workspaceId);
  await inWorkspace(api, workspaceId, (db) =>
    db
      .insertInto('tables')
      .values({
        workspace_id: workspaceId,
        id: newId('tbl'),
        source_connection_id: sourceConnectionId,
        table_name: 'orders',
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return 'orders';
}

/** Creates a view of the latest connection's table. */
export async function givenView(api: TestApi, workspaceId: string): Promise<string> {
  await givenTable(api, workspaceId);
  const sourceConnectionId = await latestConnection(api, workspaceId);
  const id = newId('tvw');
  await inWorkspace(api, workspaceId, async (db) => {
    const { id: tableId } = await db
      .selectFrom('tables')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('source_connection_id', '=', sourceConnectionId)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('table_views')
      .values({ workspace_id: workspaceId, id, table_id: tableId, name: id, query: '' })
      .execute();
  });
  return id;
}

/** Creates a report with a number, `one`, of a table that is gone. */
export async function givenReport(api: TestApi, workspaceId: string): Promise<string> {
  const id = newId('rep');
  await inWorkspace(api, workspaceId, async (db) => {
    // The matrix makes more of them than a workspace may have.
    await sql`
      delete from reports where workspace_id = ${workspaceId} and name = 'Report' and id not in (
        select id from reports where workspace_id = ${workspaceId} order by changed_at desc limit 40
      )`.execute(db);
    await db
      .insertInto('reports')
      .values({
        workspace_id: workspaceId,
        id,
        name: 'Report',
        version: 1,
        created_by: null,
        created_by_id: null,
        changed_by: null,
      })
      .execute();
    const gone = { id: newId('tbl'), name: 'orders' };
    const query = { breakouts: [], measures: [{ as: 'rows', agg: 'count' }] };
    const layout = { x: 0, y: 0, w: 3, h: 3 };
    const card = { kind: 'number', id: 'one', title: 'Orders', layout, table: gone, query };
    const content = JSON.stringify({ cards: [card], filters: [] });
    await db
      .insertInto('report_versions')
      .values({
        workspace_id: workspaceId,
        report_id: id,
        version: 1,
        name: 'Report',
        content,
        cards: 1,
        table_ids: [gone.id],
        saved_by: null,
        restored_from: null,
      })
      .execute();
  });
  return id;
}

/** Creates a link of the latest report, by whoever may. */
export async function givenShareLink(api: TestApi, workspaceId: string): Promise<string> {
  const id = newId('shr');
  await inWorkspace(api, workspaceId, async (db) => {
    const { id: reportId } = await db
      .selectFrom('reports')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .orderBy('changed_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const { user_id } = await db
      .selectFrom('memberships')
      .select('user_id')
      .where('workspace_id', '=', workspaceId)
      .orderBy('role')
      .limit(1)
      .executeTakeFirstOrThrow();
    await insertShare(db, {
      ...{ id, reportId, sha256: randomBytes(32), passwordHash: null, filtersOpen: false, filters: '' },
      ...{ by: { id: user_id, name: 'Somebody' }, days: 30 },
    });
  });
  return id;
}

/** Creates an alert on the latest report. */
export async function givenAlert(api: TestApi, workspaceId: string): Promise<string> {
  const id = newId('alt');
  await inWorkspace(api, workspaceId, async (db) => {
    await sql`
      insert into report_alerts (workspace_id, id, report_id, card_id, owner_name, measure, rule, filters, due_at)
      select workspace_id, ${id}, id, 'one', 'Somebody', 'rows',
        '{"operator":"below","value":1,"times":1,"clear":null,"quietHours":0}', '', null
      from reports where workspace_id = ${workspaceId} order by changed_at desc limit 1`.execute(db);
  });
  return id;
}

/** Creates a subscription of the latest report, which belongs to a member, or else to an admin. */
export async function givenSubscription(api: TestApi, workspaceId: string, userId: string): Promise<string> {
  const id = newId('rsb');
  await inWorkspace(api, workspaceId, async (db) => {
    await sql`
      insert into report_subscriptions (workspace_id, id, report_id, owner_id, owner_name, zone, filters,
        only_fresh, skip_empty, skip_unchanged, attach_pdf)
      select report.workspace_id, ${id}, report.id, owner.user_id, 'Somebody', 'UTC', '', true, true, true, false
      from reports report
      join memberships owner on owner.workspace_id = report.workspace_id
      where report.workspace_id = ${workspaceId}
      order by report.changed_at desc, owner.user_id <> ${userId}, owner.role limit 1`.execute(db);
  });
  return id;
}

/** Creates a setup of a tool. */
export async function givenToolSetup(api: TestApi, workspaceId: string): Promise<string> {
  const id = newId('tsu');
  await inWorkspace(api, workspaceId, (db) =>
    insertSetup(db, id, 'profiler', { name: id, config: {}, afterSync: false, tableIds: [] }),
  );
  return id;
}

/** Creates a run of a tool that is over. */
export async function givenToolRun(api: TestApi, workspaceId: string): Promise<string> {
  const id = newId('trn');
  await inWorkspace(api, workspaceId, async (db) => {
    await insertRun(db, id, {
      tool: 'profiler',
      setupId: null,
      config: {},
      isSample: false,
      startedBy: null,
    });
    await cancelRun(db, id);
  });
  return id;
}

/** Creates a view that is up to date. */
export async function givenSqlView(api: TestApi, workspaceId: string): Promise<string> {
  return inWorkspace(api, workspaceId, async (db) => {
    const sourceConnectionId = await lockViewsConnection(db);
    const name = newId('vw');
    const view = { sourceConnectionId, name, sql: 'select 1', parameters: {}, savedQueryId: null };
    const id = await insertSqlView(db, view);
    await sql`update sql_views set attempted = '{}' where id = ${id}`.execute(db);
    return id;
  });
}

/** Creates a saved query that reads no table. */
export async function givenSavedQuery(api: TestApi, workspaceId: string): Promise<string> {
  const id = newId('qry');
  await inWorkspace(api, workspaceId, async (db) => {
    await db
      .insertInto('saved_queries')
      .values({ workspace_id: workspaceId, id, name: id, version: 1 })
      .execute();
    await db
      .insertInto('saved_query_versions')
      .values({
        workspace_id: workspaceId,
        saved_query_id: id,
        version: 1,
        name: id,
        description: '',
        sql: 'select 1',
        parameters: '{}',
        saved_by: 'Mara',
        restored_version: null,
      })
      .execute();
  });
  return id;
}

/** Creates someone's export of a table, whose file is gone. */
export async function givenRowExport(api: TestApi, workspaceId: string, userId: string): Promise<string> {
  await givenTable(api, workspaceId);
  const id = newId('exp');
  await inWorkspace(api, workspaceId, async (db) => {
    const { id: tableId } = await db
      .selectFrom('tables')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    await insertExport(db, {
      id,
      table_id: tableId,
      user_id: userId,
      version: 1,
      format: 'xlsx',
      asked: '{}',
      file_name: 'orders.xlsx',
      rows: 1,
      left_out: 0,
      state: 'ready',
      bytes: 1,
    });
  });
  return id;
}
