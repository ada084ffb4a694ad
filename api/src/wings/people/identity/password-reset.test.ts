import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { faultsIn, TestApi } from '../../../../test-support/test-api.ts';

const EMAIL = '/data/attributes/email';
const PASSWORD = '/data/attributes/password';
const CODE = '/data/attributes/code';
const OLD = 'Correct-horse-7';
const NEW = 'Another-horse-8';

const api = await TestApi.open();
after(api.close);

const visit = (path: string, type: string, attributes: object) => api.visitor().post(path, type, attributes);
const request = (email: unknown) => visit('/password/request-reset', 'password_reset_requests', { email });
const reset = (code: unknown, password: unknown = NEW) =>
  visit('/password/reset', 'password_resets', { code, password });
const logIn = (email: string, password: string) =>
  visit('/sessions/email-login', 'email_logins', { email, password });

async function somebody(email: string) {
  const client = api.visitor();
  const { body } = await client.post('/email-signup', 'email_signups', { email, password: OLD });
  client.csrfToken = body.data.attributes.csrfToken;
  return client;
}

async function codeFor(email: string): Promise<string> {
  assert.equal((await request(email)).status, 202);
  const { link } = await api.mailbox.next('reset_password', email);
  return new URL(link).searchParams.get('code')!;
}

describe('requesting a new password', () => {
  test('returns the same for an email address without an account', async () => {
    await somebody('known@example.com');
    const [known, unknown] = [await request('KNOWN@example.com'), await request('unknown@example.com')];
    assert.equal(known.status, 202);
    assert.deepEqual([unknown.status, unknown.body], [known.status, known.body]);
    const mail = await api.mailbox.next('reset_password', 'known@example.com');
    assert.match(mail.link, /^http:\/\/localhost:8080\/reset-password\?code=[\w-]{43}$/);
  });

  test('uses the configured URL for the link, whatever Host the request names', async () => {
    await somebody('host@example.com');
    await api.visitor().post(
      '/password/request-reset',
      'password_reset_requests',
      { email: 'host@example.com' },
      {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
      },
    );
    const { text } = await api.mailbox.next('reset_password', 'host@example.com');
    assert.ok(!text.includes('evil'));
  });

  const refused: [string, unknown, string][] = [
    ['no email address', 'ann', `email_invalid ${EMAIL}`],
    ['several', ['known@example.com', 'evil@example.com'], `field_invalid ${EMAIL}`],
    ['an object', { a: 1 }, `field_invalid ${EMAIL}`],
    ['a line break', 'known@example.com\r\nBcc: evil@example.com', `email_invalid ${EMAIL}`],
    ['a comma', 'known@example.com,evil@example.com', `email_invalid ${EMAIL}`],
    ['a letter that folds to another', 'K\u212aown@example.com', `email_invalid ${EMAIL}`],
  ];
  for (const [what, email, fault] of refused) {
    test(`is refused with ${what}, and nothing is sent`, async () => {
      const response = await request(email);
      assert.deepEqual(faultsIn(response), [fault]);
      assert.equal(response.status, 422);
    });
  }

  test('sends at most three mails an hour, and the response does not reveal it', async (t) => {
    const limited = await TestApi.open({ environment: { RATE_LIMIT_FACTOR: '1' } });
    t.after(limited.close);
    const email = 'flooded@example.com';
    await limited.visitor().post('/email-signup', 'email_signups', { email, password: OLD });
    const ask = () => limited.visitor().post('/password/request-reset', 'password_reset_requests', { email });
    for (let round = 0; round < 4; round += 1) assert.equal((await ask()).status, 202);
    for (let mail = 0; mail < 3; mail += 1) await limited.mailbox.next('reset_password', email);
    const [row] = await limited.sql<{ n: number }>('select count(*)::int as n from account_codes');
    assert.equal(row?.n, 3);
    for (let round = 4; round < 10; round += 1) await ask();
    const refusedAtLast = await ask();
    assert.equal(refusedAtLast.status, 429);
    assert.ok(Number(refusedAtLast.headers['retry-after']) > 0);
  });
});

