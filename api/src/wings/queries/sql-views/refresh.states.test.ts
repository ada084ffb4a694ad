import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testEveryPair } from '../../../../test-support/every-pair.ts';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import { newId } from '../../../platform/database/ids.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { LeaseLost } from '../../../platform/jobs/leased-work.ts';
import {
  endFailed,
  endSucceeded,
  handBack,
  keepAlive,
  takeDueRefresh,
  type OpenRefresh,
} from './due-refreshes.ts';
import { VIEW_REFRESH } from './refresh.states.ts';

// Here, the tests are the processes.
const api = await TestApi.open();
after(api.close);
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const views = `${journey.base}/sql-views`;
const made = await journey.client.post(views, 'sql_views', { name: 'One', sql: 'select 1 as one' });
assert.equal(made.status, 201, made.text);
const viewId: string = made.body.data.id;

const inWorkspace = <T>(work: (db: WorkspaceDb) => Promise<T>) =>
  workspaceTransaction(api.database, workspace.id, work);
const take = () => takeDueRefresh(api.database, '');
/** A refresh whose process has given no sign of life for a while, of a view that somebody wants to have refreshed. */
async function put(state: string) {
  const id = newId('rfr');
  await api.sql('delete from sql_view_refreshes');
  await api.sql(`update sql_views set requested_by = 'Somebody'`);
  await api.sql(
    `insert into sql_view_refreshes (workspace_id, id, view_id, token, state, alive_until)
     values ($1, $2, $3, 1, $4, now() - interval '1 second')`,
    [workspace.id, id, viewId, state],
  );
  return { id };
}
const open = ({ id }: { id?: unknown }) =>
  ({ id: String(id), workspaceId: workspace.id, viewId, attempted: {} }) as OpenRefresh;
const ENDS = {
  succeeded: { version: 1, rows: 1, zone: 'UTC', read: {} },
  failed: {
    failure: { status: '500', code: 'internal_error', title: '', detail: '' },
    waitsFor: [],
    passes: false,
  },
} as const;

testEveryPair('a refresh of a view', VIEW_REFRESH, {
  put,
  happen: {
    renewed: (row) => inWorkspace((db) => keepAlive(db, open(row))),
    returned: (row) => inWorkspace((db) => handBack(db, open(row))),
    lost: async () => assert.ok(await take()),
    succeeded: (row) =>
      inWorkspace((db) => endSucceeded(db, open(row), ENDS.succeeded)).catch((error: unknown) =>
        assert.ok(error instanceof LeaseLost, String(error)),
      ),
    failed: (row) => inWorkspace((db) => endFailed(db, open(row), ENDS.failed)),
  },
  read: async ({ id }) => (await api.sql('select * from sql_view_refreshes where id = $1', [id]))[0],
});

test('a refresh that its process returns is still that of whoever requested it', async () => {
  await api.sql('delete from sql_view_refreshes');
  await journey.client.post(`${views}/${viewId}/refreshes`, 'sql_view_refreshes', {});
  const first = (await take())!;
  await inWorkspace((db) => handBack(db, first));
  await take();
  const { body } = await journey.client.get(`${views}/${viewId}/refreshes`);
  const names = body.data.map(({ attributes }: { attributes: { state: string; requestedBy: string } }) => [
    attributes.state,
    attributes.requestedBy === null ? null : 'somebody',
  ]);
  assert.deepEqual(names, [
    ['running', 'somebody'],
    ['failed', 'somebody'],
  ]);
});
