import { googleStart, openSignInWindow, signInProblemIn, type SignInWindowResult } from './sign-in-window.ts';

const AT_PROVIDER = 'https://accounts.google.com/o/oauth2/v2/auth?code=of-the-provider';

/** A window as its opener sees it: its URL can only be read while it shows a page of our origin. */
class FakeWindow {
  closed = false;
  readonly close = jest.fn(() => {
    this.closed = true;
  });
  #url = new URL(AT_PROVIDER);
  goTo(url: string) {
    this.#url = new URL(url, window.location.origin);
  }
  get location() {
    if (this.#url.origin !== window.location.origin) throw new DOMException('Blocked', 'SecurityError');
    return this.#url;
  }
}

function openWindow() {
  const popup = new FakeWindow();
  const open = jest.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
  const results: SignInWindowResult[] = [];
  const ended = openSignInWindow(googleStart('login')).then((result) => void results.push(result));
  const pass = async (milliseconds: number) => {
    await jest.advanceTimersByTimeAsync(milliseconds);
    return results;
  };
  return { popup, open, pass, ended };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test.each(['login', 'signup', 'link'] as const)('starts at our own API for %s', (purpose) => {
  expect(googleStart(purpose)).toBe(`/api/google/start?purpose=${purpose}`);
});

test('is 500 × 500 and opens before anything is awaited', () => {
  const { open } = openWindow();
  expect(open).toHaveBeenCalledTimes(1);
  const [url, , features] = open.mock.calls[0]!;
  expect(url).toBe('/api/google/start?purpose=login');
  expect(features?.split(',')).toEqual(expect.arrayContaining(['popup', 'width=500', 'height=500']));
});

test('is centered over the window that opens it', () => {
  Object.assign(window, { screenX: 100, screenY: 50, outerWidth: 1_500, outerHeight: 900 });
  const { open } = openWindow();
  expect(open.mock.calls[0]![2]).toBe('popup,width=500,height=500,left=600,top=250');
});

test('checks every 700 ms, returns the code, and closes the window', async () => {
  const { popup, pass } = openWindow();
  expect(await pass(700)).toEqual([]);
  popup.goTo('/oauth-redirects?code=hand-off');
  expect(await pass(699)).toEqual([]);
  expect(popup.close).not.toHaveBeenCalled();
  expect(await pass(1)).toEqual([{ code: 'hand-off' }]);
  expect(popup.close).toHaveBeenCalledTimes(1);
  expect(jest.getTimerCount()).toBe(0);
});

test('waits as long as the provider’s pages are shown, whatever their URLs contain', async () => {
  const { pass } = openWindow();
  expect(await pass(10 * 60_000)).toEqual([]);
});

test('leaves the provider’s own code to the API’s callback', async () => {
  const { popup, pass } = openWindow();
  popup.goTo('/api/google/callback?code=of-the-provider&state=s');
  expect(await pass(7_000)).toEqual([]);
});

test('waits if the redirect page has neither a code nor an error', async () => {
  const { popup, pass } = openWindow();
  popup.goTo('/oauth-redirects');
  expect(await pass(7_000)).toEqual([]);
});

test.each(['denied', 'mismatch', 'expired', 'unreachable', 'failed'] as const)(
  'returns the problem that arrived instead of a code: %s',
  async (problem) => {
    const { popup, pass } = openWindow();
    popup.goTo(`/oauth-redirects?error=${problem}`);
    expect(await pass(700)).toEqual([{ problem }]);
    expect(popup.close).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  },
);

test('ends when the window is closed', async () => {
  const { popup, pass } = openWindow();
  popup.close();
  expect(await pass(700)).toEqual([{ problem: 'closed' }]);
  expect(jest.getTimerCount()).toBe(0);
});

test('reports immediately that the browser has blocked the window', async () => {
  jest.spyOn(window, 'open').mockReturnValue(null);
  expect(await openSignInWindow(googleStart('login'))).toEqual({ problem: 'blocked' });
  expect(jest.getTimerCount()).toBe(0);
});

test.each([
  ['', undefined],
  ['code=c', undefined],
  ['error=denied', 'denied'],
  ['error=', 'failed'],
  ['error=something_else', 'failed'],
])('reads "%s" as %s', (query, problem) => expect(signInProblemIn(new URLSearchParams(query))).toBe(problem));
