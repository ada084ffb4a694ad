import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, afterEach, describe, test } from 'node:test';
import { fastify } from 'fastify';
import { GoogleBrowser } from '../../test-support/google-browser.ts';
import { SigningProvider } from '../../test-support/signing-provider.ts';
import { Client, faultsIn, TestApi, type Answer } from '../../test-support/test-api.ts';
import { composeApi, serverOptions } from '../app.ts';
import { installationTransaction } from '../db/installation-db.ts';
import { deleteOldAttempts } from './index.ts';

const provider = await SigningProvider.open();
const api = await TestApi.open({ environment: provider.environment });
after(async () => {
  await api.close();
  await provider.close();
});
afterEach(() => {
  provider.instead = () => undefined;
});

let people = 0;
const somebody = () => {
  const number = (people += 1);
  return { sub: `sub-${number}`, email: `somebody-${number}@example.com` };
};

const consented = async (browser: GoogleBrowser, purpose: 'login' | 'signup' | 'link' = 'signup') =>
  provider.consent(await browser.start(purpose), somebody());
const handedOver = async (browser: GoogleBrowser, purpose: 'login' | 'signup' | 'link' = 'signup') =>
  (await browser.comeBack(await consented(browser, purpose))).code!;

async function failuresOf(reason: string): Promise<number> {
  const [{ n } = { n: 0 }] = await api.sql<{ n: number }>(
    `select count(*)::int as n from audit_events where outcome = 'failure' and details->>'reason' = $1`,
    [reason],
  );
  return n;
}

function assertRefused(answer: Answer, browser: GoogleBrowser): void {
  assert.equal(answer.status, 422, answer.text);
  assert.deepEqual(faultsIn(answer), ['google_token_invalid /data/attributes/token']);
  assert.equal(browser.cookie('__Host-sid'), undefined);
}

describe('an answer of the provider', () => {
  const mismatches: [string, (browser: GoogleBrowser, back: URL) => void][] = [
    ['without the cookie', (browser) => browser.setCookie('__Host-oauth', undefined)],
    ["with another browser's cookie", (browser) => browser.setCookie('__Host-oauth', 'A'.repeat(43))],
    ['with a cookie that is none of ours', (browser) => browser.setCookie('__Host-oauth', 'x')],
    ['without a state', (_browser, back) => back.searchParams.delete('state')],
    ['with another state', (_browser, back) => back.searchParams.set('state', 'A'.repeat(22))],
    ['with two states', (_browser, back) => back.searchParams.append('state', 'A'.repeat(22))],
  ];
  for (const [what, spoil] of mismatches) {
    test(`${what} is refused, and the provider is not asked`, async () => {
      const browser = new GoogleBrowser(api);
      const back = await consented(browser);
      spoil(browser, back);
      const [asked, failures] = [provider.asked.length, await failuresOf('mismatch')];
      assert.deepEqual(await browser.comeBack(back), { error: 'mismatch' });
      assert.equal(provider.asked.length, asked);
      assert.equal(await failuresOf('mismatch'), failures + 1);
    });
  }

  test('in a browser that began another one meanwhile is refused', async () => {
    const browser = new GoogleBrowser(api);
    const back = await consented(browser);
    await browser.start('signup');
    assert.deepEqual(await browser.comeBack(back), { error: 'mismatch' });
  });

  test('for the second time is refused: the state is spent', async () => {
    const browser = new GoogleBrowser(api);
    const back = await consented(browser);
    assert.ok((await browser.comeBack(back)).code);
    assert.deepEqual(await browser.comeBack(back), { error: 'expired' });
  });

  test('twice at once is taken once', async () => {
    const browser = new GoogleBrowser(api);
    const back = await consented(browser);
    const pages = await Promise.all([browser.comeBack(back), browser.comeBack(back)]);
    assert.equal(pages.filter(({ code }) => code).length, 1);
  });

  test('after ten minutes is refused', async () => {
    const browser = new GoogleBrowser(api);
    const back = await consented(browser);
    await api.sql(`update google_attempts set expires_at = now() where state_hash = sha256($1::bytea)`, [
      Buffer.from(back.searchParams.get('state')!),
    ]);
    assert.deepEqual(await browser.comeBack(back), { error: 'expired' });
  });

  test('with a code that was used already is refused', async () => {
    const browser = new GoogleBrowser(api);
    const first = await consented(browser);
    assert.ok((await browser.comeBack(first)).code);
    const second = await consented(browser);
    second.searchParams.set('code', first.searchParams.get('code')!);
    assert.deepEqual(await browser.comeBack(second), { error: 'failed' });
  });

  test('with the code of another attempt is refused by its PKCE', async () => {
    const thief = new GoogleBrowser(api);
    const stolen = (await consented(new GoogleBrowser(api))).searchParams.get('code')!;
    const back = await consented(thief);
    back.searchParams.set('code', stolen);
    assert.deepEqual(await thief.comeBack(back), { error: 'failed' });
  });

  const answers: [string, Record<string, string>, string][] = [
    ['that the person refused', { error: 'access_denied' }, 'denied'],
    ['of another error', { error: 'server_error', error_description: '<b>x</b>' }, 'failed'],
    ['with a token in it', { id_token: 'a.b.c' }, 'failed'],
    ['of another issuer', { iss: 'https://evil.example' }, 'failed'],
  ];
  for (const [what, parameters, reason] of answers) {
    test(`${what} ends as ${reason}`, async () => {
      const browser = new GoogleBrowser(api);
      const back = await consented(browser);
      for (const [name, value] of Object.entries(parameters)) back.searchParams.set(name, value);
      assert.deepEqual(await browser.comeBack(back), { error: reason });
      assert.equal(browser.cookie('__Host-oauth'), undefined);
    });
  }

  const broken: [string, ReturnType<SigningProvider['instead']>, string][] = [
    ['a server error', { status: 503, body: '{}' }, 'unreachable'],
    ['a redirect', { status: 307, body: '', headers: { location: '/keys' } }, 'failed'],
    ['no JSON', { status: 200, body: '<html>' }, 'failed'],
    ['a refusal', { status: 400, body: '{"error":"invalid_grant"}' }, 'failed'],
    ['an answer without end', { status: 200, body: `"${'x'.repeat(300_000)}"` }, 'unreachable'],
  ];
  for (const [what, instead, reason] of broken) {
    test(`to which the token's address says ${what} ends as ${reason}`, async () => {
      const browser = new GoogleBrowser(api);
      const back = await consented(browser);
      provider.instead = (path) => (path === '/token' ? instead : undefined);
      assert.deepEqual(await browser.comeBack(back), { error: reason });
    });
  }

  test('carries the opener policy that lets the popup find back', async () => {
    const { headers } = await new GoogleBrowser(api).get('/google/callback');
    assert.equal(headers['cross-origin-opener-policy'], 'unsafe-none');
  });
});

