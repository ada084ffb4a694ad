import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { TestApi } from '../../test-support/test-api.ts';
import { installationTransaction } from '../db/installation-db.ts';
import { clearAway } from './index.ts';

const api = await TestApi.open();
after(api.close);

test('clears away what is over, and nothing else', async () => {
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
  const key = `insert into idempotency_keys select $1, $2, name, '\\x00', '{}', now() - age::interval
    from (values ('old', '25 hours'), ('new', '23 hours')) as keys (name, age)`;
  await api.sql(key, [id, admin.userId]);
  await installationTransaction(api.database, clearAway);
  assert.deepEqual(await api.sql('select id from sessions'), [{ id: admin.sessionId }]);
  assert.deepEqual(await api.sql('select account from login_failures'), [{ account: Buffer.from([2]) }]);
  assert.deepEqual(await api.sql('select key from idempotency_keys'), [{ key: 'new' }]);
});
