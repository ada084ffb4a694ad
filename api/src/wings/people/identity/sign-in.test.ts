import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { faultsIn, TestApi } from '../../../../test-support/test-api.ts';

const EMAIL = '/data/attributes/email';
const PASSWORD = '/data/attributes/password';
const good = { email: 'Ann.Lee@Example.com', password: 'Correct-horse-7' };

const api = await TestApi.open();
after(api.close);
const signUp = (attributes: object) => api.visitor().post('/email-signup', 'email_signups', attributes);
const logIn = (attributes: object, client = api.visitor()) =>
  client.post('/sessions/email-login', 'email_logins', attributes);

describe('signing up', () => {
  test('opens a session at once, in a cookie that neither scripts nor other sites receive', async () => {
    const visitor = api.visitor();
    const response = await visitor.post('/email-signup', 'email_signups', good);
    assert.equal(response.status, 201, response.text);
    assert.match(
      String(response.headers['set-cookie']),
      /^headwater-sid=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
    const { type, attributes } = response.body.data;
    assert.equal(type, 'sessions');
    assert.equal(attributes.email, good.email);
    assert.equal(attributes.name, 'Ann.Lee');
    assert.equal(attributes.isSuperuser, false);
    assert.deepEqual(attributes.organizations, []);
    assert.deepEqual((await visitor.get('/sessions')).body, response.body);
  });

  const refused: [string, object, string[]][] = [
    [
      'the same email address in other letter case',
      { ...good, email: 'ANN.LEE@EXAMPLE.COM' },
      [`email_taken ${EMAIL}`],
    ],
    ['no email address', { ...good, email: 'ann' }, [`email_invalid ${EMAIL}`]],
    [
      'a line break in the email address',
      { ...good, email: 'ann@example.com\r\nBcc: x@y.zz' },
      [`email_invalid ${EMAIL}`],
    ],
    [
      'a letter that folds to another',
      { ...good, email: 'ann.lee@example.com\u212a' },
      [`email_invalid ${EMAIL}`],
    ],
    ['too short', { email: 'b@example.com', password: 'Short-1' }, [`password_too_short ${PASSWORD}`]],
    [
      'no capital',
      { email: 'b@example.com', password: 'correct-horse-7' },
      [`password_needs_uppercase ${PASSWORD}`],
    ],
    [
      'no digit',
      { email: 'b@example.com', password: 'Correct-horse-x' },
      [`password_needs_number ${PASSWORD}`],
    ],
    ['a common one', { email: 'b@example.com', password: 'Password1234' }, [`password_common ${PASSWORD}`]],
    [
      "the product's name",
      { email: 'b@example.com', password: 'My-Headwater-7' },
      [`password_names_product ${PASSWORD}`],
    ],
    [
      'too many bytes',
      { email: 'b@example.com', password: `A1${'ä'.repeat(600)}` },
      [`password_too_long ${PASSWORD}`],
    ],
    [
      'both wrong',
      { email: 'b', password: 'x' },
      [`email_invalid ${EMAIL}`, `password_too_short ${PASSWORD}`],
    ],
    ['an array as email address', { ...good, email: ['a@b.cd', 'c@d.ef'] }, [`field_invalid ${EMAIL}`]],
    ['an object as email address', { ...good, email: { a: 1 } }, [`field_invalid ${EMAIL}`]],
    ['nothing', {}, [`field_required ${EMAIL}`, `field_required ${PASSWORD}`]],
    ['an additional field', { ...good, isSuperuser: true }, ['field_unknown /data/attributes/isSuperuser']],
  ];
  for (const [what, attributes, faults] of refused) {
    test(`is refused with ${what}`, async () => {
      const before = await api.rowCounts();
      const response = await signUp(attributes);
      assert.equal(response.status, 422, response.text);
      assert.deepEqual(faultsIn(response), faults);
      assert.equal(response.headers['set-cookie'], undefined);
      assert.deepEqual(await api.rowCounts(), before);
    });
  }

  test('creates one account if the same email address signs up twice at once', async () => {
    const attributes = { ...good, email: 'twice@example.com' };
    const statuses = (await Promise.all([signUp(attributes), signUp(attributes)])).map(
      ({ status }) => status,
    );
    assert.deepEqual(statuses.sort(), [201, 422]);
  });
});

describe('logging in', () => {
  test("ignores the email address's letter case and opens a new session", async () => {
    const first = await logIn(good);
    const second = await logIn({ ...good, email: 'ann.LEE@example.com' });
    assert.equal(second.status, 201, second.text);
    assert.notEqual(second.body.data.id, first.body.data.id);
    assert.notEqual(second.body.data.attributes.csrfToken, first.body.data.attributes.csrfToken);
  });

  test('returns the same for a wrong password and an unknown email address', async () => {
    const [wrong, unknown] = await Promise.all([
      logIn({ ...good, password: 'Wrong-horse-7' }),
      logIn({ ...good, email: 'nobody@example.com' }),
    ]);
    assert.equal(wrong.status, 401);
    assert.deepEqual(unknown.body.errors, wrong.body.errors);
    assert.deepEqual(faultsIn(wrong), ['credentials_invalid']);
  });

  test('names the fields that are empty', async () => {
    assert.deepEqual(faultsIn(await logIn({ email: 'x', password: '' })), [
      `email_invalid ${EMAIL}`,
      `password_required ${PASSWORD}`,
    ]);
  });

  test('blocks an account for a while after five failures, whether or not it exists', async () => {
    for (const email of ['victim@example.com', 'nobody.at.all@example.com']) {
      if (email.startsWith('victim')) await signUp({ ...good, email });
      for (let failure = 1; failure <= 5; failure += 1) {
        assert.equal((await logIn({ email, password: 'Wrong-horse-7' })).status, 401);
      }
      const blocked = await logIn({ ...good, email });
      assert.equal(blocked.status, 429, blocked.text);
      assert.equal(blocked.headers['retry-after'], '30');
      assert.equal(blocked.body.errors[0].meta.seconds, 30);
    }
  });

  test('blocks twice as long after each further failure, and starts over after a success', async () => {
    const email = 'slow@example.com';
    await signUp({ ...good, email });
    for (let failure = 1; failure <= 7; failure += 1) {
      await api.sql(
        `update login_failures set blocked_until = now() - interval '1 second' where blocked_until is not null`,
      );
      await logIn({ email, password: 'Wrong-horse-7' });
    }
    assert.equal((await logIn({ ...good, email })).headers['retry-after'], '120');
    await api.sql(`update login_failures set blocked_until = now() - interval '1 second'`);
    assert.equal((await logIn({ ...good, email })).status, 201);
    assert.equal((await logIn({ email, password: 'Wrong-horse-7' })).status, 401);
    assert.equal((await logIn({ ...good, email })).status, 201);
  });
});

describe('a session', () => {
  test('from before a login ends with it', async () => {
    const client = api.visitor();
    await logIn(good, client);
    const former = {
      cookie: client.cookie,
      csrfToken: (await client.get('/sessions')).body.data.attributes.csrfToken,
    };
    client.csrfToken = former.csrfToken;
    await logIn(good, client);
    assert.notEqual(client.cookie, former.cookie);
    assert.equal((await api.visitor().get('/sessions', { cookie: former.cookie })).body.data, null);
  });

  test("can't be chosen by a visitor", async () => {
    const planted = `headwater-sid=${'A'.repeat(43)}`;
    const response = await api
      .visitor()
      .post('/sessions/email-login', 'email_logins', good, { cookie: planted });
    assert.equal(response.status, 201);
    assert.ok(!String(response.headers['set-cookie']).startsWith(planted));
  });

  test('ends with the log-out, including its cookie', async () => {
    const person = await api.person();
    const { cookie } = person;
    const response = await person.delete(`/sessions/${person.sessionId}`);
    assert.equal(response.status, 204);
    assert.equal(response.text, '');
    assert.match(String(response.headers['set-cookie']), /^headwater-sid=; Max-Age=0; Path=\//);
    assert.equal((await person.get('/organizations', { cookie })).status, 401);
  });

  test('is stored only as a keyed hash', async () => {
    const person = await api.person();
    const token = person.cookie!.split('=')[1]!;
    const [row] = await api.sql<{ text: string }>(
      'select sessions::text as text from sessions where id = $1',
      [person.sessionId],
    );
    assert.ok(
      !row!.text.includes(token) && !row!.text.includes(Buffer.from(token, 'base64url').toString('hex')),
    );
  });

  for (const [why, change] of [
    ['unused for a week', `last_seen_at = now() - interval '7 days 1 minute'`],
    ['two weeks old', `expires_at = now() - interval '1 second'`],
  ]) {
    test(`ends when ${why}`, async () => {
      const person = await api.person();
      await api.sql(`update sessions set ${change} where id = $1`, [person.sessionId]);
      assert.equal((await person.get('/sessions')).body.data, null);
      assert.equal((await person.get('/organizations')).status, 401);
    });
  }

  test('is renewed by use', async () => {
    const person = await api.person();
    await api.sql(`update sessions set last_seen_at = now() - interval '6 days' where id = $1`, [
      person.sessionId,
    ]);
    await person.get('/sessions');
    const [row] = await api.sql<{ fresh: boolean }>(
      `select last_seen_at > now() - interval '1 minute' as fresh from sessions where id = $1`,
      [person.sessionId],
    );
    assert.equal(row?.fresh, true);
  });

  test('ends the oldest one of a user who has more than twenty', async () => {
    const person = await api.person();
    const { cookie: oldest } = person;
    for (let count = 0; count < 20; count += 1) await api.signIn(person);
    assert.equal((await person.get('/sessions', { cookie: oldest })).body.data, null);
    const [row] = await api.sql<{ n: number }>('select count(*)::int as n from sessions where user_id = $1', [
      person.userId,
    ]);
    assert.equal(row?.n, 20);
  });
});

describe('SIGN_UP with domains', () => {
  test('admits people from these domains and tells others which domains are allowed', async () => {
    const closed = await TestApi.open({
      withMail: true,
      environment: { SIGN_UP: 'example.com, example.org' },
    });
    try {
      const join = (email: string) =>
        closed.visitor().post('/email-signup', 'email_signups', { ...good, email });
      assert.equal((await join('a@EXAMPLE.org')).status, 201);
      const refused = await join('a@evil-example.com');
      assert.deepEqual(faultsIn(refused), [`sign_up_closed ${EMAIL}`]);
      assert.match(refused.body.errors[0].detail, /example\.com, example\.org/);
    } finally {
      await closed.close();
    }
  });
});