describe('a hand-off', () => {
  test('is refused for the second time', async () => {
    const browser = new GoogleBrowser(api);
    const cookie = async () => browser.cookie('__Host-oauth');
    const token = await handedOver(browser);
    const oauth = await cookie();
    assert.equal((await browser.signUp(token)).status, 201);
    const again = new GoogleBrowser(api);
    again.setCookie('__Host-oauth', oauth);
    assertRefused(await again.signUp(token), again);
  });

  test('is refused for the second time, whatever came of the first', async () => {
    const browser = new GoogleBrowser(api);
    const token = await handedOver(browser, 'login');
    const oauth = browser.cookie('__Host-oauth');
    assert.deepEqual(faultsIn(await browser.logIn(token)), ['google_account_unknown']);
    browser.setCookie('__Host-oauth', oauth);
    assertRefused(await browser.logIn(token), browser);
  });

  test('twice at once opens one session', async () => {
    const browser = new GoogleBrowser(api);
    const token = await handedOver(browser);
    const statuses = await Promise.all([browser.signUp(token), browser.signUp(token)]);
    assert.deepEqual(statuses.map(({ status }) => status).sort(), [201, 422]);
  });

  test('is refused after a minute', async () => {
    const browser = new GoogleBrowser(api);
    const token = await handedOver(browser);
    await api.sql(`update google_attempts set hand_off_expires_at = now() where hand_off_hash is not null`);
    assertRefused(await browser.signUp(token), browser);
  });

  const cookies: [string, string | undefined][] = [
    ['without the cookie', undefined],
    ['with another cookie', 'A'.repeat(43)],
  ];
  for (const [what, cookie] of cookies) {
    test(`is refused ${what}`, async () => {
      const browser = new GoogleBrowser(api);
      const token = await handedOver(browser);
      browser.setCookie('__Host-oauth', cookie);
      assertRefused(await browser.signUp(token), browser);
    });
  }

  test('is refused for another purpose', async () => {
    for (const purpose of ['login', 'signup', 'link'] as const) {
      const browser = new GoogleBrowser(api);
      const token = await handedOver(browser, purpose);
      if (purpose !== 'login') assertRefused(await browser.logIn(token), browser);
      if (purpose !== 'signup') assertRefused(await browser.signUp(token), browser);
    }
  });

  test("is refused where it is the provider's code, or the state", async () => {
    const browser = new GoogleBrowser(api);
    const back = await consented(browser);
    for (const name of ['code', 'state'])
      assertRefused(await browser.signUp(back.searchParams.get(name)!), browser);
  });

  test('of a foreign page is refused', async () => {
    const token = await handedOver(new GoogleBrowser(api));
    const answer = await api
      .visitor()
      .post('/google-signup', 'google_signups', { token }, { origin: 'https://evil.example' });
    assert.deepEqual(faultsIn(answer), ['csrf_refused']);
  });
});

