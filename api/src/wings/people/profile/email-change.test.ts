import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { PASSWORD, personWithPassword } from '../../../../test-support/person-with-password.ts';
import { faultsIn, TestApi, type Client } from '../../../../test-support/test-api.ts';

const FIELD = '/data/attributes';

const [api, mailless] = await Promise.all([TestApi.open({ withMail: true }), TestApi.open()]);
after(() => Promise.all([api.close(), mailless.close()]));

const change = (client: Client, email: unknown, password: unknown = PASSWORD) =>
  client.post('/email-changes', 'email_changes', { email, password });
const confirm = (code: string) => api.visitor().post('/email-confirmations', 'email_confirmations', { code });
const codeIn = ({ link }: { link: string }) => new URL(link).searchParams.get('code')!;
const profileOf = async (client: Client) => (await client.get('/profile')).body.data.attributes;

describe('a change of email address if mail is on', () => {
  test('waits for the new mailbox and notifies the old one', async () => {
    const person = await personWithPassword(api);
    const response = await change(person, 'Ann.New@example.com');
    assert.equal(response.status, 200, response.text);
    const { email, pendingEmail } = response.body.data.attributes;
    assert.deepEqual([email, pendingEmail], [person.email, 'Ann.New@example.com']);
    await api.mailbox.next('email_change_notice', person.email);
    const mail = await api.mailbox.next('email_change', 'Ann.New@example.com');
    assert.match(mail.link, /^http:\/\/localhost:8080\/confirm-email\?code=[\w-]{43}$/);
    assert.equal((await confirm(codeIn(mail))).status, 200);
    await api.mailbox.next('email_changed', person.email);
    assert.partialDeepStrictEqual(await profileOf(person), {
      email: 'Ann.New@example.com',
      pendingEmail: null,
    });
    const login = { email: 'ann.new@example.com', password: PASSWORD };
    assert.equal((await api.visitor().post('/sessions/email-login', 'email_logins', login)).status, 201);
  });

  test('returns the same if the email address is taken, and notifies only its owner', async () => {
    const [person, owner] = [await personWithPassword(api), await personWithPassword(api)];
    const taken = await change(person, owner.email.toUpperCase());
    const free = await change(person, 'free@example.com');
    assert.deepEqual([taken.status, free.status], [200, 200], taken.text);
    const shown = ({ body }: typeof taken) => ({ ...body.data.attributes, pendingEmail: null });
    assert.deepEqual(shown(taken), shown(free));
    assert.equal(taken.body.data.attributes.pendingEmail, owner.email.toUpperCase());
    const mail = await api.mailbox.next('account_exists', owner.email);
    assert.ok(!mail.text.includes('code='));
    await api.mailbox.next('email_change_notice', person.email);
    assert.equal((await profileOf(owner)).email, owner.email);
  });

  test('uses the latest email address and invalidates links to others', async () => {
    const person = await personWithPassword(api);
    await change(person, 'mistyped@example.com');
    await change(person, 'right@example.com');
    await change(person, 'right@example.com');
    assert.equal((await profileOf(person)).pendingEmail, 'right@example.com');
    const mistyped = await api.mailbox.next('email_change', 'mistyped@example.com');
    assert.deepEqual(faultsIn(await confirm(codeIn(mistyped))), [`code_expired ${FIELD}/code`]);
    const [first, second] = [
      await api.mailbox.next('email_change', 'right@example.com'),
      await api.mailbox.next('email_change', 'right@example.com'),
    ];
    assert.equal((await confirm(codeIn(first))).status, 200);
    assert.deepEqual(faultsIn(await confirm(codeIn(second))), [`code_expired ${FIELD}/code`]);
    assert.partialDeepStrictEqual(await profileOf(person), {
      email: 'right@example.com',
      pendingEmail: null,
    });
  });

  test('is canceled by a change of password, because its requester may have known the former one', async () => {
    const person = await personWithPassword(api);
    await change(person, 'intruder@example.com');
    const mail = await api.mailbox.next('email_change', 'intruder@example.com');
    const attributes = { currentPassword: PASSWORD, newPassword: 'Another-horse-8' };
    assert.equal((await person.post('/password-changes', 'password_changes', attributes)).status, 201);
    assert.equal((await profileOf(person)).pendingEmail, null);
    assert.deepEqual(faultsIn(await confirm(codeIn(mail))), [`code_expired ${FIELD}/code`]);
  });

  test('is canceled by a reset of the password, and invalidates resets sent to the former mailbox', async () => {
    const askReset = async ({ email }: Client) => {
      await api.visitor().post('/password/request-reset', 'password_reset_requests', { email });
      return codeIn(await api.mailbox.next('reset_password', email));
    };
    const reset = (code: string) =>
      api.visitor().post('/password/reset', 'password_resets', { code, password: 'Another-horse-8' });
    const [first, second] = [await personWithPassword(api), await personWithPassword(api)];
    await change(first, 'pending@example.com');
    assert.equal((await reset(await askReset(first))).status, 204);
    const pending = await api.mailbox.next('email_change', 'pending@example.com');
    assert.deepEqual(faultsIn(await confirm(codeIn(pending))), [`code_expired ${FIELD}/code`]);
    const code = await askReset(second);
    await change(second, 'moved@example.com');
    const moved = await api.mailbox.next('email_change', 'moved@example.com');
    assert.equal((await confirm(codeIn(moved))).status, 200);
    assert.deepEqual(faultsIn(await reset(code)), [`code_expired ${FIELD}/code`]);
  });

  test("requires the password, which can't be guessed without limit", async () => {
    const person = await personWithPassword(api);
    for (let failure = 1; failure <= 5; failure += 1)
      assert.deepEqual(faultsIn(await change(person, 'other@example.com', 'Wrong-horse-7')), [
        `password_wrong ${FIELD}/password`,
      ]);
    assert.equal((await change(person, 'other@example.com')).status, 429);
    assert.equal((await profileOf(person)).pendingEmail, null);
  });

  test('sends only a few mails an hour', async (t) => {
    const limited = await TestApi.open({ withMail: true, environment: { RATE_LIMIT_FACTOR: '1' } });
    t.after(limited.close);
    const [first, second] = [await personWithPassword(limited), await personWithPassword(limited)];
    for (const name of ['a', 'b', 'same'])
      assert.equal((await change(first, `${name}@example.com`)).status, 200);
    const refused = await change(first, 'd@example.com');
    assert.equal(refused.status, 429, refused.text);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    for (let round = 0; round < 2; round += 1)
      assert.equal((await change(second, 'same@example.com')).status, 200);
    assert.equal((await change(second, 'same@example.com')).status, 429);
  });

  const refused: [string, unknown, string][] = [
    ['no email address', 'ann', `email_invalid ${FIELD}/email`],
    ['a line break', 'a@example.com\r\nBcc: b@example.com', `email_invalid ${FIELD}/email`],
    ['several', ['a@example.com', 'b@example.com'], `field_invalid ${FIELD}/email`],
  ];
  for (const [what, email, fault] of refused) {
    test(`is refused with ${what}`, async () => {
      assert.deepEqual(faultsIn(await change(await personWithPassword(api), email)), [fault]);
    });
  }

  test('is refused with the current one in other letter case', async () => {
    const person = await personWithPassword(api);
    assert.deepEqual(faultsIn(await change(person, person.email.toUpperCase())), [
      `email_unchanged ${FIELD}/email`,
    ]);
  });
});

