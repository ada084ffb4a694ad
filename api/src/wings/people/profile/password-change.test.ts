import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { PASSWORD, personWithPassword } from '../../../../test-support/person-with-password.ts';
import { faultsIn, TestApi, type Client } from '../../../../test-support/test-api.ts';

const CURRENT = '/data/attributes/currentPassword';
const NEW = '/data/attributes/newPassword';
const NEXT = 'Another-horse-8';

const api = await TestApi.open();
after(api.close);

const change = (client: Client, newPassword: unknown = NEXT, currentPassword: unknown = PASSWORD) =>
  client.post('/password-changes', 'password_changes', { currentPassword, newPassword });
const logIn = (email: string, password: string, client = api.visitor()) =>
  client.post('/sessions/email-login', 'email_logins', { email, password });
const auditOf = ({ userId }: Client) =>
  api.sql<{ outcome: string; text: string }>(
    `select outcome, audit_events::text as text from audit_events
     where action = 'password.change' and actor_id = $1 order by at`,
    [userId],
  );

describe('a change of password', () => {
  test('ends every session, opens a new one, and notifies the owner', async () => {
    const person = await personWithPassword(api);
    const elsewhere = api.visitor();
    await logIn(person.email, PASSWORD, elsewhere);
    const former = person.cookie;
    const response = await change(person);
    assert.equal(response.status, 201, response.text);
    assert.equal(response.body.data.type, 'sessions');
    assert.notEqual(response.body.data.id, person.sessionId);
    assert.notEqual(person.cookie, former);
    assert.notEqual(response.body.data.attributes.csrfToken, person.csrfToken);
    assert.deepEqual((await person.get('/sessions')).body, response.body);
    assert.equal((await person.get('/profile', { cookie: former })).status, 401);
    assert.equal((await elsewhere.get('/profile')).status, 401);
    assert.equal((await logIn(person.email, PASSWORD)).status, 401);
    assert.equal((await logIn(person.email, NEXT)).status, 201);
    const mail = await api.mailbox.next('password_changed', person.email);
    assert.ok(!mail.text.includes(NEXT) && !mail.text.includes(PASSWORD));
    const events = await auditOf(person);
    assert.deepEqual(
      events.map(({ outcome }) => outcome),
      ['success'],
    );
    assert.ok(!events[0]!.text.includes(NEXT));
  });

  test('invalidates links that were sent before', async () => {
    const person = await personWithPassword(api);
    await api.visitor().post('/password/request-reset', 'password_reset_requests', { email: person.email });
    const { link } = await api.mailbox.next('reset_password', person.email);
    assert.equal((await change(person)).status, 201);
    const reset = await api.visitor().post('/password/reset', 'password_resets', {
      code: new URL(link).searchParams.get('code'),
      password: 'Third-horse-99',
    });
    assert.deepEqual(faultsIn(reset), ['code_expired /data/attributes/code']);
  });

  test("requires the current one, which a stolen session can't guess without limit", async () => {
    const person = await personWithPassword(api);
    for (let failure = 1; failure <= 5; failure += 1)
      assert.deepEqual(faultsIn(await change(person, NEXT, `Wrong-${failure}`)), [
        `password_wrong ${CURRENT}`,
      ]);
    const blocked = await change(person);
    assert.equal(blocked.status, 429, blocked.text);
    assert.equal(blocked.headers['retry-after'], '30');
    assert.equal((await logIn(person.email, PASSWORD)).status, 429, 'counted as failed logins');
    assert.deepEqual(
      (await auditOf(person)).map(({ outcome }) => outcome),
      Array(5).fill('failure'),
    );
  });

  test('also counts attempts by IP address', async (t) => {
    const limited = await TestApi.open({ environment: { RATE_LIMIT_FACTOR: '1' } });
    t.after(limited.close);
    const people = await Promise.all(Array.from({ length: 4 }, () => personWithPassword(limited)));
    const responses = [];
    for (const person of [...people, ...people, ...people])
      responses.push(await change(person, NEXT, 'Wrong'));
    assert.deepEqual(
      responses.map(({ status }) => status),
      [...Array(10).fill(422), 429, 429],
    );
  });

  const refused: [string, unknown, string][] = [
    ['too short', 'Short-1', `password_too_short ${NEW}`],
    ['no capital', 'correct-horse-8', `password_needs_uppercase ${NEW}`],
    ['a common one', 'Password1234', `password_common ${NEW}`],
    ["the product's name", 'My-Headwater-7', `password_names_product ${NEW}`],
    ['a workspace’s name', 'My Finch Outdoor 7', `password_names_workspace ${NEW}`],
    ['a list', ['Another-horse-8'], `field_invalid ${NEW}`],
  ];
  for (const [what, password, fault] of refused) {
    test(`is refused with ${what}, and the session stays`, async () => {
      const person = await personWithPassword(api);
      await person.post('/organizations', 'organizations', { name: 'Finch Outdoor' });
      const response = await change(person, password);
      assert.equal(response.status, 422, response.text);
      assert.deepEqual(faultsIn(response), [fault]);
      assert.equal((await person.get('/profile')).status, 200);
    });
  }

  test('succeeds once if two are requested at once', async () => {
    const person = await personWithPassword(api);
    const [first, second] = [api.visitor(), api.visitor()];
    for (const client of [first, second]) {
      client.userId = person.userId;
      await api.signIn(client);
    }
    const passwords = ['Another-horse-8', 'Third-horse-99'];
    const responses = await Promise.all([change(first, passwords[0]), change(second, passwords[1])]);
    const statuses = responses.map(({ status }) => status);
    const winner = statuses.indexOf(201);
    assert.notEqual(winner, -1, String(statuses));
    assert.equal(statuses.filter((status) => status === 201).length, 1, String(statuses));
    assert.equal((await logIn(person.email, passwords[winner]!)).status, 201);
    assert.equal((await logIn(person.email, passwords[1 - winner]!)).status, 401);
  });

  test('is refused to users without a password', async () => {
    const person = await api.person();
    await api.sql('update users set password_hash = null where id = $1', [person.userId]);
    assert.deepEqual(faultsIn(await change(person, NEXT, '')), [`password_wrong ${CURRENT}`]);
    assert.equal((await person.get('/profile')).body.data.attributes.hasPassword, false);
  });
});
