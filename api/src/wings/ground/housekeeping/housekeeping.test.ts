import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import { notesPath } from '@headwater/protocol/upload-notes';
import { installationTransaction } from '../../../platform/database/installation-db.ts';

const api = await TestApi.open();
after(api.close);
const clear = () => installationTransaction(api.database, (db) => api.services.hooks.within('nightly', db));

test('deletes what has ended, and nothing else', async () => {
  const { id, admin } = await api.workspace();
  const [gone, idle] = [await api.person(), await api.person()];
  await api.sql(`update sessions set expires_at = now() - interval '1 second' where id = $1`, [
    gone.sessionId,
  ]);
  await api.sql(`update sessions set last_seen_at = now() - interval '8 days' where id = $1`, [
    idle.sessionId,
  ]);
  await api.sql(
    `insert into login_failures values ('\\x01', 1, now() - interval '2 days', null), ('\\x02', 1, now(), null)`,
  );
  const key = `insert into idempotency_keys select $1, $2, name, '\\x00', '{}', now() - age::interval, $2
    from (values ('old', '25 hours'), ('new', '23 hours')) as keys (name, age)`;
  await api.sql(key, [id, admin.userId]);
  const check = `insert into connection_checks (workspace_id, id, state, steps, created_at)
    select $1, name, 'succeeded', '[]', now() - age::interval
    from (values ('old', '25 hours'), ('new', '23 hours')) as checks (name, age)`;
  await api.sql(check, [id]);
  await clear();
  assert.deepEqual(await api.sql('select id from connection_checks'), [{ id: 'new' }]);
  assert.deepEqual(await api.sql('select id from sessions'), [{ id: admin.sessionId }]);
  assert.deepEqual(await api.sql('select account from login_failures'), [{ account: Buffer.from([2]) }]);
  assert.deepEqual(await api.sql('select key from idempotency_keys'), [{ key: 'new' }]);
});

test('deletes links and attempts some time after their end', async () => {
  const { userId } = await api.person();
  await api.sql(
    `insert into account_codes (id, user_id, purpose, code_hash, email, expires_at)
     select name, $1, 'reset_password', name::bytea, '', now() - age::interval
     from (values ('ended', '8 days'), ('left', '6 days')) as codes (name, age)`,
    [userId],
  );
  await api.sql(
    `insert into sign_up_invitations (id, email, email_folded, code_hash, expires_at)
     select name, '', '', name::bytea, now() - age::interval
     from (values ('ended', '31 days'), ('left', '29 days')) as invitations (name, age)`,
  );
  await api.sql(
    `insert into google_attempts (id, purpose, browser_hmac, state_hash, nonce, code_verifier, expires_at)
     select name, 'login', '', name::bytea, '', '', now() - age::interval
     from (values ('ended', '2 days'), ('left', '-5 minutes')) as attempts (name, age)`,
  );
  await clear();
  for (const table of ['account_codes', 'sign_up_invitations', 'google_attempts'])
    assert.deepEqual(await api.sql(`select id from ${table}`), [{ id: 'left' }], table);
});

test('deletes files that no connection uses after a day', async () => {
  const workspace = await api.workspace();
  const journey = new SourceJourney(workspace);
  const source = await journey.connectFiles({ 'used.csv': 'n\n1\n' });
  const left = await journey.upload('left.csv', 'n\n1\n');
  const leftPath = api.services.uploadFiles.path(workspace.id, left);
  await writeFile(notesPath(leftPath), '{}');
  const fresh = await journey.upload('fresh.csv', 'n\n1\n');
  await api.sql(`update uploads set created_at = now() - interval '25 hours' where id <> $1`, [fresh]);
  await clear();
  const names = await api.sql('select file_name from uploads where workspace_id = $1 order by 1', [
    workspace.id,
  ]);
  assert.deepEqual(names, [{ file_name: 'fresh.csv' }, { file_name: 'used.csv' }]);
  assert.ok(!existsSync(leftPath));
  assert.ok(!existsSync(notesPath(leftPath)), 'what a connector found in it is left');
  assert.equal((await journey.sync(source)).state, 'succeeded');
});

test('deletes old rejected rows and old runs, except the newest ones and those of kept versions', async () => {
  const workspace = await api.workspace();
  const journey = new SourceJourney(workspace);
  const source = await journey.connectFiles({ 'n.csv': 'a,b\n1,2\n3\n' });
  const runs = [];
  for (let number = 1; number <= 5; number += 1) {
    const run = await journey.begin(source);
    await journey.runIn(run, 'succeeded');
    runs.push(run.split('/').at(-1)!);
  }
  const id = source.split('/').at(-1)!;
  // The first two runs no longer have a kept version. The second one is recent.
  const age = (days: number, run: string) =>
    api.sql(`update sync_runs set ended_at = now() - make_interval(days => $2) where id = $1`, [run, days]);
  for (const [days, at] of [
    [91, 0],
    [29, 1],
    [91, 2],
    [31, 3],
    [31, 4],
  ] as const)
    await age(days, runs[at]!);
  const left = async () => {
    await clear();
    const kept = await api.sql('select number from sync_runs where workspace_id = $1 order by 1', [
      workspace.id,
    ]);
    const rejected = await api.sql(
      `select distinct number from rejected_rows join sync_runs on sync_runs.id = run_id
       where sync_runs.workspace_id = $1 order by 1`,
      [workspace.id],
    );
    return [kept.map(({ number }) => number), rejected.map(({ number }) => number)];
  };
  assert.deepEqual(await left(), [
    [1, 2, 3, 4, 5],
    [2, 5],
  ]);
  await api.sql('update source_connections set last_run_number = 105 where id = $1', [id]);
  assert.deepEqual(await left(), [
    [2, 3, 4, 5],
    [2, 5],
  ]);
  assert.equal((await journey.client.get(`${source}/sync-runs`)).body.meta.total, 4);
});