describe('a change of email address if mail is off', () => {
  test('takes effect at once, and the email address counts as unconfirmed', async () => {
    const person = await personWithPassword(mailless);
    await mailless
      .visitor()
      .post('/password/request-reset', 'password_reset_requests', { email: person.email });
    const reset = await mailless.mailbox.next('reset_password', person.email);
    const response = await change(person, 'at.once@example.com');
    assert.equal(response.status, 200, response.text);
    assert.partialDeepStrictEqual(response.body.data.attributes, {
      email: 'at.once@example.com',
      pendingEmail: null,
    });
    assert.equal((await person.get('/sessions')).body.data.attributes.email, 'at.once@example.com');
    const [row] = await mailless.sql('select email_folded, email_confirmed_at from users where id = $1', [
      person.userId,
    ]);
    assert.deepEqual(row, { email_folded: 'at.once@example.com', email_confirmed_at: null });
    await mailless.mailbox.next('email_changed', person.email);
    const stale = { code: codeIn(reset), password: 'Third-horse-99' };
    assert.deepEqual(faultsIn(await mailless.visitor().post('/password/reset', 'password_resets', stale)), [
      `code_expired ${FIELD}/code`,
    ]);
  });

  test('is refused if the email address is taken, even at this very moment', async () => {
    const people = await Promise.all([1, 2, 3].map(() => personWithPassword(mailless)));
    const [first, second, owner] = people as [Client, Client, Client];
    assert.deepEqual(faultsIn(await change(first, owner.email.toUpperCase())), [
      `email_taken ${FIELD}/email`,
    ]);
    const responses = await Promise.all([
      change(first, 'wanted@example.com'),
      change(second, 'wanted@example.com'),
    ]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 422]);
    const loser = responses.find(({ status }) => status === 422)!;
    assert.deepEqual(faultsIn(loser), [`email_taken ${FIELD}/email`]);
  });
});