describe('setting a new password', () => {
  test('ends every session, opens none, and notifies the owner', async () => {
    const email = 'ann@example.com';
    const [before, attacker] = [await somebody(email), api.visitor()];
    await attacker.post('/sessions/email-login', 'email_logins', { email, password: OLD });
    const code = await codeFor(email);
    const response = await reset(code);
    assert.equal(response.status, 204, response.text);
    assert.equal(response.headers['set-cookie'], undefined);
    for (const client of [before, attacker]) assert.equal((await client.get('/sessions')).body.data, null);
    assert.equal((await logIn(email, OLD)).status, 401);
    assert.equal((await logIn(email, NEW)).status, 201);
    await api.mailbox.next('password_changed', email);
  });

  test('works once, and of two attempts at once, one wins', async () => {
    await somebody('race@example.com');
    const code = await codeFor('race@example.com');
    const responses = await Promise.all([reset(code), reset(code, 'Third-horse-99')]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [204, 422]);
    assert.deepEqual(faultsIn(await reset(code)), [`code_used ${CODE}`]);
  });

  test('is too late after 30 minutes', async () => {
    await somebody('slow@example.com');
    const code = await codeFor('slow@example.com');
    const [row] = await api.sql<{ minutes: number }>(
      `select extract(epoch from expires_at - created_at)::int / 60 as minutes from account_codes where email = 'slow@example.com'`,
    );
    assert.equal(row?.minutes, 30);
    await api.sql(`update account_codes set expires_at = now() where email = 'slow@example.com'`);
    assert.deepEqual(faultsIn(await reset(code)), [`code_expired ${CODE}`]);
    assert.equal((await logIn('slow@example.com', OLD)).status, 201);
  });

  test('keeps the code for a better password', async () => {
    const email = 'weak@example.com';
    const client = await somebody(email);
    await client.post('/organizations', 'organizations', { name: 'Finch Outdoor' });
    const code = await codeFor(email);
    assert.deepEqual(faultsIn(await reset(code, 'short')), [`password_too_short ${PASSWORD}`]);
    assert.deepEqual(faultsIn(await reset(code, 'Password1234')), [`password_common ${PASSWORD}`]);
    assert.deepEqual(faultsIn(await reset(code, 'My finch outdoor 7 A')), [
      `password_names_workspace ${PASSWORD}`,
    ]);
    assert.equal((await reset(code)).status, 204);
  });

  test("accepts no code for another purpose and none that isn't a string", async () => {
    for (const code of [['a', 'b'], { a: 1 }, null, 7])
      assert.deepEqual(faultsIn(await reset(code)), [`field_invalid ${CODE}`]);
    assert.deepEqual(faultsIn(await reset('A'.repeat(43))), [`code_invalid ${CODE}`]);
    assert.deepEqual(
      faultsIn(await visit('/email-confirmations', 'email_confirmations', { code: await codeOfReset() })),
      [`code_invalid ${CODE}`],
    );
  });

  test('sends users who sign in only with Google a note instead of a code', async () => {
    const person = await api.person();
    await api.sql('update users set password_hash = null where id = $1', [person.userId]);
    await request(person.email);
    const mail = await api.mailbox.next('reset_without_password', person.email);
    assert.ok(!mail.text.includes('code='));
    const [row] = await api.sql<{ n: number }>(
      'select count(*)::int as n from account_codes where user_id = $1',
      [person.userId],
    );
    assert.equal(row?.n, 0);
  });

  test('works for a blocked account', async () => {
    const email = 'blocked@example.com';
    await somebody(email);
    for (let failure = 0; failure < 5; failure += 1) await logIn(email, 'Wrong-horse-7');
    assert.equal((await logIn(email, OLD)).status, 429);
    assert.equal((await reset(await codeFor(email))).status, 204);
    assert.equal((await logIn(email, NEW)).status, 201);
  });
});

async function codeOfReset(): Promise<string> {
  await somebody('other-purpose@example.com');
  return codeFor('other-purpose@example.com');
}
