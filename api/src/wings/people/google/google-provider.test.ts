import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { GoogleBrowser } from '../../../../test-support/google-browser.ts';
import { SigningProvider } from '../../../../test-support/signing-provider.ts';
import { TestApi } from '../../../../test-support/test-api.ts';

const provider = await SigningProvider.open();
after(() => provider.close());
afterEach(() => {
  provider.instead = () => undefined;
  provider.forge = (claims, signer) => signer.sign(claims);
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
    assert.equal(browser.cookie('headwater-oauth'), undefined);
  };

  test('that does not respond is reported as unreachable', () =>
    withIssuer('http://127.0.0.1:1', startEndsAs('unreachable')));

  test('that is our own port gets no request', () => {
    const port = new URL(provider.issuer).port;
    return withIssuer(provider.issuer, startEndsAs('unreachable'), { PORT: port });
  });

  test('that names another issuer is not accepted', async () => {
    const metadata = { ...provider.metadata(), issuer: `${provider.issuer}/` };
    provider.instead = (path) =>
      path.startsWith('/.well-known') ? { status: 200, body: JSON.stringify(metadata) } : undefined;
    await withIssuer(provider.issuer, startEndsAs('failed'));
  });

  test('that names endpoints that the policy forbids is not followed', () =>
    withIssuer(provider.issuer, async (browser) => {
      const metadata = { ...provider.metadata(), token_endpoint: 'http://169.254.169.254/token' };
      provider.instead = (path) =>
        path.startsWith('/.well-known') ? { status: 200, body: JSON.stringify(metadata) } : undefined;
      const back = provider.consent(await browser.start('login'));
      assert.deepEqual(await browser.comeBack(back), { error: 'unreachable' });
    }));

  test('is discovered again after a failure, but not after a success', () =>
    withIssuer(provider.issuer, async (browser) => {
      provider.instead = () => ({ status: 500, body: '' });
      await startEndsAs('unreachable')(browser);
      provider.instead = () => undefined;
      const before = provider.asked.length;
      for (let round = 0; round < 3; round += 1) {
        const back = provider.consent(await browser.start('signup'));
        assert.ok((await browser.comeBack(back)).code);
      }
      const asked = provider.asked.slice(before).sort();
      assert.deepEqual(asked, ['/.well-known/openid-configuration', '/keys', '/token', '/token', '/token']);
    }));

  test('that has new keys is asked for them, at most once a minute', (context) =>
    withIssuer(provider.issuer, async (browser) => {
      const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
      const jwk = { ...(await exportJWK(publicKey)), kid: 'two' };
      const comeBack = async () => browser.comeBack(provider.consent(await browser.start('signup')));
      const keysAsked = () => provider.asked.filter((path) => path === '/keys').length;
      assert.ok((await comeBack()).code);
      const before = keysAsked();
      provider.forge = (claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'two' }).sign(privateKey);
      provider.instead = (path) =>
        path === '/keys' ? { status: 200, body: JSON.stringify({ keys: [jwk] }) } : undefined;
      assert.deepEqual(await comeBack(), { error: 'failed' });
      assert.equal(keysAsked(), before);
      context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 });
      assert.ok((await comeBack()).code);
      assert.equal(keysAsked(), before + 1);
    }));
});
