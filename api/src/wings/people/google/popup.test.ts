import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, afterEach, describe, test } from 'node:test';
import { fastify } from 'fastify';
import { GoogleBrowser } from '../../../../test-support/google-browser.ts';
import { SigningProvider } from '../../../../test-support/signing-provider.ts';
import { Client, TestApi } from '../../../../test-support/test-api.ts';
import { composeApi, serverOptions } from '../../../app.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { deleteOldAttempts } from './attempts.repository.ts';

const provider = await SigningProvider.open();
const api = await TestApi.open({ environment: provider.environment });
after(async () => {
  await api.close();
  await provider.close();
});
afterEach(() => {
  provider.instead = () => undefined;
});

const consented = async (browser: GoogleBrowser) => provider.consent(await browser.start('signup'));

async function failuresOf(reason: string): Promise<number> {
  const [{ n } = { n: 0 }] = await api.sql<{ n: number }>(
    `select count(*)::int as n from audit_events where outcome = 'failure' and details->>'reason' = $1`,
    [reason],
  );
  return n;
}

describe('a response from the provider', () => {
  const mismatches: [string, (browser: GoogleBrowser, back: URL) => void][] = [
    ['without the cookie', (browser) => browser.setCookie('headwater-oauth', undefined)],
    ["with another browser's cookie", (browser) => browser.setCookie('headwater-oauth', 'A'.repeat(43))],
    ["with a cookie that isn't ours", (browser) => browser.setCookie('headwater-oauth', 'x')],
    ['without a state', (_browser, back) => back.searchParams.delete('state')],
    ['with another state', (_browser, back) => back.searchParams.set('state', 'A'.repeat(22))],
    ['with two states', (_browser, back) => back.searchParams.append('state', 'A'.repeat(22))],
  ];
  for (const [what, spoil] of mismatches) {
    test(`${what} is refused without a request to the provider`, async () => {
      const browser = new GoogleBrowser(api);
      const back = await consented(browser);
      spoil(browser, back);
      const [asked, failures] = [provider.asked.length, await failuresOf('mismatch')];
      assert.deepEqual(await browser.comeBack(back), { error: 'mismatch' });
      assert.equal(provider.asked.length, asked);
      assert.equal(await failuresOf('mismatch'), failures + 1);
    });
  }

  test('is refused in a browser that has since begun another attempt', async () => {
    const browser = new GoogleBrowser(api);
    const back = await consented(browser);
    await browser.start('signup');
    assert.deepEqual(await browser.comeBack(back), { error: 'mismatch' });
  });

  test('is refused the second time, because the state is spent', async () => {
    const browser = new GoogleBrowser(api);
    const back = await consented(browser);
    assert.ok((await browser.comeBack(back)).code);
    assert.deepEqual(await browser.comeBack(back), { error: 'expired' });
  });

  test('is accepted once if it arrives twice at once', async () => {
    const browser = new GoogleBrowser(api);
    const back = await consented(browser);
    const pages = await Promise.all([browser.comeBack(back), browser.comeBack(back)]);
    assert.equal(pages.filter(({ code }) => code).length, 1);
  });

  test('is refused after ten minutes', async () => {
    const browser = new GoogleBrowser(api);
    const back = await consented(browser);
    await api.sql(`update google_attempts set expires_at = now() where state_hash = sha256($1::bytea)`, [
      Buffer.from(back.searchParams.get('state')!),
    ]);
    assert.deepEqual(await browser.comeBack(back), { error: 'expired' });
  });

  test('with a code that was already used is refused', async () => {
    const browser = new GoogleBrowser(api);
    const first = await consented(browser);
    assert.ok((await browser.comeBack(first)).code);
    const second = await consented(browser);
    second.searchParams.set('code', first.searchParams.get('code')!);
    assert.deepEqual(await browser.comeBack(second), { error: 'failed' });
  });

  test('with the code of another attempt is refused by PKCE', async () => {
    const thief = new GoogleBrowser(api);
    const stolen = (await consented(new GoogleBrowser(api))).searchParams.get('code')!;
    const back = await consented(thief);
    back.searchParams.set('code', stolen);
    assert.deepEqual(await thief.comeBack(back), { error: 'failed' });
  });

  const responses: [string, Record<string, string>, string][] = [
    ["with the person's refusal", { error: 'access_denied' }, 'denied'],
    ['with another error', { error: 'server_error', error_description: '<b>x</b>' }, 'failed'],
    ['with a token in it', { id_token: 'a.b.c' }, 'failed'],
    ['from another issuer', { iss: 'https://evil.example' }, 'failed'],
  ];
  for (const [what, parameters, reason] of responses) {
    test(`${what} ends as ${reason}`, async () => {
      const browser = new GoogleBrowser(api);
      const back = await consented(browser);
      for (const [name, value] of Object.entries(parameters)) back.searchParams.set(name, value);
      assert.deepEqual(await browser.comeBack(back), { error: reason });
      assert.equal(browser.cookie('headwater-oauth'), undefined);
    });
  }

  const broken: [string, ReturnType<SigningProvider['instead']>, string][] = [
    ['a server error', { status: 503, body: '{}' }, 'unreachable'],
    ['a redirect', { status: 307, body: '', headers: { location: '/keys' } }, 'failed'],
    ['no JSON', { status: 200, body: '<html>' }, 'failed'],
    ['a refusal', { status: 400, body: '{"error":"invalid_grant"}' }, 'failed'],
    ['an overlong response', { status: 200, body: `"${'x'.repeat(300_000)}"` }, 'unreachable'],
  ];
  for (const [what, instead, reason] of broken) {
    test(`ends as ${reason} if the token endpoint returns ${what}`, async () => {
      const browser = new GoogleBrowser(api);
      const back = await consented(browser);
      provider.instead = (path) => (path === '/token' ? instead : undefined);
      assert.deepEqual(await browser.comeBack(back), { error: reason });
    });
  }

  test('has the opener policy with which the popup keeps its opener', async () => {
    const { headers } = await new GoogleBrowser(api).get('/google/callback');
    assert.equal(headers['cross-origin-opener-policy'], 'unsafe-none');
  });
});

test('too many requests from one IP address end in the popup and write nothing more', async () => {
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

test('old attempts are deleted', async () => {
  const browser = new GoogleBrowser(api);
  await browser.start('login');
  await api.sql(`update google_attempts set expires_at = now() - interval '61 minutes'`);
  await browser.start('login');
  await installationTransaction(api.database, deleteOldAttempts);
  assert.equal((await api.sql('select id from google_attempts')).length, 1);
});

test('the log shows why, and contains no code, state, token, secret, or cookie', async () => {
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
      secrets.push(
        browser.cookie('headwater-oauth')!,
        ...['code', 'state'].map((name) => back.searchParams.get(name)!),
      );
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
