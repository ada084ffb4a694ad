import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { GoogleBrowser } from '../../../../test-support/google-browser.ts';
import { startOpenidProvider } from '../../../../test-support/openid-provider.ts';
import { PASSWORD, personWithPassword } from '../../../../test-support/person-with-password.ts';
import { CLIENT } from '../../../../test-support/signing-provider.ts';
import { faultsIn, TestApi, TEST_ORIGIN, type Client } from '../../../../test-support/test-api.ts';

const CALLBACK = `${TEST_ORIGIN}/api/google/callback`;
const provider = await startOpenidProvider(CALLBACK);
const api = await TestApi.open({ environment: provider.environment });
after(async () => {
  await api.close();
  await provider.close();
});

/** Goes through the popup as the owner of this email address, and returns the hand-off code. */
async function handOff(browser: GoogleBrowser, purpose: 'login' | 'signup' | 'link', email: string) {
  const page = await browser.comeBack(await provider.visit(await browser.start(purpose), email));
  assert.ok(page.code, JSON.stringify(page));
  return page.code;
}

const actionsOf = async (userId: string) =>
  (
    await api.sql<{ action: string }>('select action from audit_events where actor_id = $1 order by at, id', [
      userId,
    ])
  )
    .map(({ action }) => action)
    .sort();

