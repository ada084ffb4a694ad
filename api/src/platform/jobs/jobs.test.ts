import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { TestApi } from '../../../test-support/test-api.ts';
import { workspaceTransaction } from '../database/workspace-db.ts';

declare module './jobs.ts' {
  interface JobKinds {
    'test-kind': { name: string };
  }
}

const api = await TestApi.open();
after(api.close);
const { jobs } = api.services;

test('a job runs if, and only if, the transaction that enqueued it commits, and runs again if it fails', async () => {
  const { id } = await api.workspace();
  const done: string[] = [];
  const last = Promise.withResolvers<void>();
  await jobs.work('test-kind', {
    queue: { retryLimit: 3, retryDelay: 0 },
    run: async ({ name }) => {
      done.push(name);
      if (done.filter((each) => each === 'flaky').length === 1 && name === 'flaky') throw new Error('once');
      if (name === 'last') last.resolve();
    },
  });
  const ask = (name: string, fails = false) =>
    workspaceTransaction(api.database, id, async (db) => {
      await jobs.enqueue(db, 'test-kind', { name });
      if (fails) throw new Error('rolled back');
    });
  await assert.rejects(ask('undone', true));
  await ask('done');
  await ask('flaky');
  await api.sql(`select 1`);
  await ask('last');
  await last.promise;
  while (done.filter((name) => name === 'flaky').length < 2) await new Promise(setImmediate);
  assert.ok(!done.includes('undone'));
  assert.ok(done.includes('done'));
});
