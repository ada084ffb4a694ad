import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { PASSWORD, personWithPassword } from '../../../../test-support/person-with-password.ts';
import { faultsIn, TestApi, type Client } from '../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);

async function superuser(): Promise<Client> {
  return personWithPassword(api, await api.person({ isSuperuser: true }));
}

const age = (client: Client, minutes: number) =>
  api.sql(`update sessions set created_at = now() - make_interval(mins => $2) where user_id = $1`, [
    client.userId,
    minutes,
  ]);
const reauthenticate = (client: Client, password: string) =>
  client.post('/reauthentications', 'reauthentications', { password });

describe('the superuser area, more than 15 minutes after signing in', () => {
  test('requires the password, then continues in a new session', async () => {
    const client = await superuser();
    await age(client, 14);
    assert.equal((await client.get('/superuser/users')).status, 200);
    await age(client, 16);
    const refused = await client.get('/superuser/users');
    assert.deepEqual([refused.status, faultsIn(refused)], [403, ['reauthentication_required']]);
    assert.equal((await client.get('/profile')).status, 200, 'everything else stays accessible');

    const former = client.cookie;
    const { status, body } = await reauthenticate(client, PASSWORD);
    assert.equal(status, 201);
    assert.notEqual(client.cookie, former);
    client.csrfToken = body.data.attributes.csrfToken;
    assert.equal((await client.get('/superuser/users')).status, 200);
    assert.equal((await client.get('/profile', { cookie: former })).status, 401, 'the old session has ended');
  });

  test('stays closed after a wrong password, which counts as a failed login', async () => {
    const client = await superuser();
    await age(client, 16);
    for (let attempt = 0; attempt < 5; attempt += 1)
      assert.deepEqual(faultsIn(await reauthenticate(client, 'Wrong-horse-7')), [
        'password_wrong /data/attributes/password',
      ]);
    assert.equal((await reauthenticate(client, PASSWORD)).status, 429);
    assert.equal((await client.get('/superuser/organizations')).status, 403);
  });

  test('still does not exist for anyone else', async () => {
    const client = await api.person();
    await age(client, 16);
    assert.equal((await client.get('/superuser/users')).status, 404);
  });
});
