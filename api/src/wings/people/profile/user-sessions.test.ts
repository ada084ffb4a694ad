import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { TestApi, type Client } from '../../../../test-support/test-api.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0';

const api = await TestApi.open();
after(api.close);

const listOf = async (client: Client) => (await client.get('/profile/sessions')).body.data;

/** Signs the user in with another browser. */
async function elsewhere(person: Client, change = ''): Promise<Client> {
  const other = api.visitor();
  other.userId = person.userId;
  await api.signIn(other);
  if (change) await api.sql(`update sessions set ${change} where id = $1`, [other.sessionId]);
  return other;
}

describe("a user's sessions", () => {
  test('are listed with their device, most recently used first, and mark the current one', async () => {
    const person = await api.person();
    const edge = await elsewhere(
      person,
      `user_agent = '${EDGE}', address = '192.0.2.7', last_seen_at = now() - interval '2 hours'`,
    );
    const firefox = await elsewhere(
      person,
      `user_agent = '${FIREFOX}', last_seen_at = now() - interval '1 hour'`,
    );
    const odd = await elsewhere(person, `user_agent = 'nonsense', last_seen_at = now() - interval '3 hours'`);
    const sessions = await listOf(person);
    assert.deepEqual(
      sessions.map(({ id }: { id: string }) => id),
      [person.sessionId, firefox.sessionId, edge.sessionId, odd.sessionId],
    );
    const shown = sessions.map(
      ({ attributes: { browser, system, address, isCurrent } }: { attributes: Record<string, unknown> }) => [
        browser,
        system,
        address,
        isCurrent,
      ],
    );
    assert.deepEqual(shown, [
      [null, null, '127.0.0.1', true],
      ['Firefox', 'Linux', '127.0.0.1', false],
      ['Microsoft Edge', 'Windows', '192.0.2.7', false],
      [null, null, '127.0.0.1', false],
    ]);
    const { createdAt, lastSeenAt } = sessions[2].attributes;
    assert.ok(Date.parse(createdAt) - Date.parse(lastSeenAt) > 7_000_000);
  });

  test('are only live ones, and no one else’s', async () => {
    const [person, stranger] = [await api.person(), await api.person()];
    await elsewhere(person, `last_seen_at = now() - interval '8 days'`);
    await elsewhere(person, `expires_at = now() - interval '1 second'`);
    const sessions = await listOf(person);
    assert.deepEqual(
      sessions.map(({ id }: { id: string }) => id),
      [person.sessionId],
    );
    assert.equal((await stranger.delete(`/sessions/${person.sessionId}`)).status, 404);
  });

  test('contain no token and no hash', async () => {
    const person = await api.person();
    const { text } = await person.get('/profile/sessions');
    const [row] = await api.sql<{ hash: string }>(
      `select encode(token_hmac, 'hex') as hash from sessions where id = $1`,
      [person.sessionId],
    );
    assert.ok(!text.includes(person.cookie!.split('=')[1]!) && !text.includes(row!.hash));
  });

  test('of this user can be ended, all except the current one', async () => {
    const [person, stranger] = [await api.person(), await api.person()];
    const other = await elsewhere(person);
    const response = await person.delete('/profile/sessions');
    assert.equal(response.status, 204, response.text);
    assert.equal(response.headers['set-cookie'], undefined);
    assert.equal((await other.get('/sessions')).body.data, null);
    assert.equal((await person.get('/profile')).status, 200);
    assert.equal((await stranger.get('/profile')).status, 200);
    assert.equal((await listOf(person)).length, 1);
  });

  test('can be ended one by one', async () => {
    const person = await api.person();
    const other = await elsewhere(person);
    assert.equal((await person.delete(`/sessions/${other.sessionId}`)).status, 204);
    assert.equal((await other.get('/profile')).status, 401);
  });
});