describe('the provider', () => {
  const withIssuer = async (issuer: string, check: (browser: GoogleBrowser) => Promise<void>, more = {}) => {
    const own = await TestApi.open({
      environment: { ...provider.environment, ...more, GOOGLE_ISSUER: issuer },
    });
    await check(new GoogleBrowser(own)).finally(own.close);
  };
  const startEndsAs = (reason: string) => async (browser: GoogleBrowser) => {
    const { status, headers } = await browser.get('/google/start?purpose=login');
    assert.deepEqual([status, headers.location], [303, `/oauth-redirects?error=${reason}`]);
    assert.equal(headers['cross-origin-opener-policy'], 'unsafe-none');
    assert.equal(browser.cookie('__Host-oauth'), undefined);
  };

  test('that does not answer is said to be unreachable', () =>
    withIssuer('http://127.0.0.1:1', startEndsAs('unreachable')));

  test('that is our own port is not asked', () => {
    const port = new URL(provider.issuer).port;
    return withIssuer(provider.issuer, startEndsAs('unreachable'), { PORT: port });
  });

  test('that calls itself otherwise is not taken', async () => {
    const metadata = { ...provider.metadata(), issuer: `${provider.issuer}/` };
    provider.instead = (path) =>
      path.startsWith('/.well-known') ? { status: 200, body: JSON.stringify(metadata) } : undefined;
    await withIssuer(provider.issuer, startEndsAs('failed'));
  });

  test('that leads to where the policy forbids is not followed', () =>
    withIssuer(provider.issuer, async (browser) => {
      const metadata = { ...provider.metadata(), token_endpoint: 'http://169.254.169.254/token' };
      provider.instead = (path) =>
        path.startsWith('/.well-known') ? { status: 200, body: JSON.stringify(metadata) } : undefined;
      const back = provider.consent(await browser.start('login'), somebody());
      assert.deepEqual(await browser.comeBack(back), { error: 'unreachable' });
    }));

  test('is asked again after a failure, and not again after a success', () =>
    withIssuer(provider.issuer, async (browser) => {
      provider.instead = () => ({ status: 500, body: '' });
      await startEndsAs('unreachable')(browser);
      provider.instead = () => undefined;
      const before = provider.asked.length;
      for (let round = 0; round < 3; round += 1) {
        const back = provider.consent(await browser.start('signup'), somebody());
        assert.ok((await browser.comeBack(back)).code);
      }
      const asked = provider.asked.slice(before).sort();
      assert.deepEqual(asked, ['/.well-known/openid-configuration', '/keys', '/token', '/token', '/token']);
    }));
});

test('too many beginnings from one address end in the popup, and write nothing more', async () => {
  const strict = await TestApi.open({ environment: { ...provider.environment, RATE_LIMIT_FACTOR: '1' } });
  try {
    const ask = () => strict.visitor().get('/google/callback?state=x&code=y');
    for (let call = 0; call < 30; call += 1)
      assert.equal((await ask()).headers.location, '/oauth-redirects?error=mismatch');
    const before = await strict.rowCounts();
    assert.equal((await ask()).headers.location, '/oauth-redirects?error=failed');
    assert.deepEqual(await strict.rowCounts(), before);
  } finally {
    await strict.close();
  }
});

test('old attempts are cleared away', async () => {
  const browser = new GoogleBrowser(api);
  await browser.start('login');
  await api.sql(`update google_attempts set expires_at = now() - interval '61 minutes'`);
  await browser.start('login');
  await installationTransaction(api.database, deleteOldAttempts);
  assert.equal((await api.sql('select id from google_attempts')).length, 1);
});

test('the log says why, and holds no code, state, token, secret or cookie', async () => {
  const lines: string[] = [];
  const stream = new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) });
  const options = serverOptions({ ...api.services.config, logLevel: 'trace' });
  const server = fastify({ ...options, logger: { ...(options.logger as object), stream } });
  const own = await composeApi({ ...api.services, log: server.log });
  await server.register(own.plugin, { prefix: '/api' });
  const browser = new GoogleBrowser({ visitor: () => new Client(server) } as TestApi);
  const secrets: string[] = [];
  try {
    for (const tamper of [false, true]) {
      provider.forge = async (claims, signer) => {
        const token = await signer.sign(tamper ? { ...claims, aud: 'other' } : claims);
        secrets.push(...token.split('.').slice(1));
        return token;
      };
      const back = await consented(browser);
      secrets.push(browser.cookie('__Host-oauth')!, ...['code', 'state'].map((name) => back.searchParams.get(name)!));
      const page = await browser.comeBack(back);
      if (page.code) {
        secrets.push(page.code);
        assert.equal((await browser.signUp(page.code)).status, 201);
      }
    }
  } finally {
    provider.forge = (claims, signer) => signer.sign(claims);
    await server.close();
    await own.close();
  }
  const log = lines.join('');
  assert.match(log, /"reason":"failed".*unexpected JWT \\"aud\\" \(audience\) claim value/);
  assert.equal(secrets.length, 11);
  for (const secret of [...secrets, 'the-secret-of-the-client', 'somebody-'])
    assert.ok(!log.includes(secret), `${secret} is in the log`);
});
