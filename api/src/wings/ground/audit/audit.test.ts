import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { TestApi } from '../../../../test-support/test-api.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import { audit } from './audit.ts';

const api = await TestApi.open();
const a = await api.workspace('Workspace of A');
const b = await api.workspace('Workspace of B');
after(api.close);

const inWorkspace = (id: string) =>
  workspaceTransaction(api.database, id, (db) =>
    db
      .selectFrom('audit_events')
      .select(['workspace_id', 'action'])
      .where('actor_id', '=', 'usr_x')
      .execute(),
  );

test('an event is written with its change and seen only by its own workspace', async () => {
  await workspaceTransaction(api.database, a.id, (db) =>
    audit(db, { action: 'sync_run.start', actorId: 'usr_x', workspaceId: a.id }),
  );
  await installationTransaction(api.database, (db) =>
    audit(db, { action: 'session.begin', actorId: 'usr_x' }),
  );
  assert.deepEqual(await inWorkspace(a.id), [{ workspace_id: a.id, action: 'sync_run.start' }]);
  assert.deepEqual(await inWorkspace(b.id), []);
});

test('no workspace can write events for another one', async () => {
  await assert.rejects(
    workspaceTransaction(api.database, a.id, (db) =>
      audit(db, { action: 'sync_run.start', actorId: 'usr_x', workspaceId: b.id }),
    ),
    /row-level security/,
  );
});

test("events can't be changed or deleted, even by the administrator", async () => {
  for (const change of [
    `update audit_events set outcome = 'failure'`,
    'delete from audit_events',
    'truncate audit_events',
  ]) {
    await assert.rejects(api.sql(change), /takes new rows only/);
  }
});