describe('starting', () => {
  test('redirects to the provider, with everything that binds the response to this browser', async () => {
    const browser = new GoogleBrowser(api);
    const { status, headers } = await browser.get('/google/start?purpose=login');
    assert.equal(status, 303);
    assert.equal(headers['cross-origin-opener-policy'], 'unsafe-none');
    assert.match(
      String(headers['set-cookie']),
      /^headwater-oauth=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const url = new URL(String(headers.location));
    assert.equal(url.origin + url.pathname, `${provider.environment.GOOGLE_ISSUER}/auth`);
    const { state, nonce, code_challenge: challenge, ...rest } = Object.fromEntries(url.searchParams);
    assert.deepEqual(rest, {
      client_id: CLIENT.id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email profile',
      prompt: 'select_account',
      code_challenge_method: 'S256',
    });
    assert.equal(Buffer.from(state!, 'base64url').length, 16);
    for (const random of [nonce, challenge]) assert.match(random!, /^[\w-]{43}$/);
    const rows = JSON.stringify(await api.sql('select * from google_attempts'));
    for (const secret of [state!, browser.cookie('headwater-oauth')!]) assert.ok(!rows.includes(secret));
  });

  test('leads back to the host name that the browser used, if it is one of ours', async () => {
    for (const [host, origin] of [
      ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
      ['[::1]:8080', 'http://[::1]:8080'],
      ['evil.example', TEST_ORIGIN],
      ['localhost:9999', TEST_ORIGIN],
    ]) {
      const { headers } = await api.visitor().get('/google/start?purpose=login', { host });
      const redirectUri = new URL(String(headers.location)).searchParams.get('redirect_uri');
      assert.equal(redirectUri, `${origin}/api/google/callback`, host);
    }
  });

  test('is refused for any other purpose', async () => {
    const response = await api.visitor().get('/google/start?purpose=takeover');
    assert.deepEqual(faultsIn(response), ['field_invalid purpose']);
  });

  test('does not exist without a provider, and neither do the other routes', async () => {
    const plain = await TestApi.open();
    try {
      const browser = new GoogleBrowser(plain);
      const responses = await Promise.all([
        browser.get('/google/start?purpose=login'),
        browser.get('/google/callback?code=1&state=2'),
        browser.logIn('a-code'),
        browser.signUp('a-code'),
      ]);
      assert.deepEqual(
        responses.map(({ status }) => status),
        [404, 404, 404, 404],
      );
    } finally {
      await plain.close();
    }
  });
});

describe('signing up', () => {
  const browser = new GoogleBrowser(api);

  test('creates an account without a password, and signs in', async () => {
    const response = await browser.signUp(await handOff(browser, 'signup', 'mara@example.org'));
    assert.equal(response.status, 201, response.text);
    const { attributes } = response.body.data;
    assert.deepEqual([attributes.email, attributes.name], ['mara@example.org', 'Mara Finch']);
    assert.deepEqual((await browser.get('/sessions')).body, response.body);
    assert.equal(browser.cookie('headwater-oauth'), undefined);
    const [user] = await api.sql<{ id: string }>(`
      select users.id, password_hash, email_confirmed_at, issuer, subject
      from users join user_identities on user_id = users.id where email_folded = 'mara@example.org'`);
    const { id, ...rest } = user!;
    assert.deepEqual(rest, {
      password_hash: null,
      email_confirmed_at: null,
      issuer: provider.environment.GOOGLE_ISSUER,
      subject: 'subject-of-mara@example.org',
    });
    assert.deepEqual(await actionsOf(id), ['account.create', 'google.link', 'session.begin']);
  });

  test('keeps nothing else that the provider reported', async () => {
    const left = await api.sql('select id from google_attempts where identity is not null');
    assert.deepEqual(left, []);
  });

  test('signs in to the same account the second time', async () => {
    const { body } = await browser.get('/sessions');
    const other = new GoogleBrowser(api);
    for (const enter of [
      async () => other.signUp(await handOff(other, 'signup', 'mara@example.org')),
      async () => other.logIn(await handOff(other, 'login', 'mara@example.org')),
    ]) {
      const response = await enter();
      assert.equal(response.status, 201, response.text);
      assert.equal(response.body.data.attributes.email, body.data.attributes.email);
      assert.notEqual(response.body.data.id, body.data.id);
    }
    const [counts] = await api.sql(`select count(*)::int as n from users where email_folded like 'mara@%'`);
    assert.deepEqual(counts, { n: 1 });
  });

  test('respects the sign-up rule', async () => {
    const rules: [string, string, string[]][] = [
      ['example.com,example.net', 'nora@example.org', ['sign_up_closed /data/attributes/token']],
      ['example.com,example.org', 'nora@example.org', []],
      ['invited', 'nora@example.org', ['sign_up_by_invitation /data/attributes/token']],
    ];
    for (const [SIGN_UP, email, faults] of rules) {
      const environment = { ...provider.environment, SIGN_UP };
      const closed = await TestApi.open({ withMail: true, environment });
      try {
        const visitor = new GoogleBrowser(closed);
        const page = await visitor.comeBack(await provider.visit(await visitor.start('signup'), email));
        const response = await visitor.signUp(page.code!);
        assert.equal(response.status, faults.length > 0 ? 422 : 201, response.text);
        if (faults.length > 0) assert.deepEqual(faultsIn(response), faults);
      } finally {
        await closed.close();
      }
    }
  });
});

describe('logging in', () => {
  test('is refused to people who have not signed up', async () => {
    const browser = new GoogleBrowser(api);
    const before = await api.sql('select count(*) from users');
    const response = await browser.logIn(await handOff(browser, 'login', 'nobody@example.org'));
    assert.equal(response.status, 422);
    assert.deepEqual(faultsIn(response), ['google_account_unknown']);
    assert.equal(browser.cookie('headwater-sid'), undefined);
    assert.deepEqual(await api.sql('select count(*) from users'), before);
  });

  test('ends in the popup if the person refuses', async () => {
    const browser = new GoogleBrowser(api);
    const page = await browser.comeBack(await provider.visit(await browser.start('login'), null));
    assert.deepEqual(page, { error: 'denied' });
  });
});

describe('connecting from the profile', () => {
  let client: Client;
  let browser: GoogleBrowser;
  const rows = () =>
    api.sql('select email from user_identities where user_id = $1 order by email', [client.userId]);
  const logInByGoogle = async (email: string) => {
    const other = new GoogleBrowser(api);
    return other.logIn(await handOff(other, 'login', email));
  };

  before(async () => {
    client = await personWithPassword(api);
    browser = new GoogleBrowser(api, client);
  });

  test('requires the password, and a wrong one requires no second round through the popup', async () => {
    const token = await handOff(browser, 'link', 'home@example.org');
    const wrong = await browser.link(token, 'Wrong-horse-7');
    assert.deepEqual(faultsIn(wrong), ['password_wrong /data/attributes/password']);
    assert.deepEqual(await rows(), []);
    const right = await browser.link(token, PASSWORD);
    assert.equal(right.status, 201, right.text);
    assert.deepEqual(await rows(), [{ email: 'home@example.org' }]);
  });

  test('has replaced the session and notified the owner', async () => {
    assert.equal((await client.get('/profile')).status, 401);
    const { body } = await browser.get('/sessions');
    assert.equal(body.data.attributes.email, client.email);
    const mails = await api.sql(`select data from pgboss.job where name = 'mail'`);
    assert.equal(mails.length, 1);
    assert.deepEqual(
      await actionsOf(client.userId),
      ['google.link', 'google.link', 'session.begin'], // one of them is a failure
    );
  });

  test('opens the account to this Google account, whatever its email address', async () => {
    const response = await logInByGoogle('home@example.org');
    assert.equal(response.body.data.attributes.email, client.email);
  });

  test('again replaces the former one', async () => {
    const response = await browser.link(await handOff(browser, 'link', 'work@example.org'), PASSWORD);
    assert.equal(response.status, 201, response.text);
    assert.deepEqual(await rows(), [{ email: 'work@example.org' }]);
    assert.deepEqual(faultsIn(await logInByGoogle('home@example.org')), ['google_account_unknown']);
  });

  test('is refused for a Google account that belongs to another user', async () => {
    const other = new GoogleBrowser(api, await personWithPassword(api));
    const response = await other.link(await handOff(other, 'link', 'work@example.org'), PASSWORD);
    assert.equal(response.status, 409);
    assert.deepEqual(faultsIn(response), ['google_account_taken']);
    assert.deepEqual(await rows(), [{ email: 'work@example.org' }]);
  });

  test('can be undone once', async () => {
    assert.equal((await browser.delete('/profile/google')).status, 204);
    assert.deepEqual(await rows(), []);
    assert.equal((await browser.delete('/profile/google')).status, 404);
    assert.ok((await actionsOf(client.userId)).includes('google.unlink'));
  });

  test("can't be undone if there is no other way to sign in", async () => {
    const only = new GoogleBrowser(api);
    await only.signUp(await handOff(only, 'signup', 'only@example.org'));
    const response = await only.delete('/profile/google');
    assert.equal(response.status, 409);
    assert.deepEqual(faultsIn(response), ['google_only_way_in']);
    assert.equal((await logInByGoogle('only@example.org')).status, 201);
  });
});
