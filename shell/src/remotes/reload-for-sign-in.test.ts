import { api, configureApi } from '@headwater/shared/api';
import { errorsOf, fakeApi } from '@headwater/shared/testing';
import { browser } from './reload-once.ts';

let open: jest.SpyInstance;
beforeEach(() => {
  sessionStorage.clear();
  open = jest.spyOn(browser, 'open').mockImplementation(() => {});
});
afterEach(() => open.mockRestore());

/** Runs the shell as in a new document. */
async function newDocument() {
  await jest.isolateModulesAsync(async () => {
    const { reloadForSignIn } = await import('./reload-for-sign-in.ts');
    const { browser: own } = await import('./reload-once.ts');
    own.open = (address) => browser.open(address);
    configureApi({ onUnauthorized: reloadForSignIn, onError: () => {} });
  });
}
const refused = errorsOf(401, [{ code: 'not_signed_in' }]);
const request = (path: string) => api.get(path).catch(() => {});

test('requests that are refused together reload the page once, at its URL', async () => {
  fakeApi({ 'GET a': refused, 'GET b': refused, 'GET c': refused });
  await newDocument();
  await Promise.all(['a', 'b', 'c'].map(request));
  expect(open.mock.calls).toEqual([[location.href]]);
});

test('a server that always refuses does not cause endless reloads', async () => {
  fakeApi({ 'GET a': refused });
  for (let load = 1; load <= 10; load += 1) {
    await newDocument();
    await request('a');
  }
  expect(open).toHaveBeenCalledTimes(3);
});

test.each(['email', 'google', 'demo'])('a refused %s login reloads nothing', async (way) => {
  fakeApi({ [`POST sessions/${way}-login`]: refused });
  await newDocument();
  await api.post(`sessions/${way}-login`, { type: `${way}_logins`, attributes: {} }).catch(() => {});
  expect(open).not.toHaveBeenCalled();
});
