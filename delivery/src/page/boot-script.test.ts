import assert from 'node:assert/strict';
import { test } from 'node:test';
import vm from 'node:vm';
import { bootScript } from './boot-script.ts';

/** Runs the page's first script as a browser does and returns the requests it made. */
function boot(requests: string[]) {
  const sent: { url: string; init: RequestInit }[] = [];
  const window: Record<string, unknown> = {
    document: { currentScript: { nonce: 'n0nce' }, documentElement: { dataset: {} }, addEventListener() {} },
    location: new URL('https://bi.example/login'),
    addEventListener() {},
    matchMedia: () => ({ matches: false }),
    Response,
    fetch: async (url: string, init: RequestInit) => {
      sent.push({ url, init });
      return new Response('{"data":null}');
    },
  };
  window['window'] = window;
  vm.runInNewContext(bootScript(requests, { version: '1.0.0-abc' }, 'en'), window);
  return { sent, page: window['__HEADWATER__'] as { requests: Record<string, Promise<Response>> } };
}

test('requests that are sent before any bundle arrives have the same headers as all others', async () => {
  const { sent, page } = boot(['sessions', 'organizations/org_1/tables']);
  assert.deepEqual(
    sent.map(({ url }) => url),
    ['/api/sessions', '/api/organizations/org_1/tables'],
  );
  for (const { init } of sent) {
    assert.equal(init.credentials, 'same-origin');
    const headers = new Headers(init.headers);
    assert.equal(headers.get('accept'), 'application/json');
    assert.equal(headers.get('content-type'), 'application/json');
  }
  assert.deepEqual(await (await page.requests['sessions']!).json(), { data: null });
});
