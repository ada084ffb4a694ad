import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { faultsIn, TestApi } from '../../../../test-support/test-api.ts';

const CODE = '/data/attributes/code';
const PASSWORD = 'Correct-horse-7';

const api = await TestApi.open({ withMail: true });
after(api.close);

const signUp = (email: string, password = PASSWORD) =>
  api.visitor().post('/email-signup', 'email_signups', { email, password });
const logIn = (email: string, password = PASSWORD) =>
  api.visitor().post('/sessions/email-login', 'email_logins', { email, password });
const confirm = (code: string) => api.visitor().post('/email-confirmations', 'email_confirmations', { code });
const askAgain = (email: string) =>
  api.visitor().post('/email-confirmation-requests', 'email_confirmation_requests', { email });
const codeIn = ({ link }: { link: string }) => new URL(link).searchParams.get('code')!;

describe('signing up if mail is on', () => {
  test('opens no session, and the login waits for the confirmation', async () => {
    const response = await signUp('new@example.com');
    assert.equal(response.status, 201, response.text);
    assert.deepEqual(response.body, { data: null });
    assert.equal(response.headers['set-cookie'], undefined);
    const early = await logIn('new@example.com');
    assert.equal(early.status, 403);
    assert.deepEqual(faultsIn(early), ['email_unconfirmed']);
    const mail = await api.mailbox.next('confirm_email', 'new@example.com');
    assert.match(mail.link, /^http:\/\/localhost:8080\/confirm-email\?code=[\w-]{43}$/);
    const confirmed = await confirm(codeIn(mail));
    assert.equal(confirmed.status, 200, confirmed.text);
    assert.equal(confirmed.body.data.attributes.email, 'new@example.com');
    assert.equal(confirmed.headers['set-cookie'], undefined);
    assert.equal((await logIn('new@example.com')).status, 201);
  });

  test('returns the same if the email address is taken, and notifies only its owner', async () => {
    await signUp('owner@example.com');
    await api.mailbox.next('confirm_email', 'owner@example.com');
    const [taken, free] = await Promise.all([signUp('OWNER@example.com'), signUp('free@example.com')]);
    assert.equal(taken.status, free.status);
    assert.deepEqual(taken.body, free.body);
    assert.deepEqual(Object.keys(taken.headers).sort(), Object.keys(free.headers).sort());
    const mail = await api.mailbox.next('account_exists', 'owner@example.com');
    assert.match(mail.text, /\/request-password-reset/);
    const [{ n } = { n: 0 }] = await api.sql<{ n: number }>(
      `select count(*)::int as n from users where email_folded = 'owner@example.com'`,
    );
    assert.equal(n, 1);
  });

  test('does not reveal a missing confirmation to someone with a wrong password', async () => {
    await signUp('quiet@example.com');
    assert.deepEqual(faultsIn(await logIn('quiet@example.com', 'Wrong-horse-7')), ['credentials_invalid']);
  });
});

test('identities that were connected before the email address was confirmed are removed', async () => {
  const email = 'squatted@example.com';
  await signUp(email);
  await api.sql(
    `insert into user_identities (issuer, subject, user_id, email)
     select 'https://accounts.example', 'of the squatter', id, email from users where email = $1`,
    [email],
  );
  assert.equal((await confirm(codeIn(await api.mailbox.next('confirm_email', email)))).status, 200);
  assert.deepEqual(await api.sql('select subject from user_identities'), []);
});

describe('the link of a confirmation', () => {
  test('works once, for the first one who opens it', async () => {
    await signUp('once@example.com');
    const code = codeIn(await api.mailbox.next('confirm_email', 'once@example.com'));
    const responses = await Promise.all([confirm(code), confirm(code)]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 422]);
    assert.deepEqual(faultsIn(await confirm(code)), [`code_used ${CODE}`]);
  });

  test('is expired after a day', async () => {
    await signUp('late@example.com');
    const code = codeIn(await api.mailbox.next('confirm_email', 'late@example.com'));
    await api.sql(
      `update account_codes set expires_at = now() - interval '1 second' where email = 'late@example.com'`,
    );
    assert.deepEqual(faultsIn(await confirm(code)), [`code_expired ${CODE}`]);
    assert.equal((await logIn('late@example.com')).status, 403);
  });

  test('is valid for a day', async () => {
    await signUp('day@example.com');
    await api.mailbox.next('confirm_email', 'day@example.com');
    const [row] = await api.sql<{ hours: number }>(
      `select extract(epoch from expires_at - created_at)::int / 3600 as hours from account_codes where email = 'day@example.com'`,
    );
    assert.equal(row?.hours, 24);
  });

  for (const code of ['', 'x', 'A'.repeat(43), "' or 1=1 --", '%00']) {
    test(`is refused with the code ${JSON.stringify(code)}`, async () => {
      assert.deepEqual(faultsIn(await confirm(code)), [`code_invalid ${CODE}`]);
    });
  }

  test('can be requested again: three are valid at a time, and using one ends the others', async () => {
    const email = 'again@example.com';
    await signUp(email);
    const codes = [codeIn(await api.mailbox.next('confirm_email', email))];
    for (let round = 0; round < 3; round += 1) {
      const response = await askAgain(email);
      assert.equal(response.status, 202, response.text);
      assert.deepEqual(response.body, { data: null });
      codes.push(codeIn(await api.mailbox.next('confirm_email', email)));
    }
    assert.deepEqual(faultsIn(await confirm(codes[0]!)), [`code_expired ${CODE}`]);
    assert.equal((await confirm(codes[2]!)).status, 200);
    assert.deepEqual(faultsIn(await confirm(codes[3]!)), [`code_expired ${CODE}`]);
  });

  test('is sent to no one who needs none, and the response does not reveal it', async () => {
    await signUp('done@example.com');
    await confirm(codeIn(await api.mailbox.next('confirm_email', 'done@example.com')));
    const [done, nobody] = [await askAgain('done@example.com'), await askAgain('nobody@example.com')];
    assert.deepEqual([done.status, done.body], [nobody.status, nobody.body]);
    await signUp('last@example.com');
    await api.mailbox.next('confirm_email', 'last@example.com');
    const [row] = await api.sql<{ n: number }>(
      `select count(*)::int as n from account_codes where email in ('done@example.com', 'nobody@example.com')`,
    );
    assert.equal(row?.n, 1);
  });

  test('is stored only as a hash', async () => {
    await signUp('hash@example.com');
    const code = codeIn(await api.mailbox.next('confirm_email', 'hash@example.com'));
    const [row] = await api.sql<{ text: string }>(
      `select account_codes::text as text from account_codes where email = 'hash@example.com'`,
    );
    assert.ok(row && !row.text.includes(code) && !row.text.includes(Buffer.from(code).toString('hex')));
  });
});
