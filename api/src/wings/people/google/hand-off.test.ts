import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { GoogleBrowser } from '../../../../test-support/google-browser.ts';
import { SigningProvider } from '../../../../test-support/signing-provider.ts';
import { faultsIn, TestApi, type ApiResponse } from '../../../../test-support/test-api.ts';

const provider = await SigningProvider.open();
const api = await TestApi.open({ environment: provider.environment });
after(async () => {
  await api.close();
  await provider.close();
});

async function handedOver(
  browser: GoogleBrowser,
  purpose: 'login' | 'signup' | 'link' = 'signup',
): Promise<string> {
  return (await browser.comeBack(provider.consent(await browser.start(purpose)))).code!;
}

function assertRefused(response: ApiResponse, browser: GoogleBrowser): void {
  assert.equal(response.status, 422, response.text);
  assert.deepEqual(faultsIn(response), ['google_token_invalid /data/attributes/token']);
  assert.equal(browser.cookie('headwater-sid'), undefined);
}

describe('a hand-off', () => {
  test('is refused the second time', async () => {
    const browser = new GoogleBrowser(api);
    const token = await handedOver(browser);
    const oauth = browser.cookie('headwater-oauth');
    assert.equal((await browser.signUp(token)).status, 201);
    const again = new GoogleBrowser(api);
    again.setCookie('headwater-oauth', oauth);
    assertRefused(await again.signUp(token), again);
  });

  test('is refused the second time, even if the first one failed', async () => {
    const browser = new GoogleBrowser(api);
    const token = await handedOver(browser, 'login');
    const oauth = browser.cookie('headwater-oauth');
    assert.deepEqual(faultsIn(await browser.logIn(token)), ['google_account_unknown']);
    browser.setCookie('headwater-oauth', oauth);
    assertRefused(await browser.logIn(token), browser);
  });

  test('opens one session if it is used twice at once', async () => {
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
      browser.setCookie('headwater-oauth', cookie);
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

  test("is refused if it is the provider's code or the state", async () => {
    const browser = new GoogleBrowser(api);
    const back = provider.consent(await browser.start('signup'));
    for (const name of ['code', 'state'])
      assertRefused(await browser.signUp(back.searchParams.get(name)!), browser);
  });

  test("is refused from another site's page", async () => {
    const token = await handedOver(new GoogleBrowser(api));
    const response = await api
      .visitor()
      .post('/google-signup', 'google_signups', { token }, { origin: 'https://evil.example' });
    assert.deepEqual(faultsIn(response), ['csrf_refused']);
  });
});
