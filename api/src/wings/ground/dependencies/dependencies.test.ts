import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi, type TestWorkspace } from '../../../../test-support/test-api.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { indexUses, listDependents, listUses } from './index.ts';

const api = await TestApi.open();
after(api.close);

let workspace: TestWorkspace;
let source: string;
before(async () => {
  workspace = await api.workspace();
  const journey = new SourceJourney(workspace);
  source = await journey.connectFiles({ 'orders.csv': 'id,total\n1,2\n', 'items.csv': 'id\n1\n' });
  await journey.sync(source);
});

const inWorkspace = <T>(work: (db: WorkspaceDb) => Promise<T>) =>
  workspaceTransaction(api.database, workspace.id, work);
const orders = () => ({ sourceConnectionId: source.split('/').at(-1)!, tableName: 'orders' });
const revenue = { type: 'saved_query', id: 'qry_1', name: 'Revenue' } as const;

describe('what a document uses', () => {
  test('is replaced as a whole, and found by its table', async () => {
    const items = { ...orders(), tableName: 'items', columns: [] };
    await inWorkspace((db) => indexUses(db, revenue, [items, { ...orders(), columns: ['id', 'total'] }]));
    assert.deepEqual(await inWorkspace((db) => listUses(db, revenue)), [
      items,
      { ...orders(), columns: ['id', 'total'] },
    ]);
    await inWorkspace((db) =>
      indexUses(db, { ...revenue, name: 'Revenue 2' }, [{ ...orders(), columns: ['total'] }]),
    );
    assert.deepEqual(await inWorkspace((db) => listDependents(db, orders())), [
      { ...revenue, name: 'Revenue 2', columns: ['total'] },
    ]);
    assert.deepEqual(await inWorkspace((db) => listDependents(db, items)), []);
    await inWorkspace((db) => indexUses(db, revenue, []));
    assert.deepEqual(await inWorkspace((db) => listDependents(db, orders())), []);
  });

  test('leaves out connections that are gone, and other workspaces', async () => {
    const gone = { sourceConnectionId: 'src_gone', tableName: 'orders', columns: [] };
    const other = await api.workspace();
    await workspaceTransaction(api.database, other.id, (db) =>
      indexUses(db, revenue, [gone, { ...orders(), columns: ['id'] }]),
    );
    assert.deepEqual(await workspaceTransaction(api.database, other.id, (db) => listUses(db, revenue)), []);
  });
});
