import { act, screen, waitFor } from '@testing-library/react';
import { documentOf, errorsOf, renderRoute, type Handlers } from '@headwater/shared/testing';
import { routes } from '../routes.tsx';
import { withFakeClock } from '../testing/fake-clock.ts';
import { signInOptionsOf } from '../testing/sign-in-options.ts';

const LOGIN = 'POST sessions/google-login';
const SIGNUP = 'POST google-signup';
const session = (organizations: object[]) =>
  documentOf('sessions', 'ses_2', { csrfToken: 'token-2', isSuperuser: false, organizations }, 201);
const known = session([{ organizationId: 'org_finch', name: 'Finch Outdoor', role: 'admin' }]);

/** The window that the browser opens. It shows Google's pages, which have another origin, until it returns. */
const foreign = {
  get pathname(): string {
    throw new DOMException('Blocked a frame', 'SecurityError');
  },
};
const popup = { closed: false, close: jest.fn(), location: foreign as { pathname: string; search?: string } };
let opened: jest.SpyInstance;

withFakeClock();
beforeEach(() => {
  popup.close.mockClear();
  Object.assign(popup, { closed: false, location: foreign });
  opened = jest.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
});
afterEach(() => opened.mockRestore());

const poll = () => act(async () => jest.advanceTimersByTime(700));
const returnWith = (search: string, pathname = '/oauth-redirects') => {
  popup.location = { pathname, search };
  return poll();
};
const google = () => screen.getByRole('button', { name: 'Continue with Google' });

async function press(at: string, handlers: Handlers = {}) {
  const api = { 'GET sign-in-options': signInOptionsOf({ google: true }), ...handlers };
  const page = await renderRoute(routes, at, { session: null, api });
  await page.user.click(google());
  return page;
}

test('logs in with the code that the window returns', async () => {
  const { api, location } = await press('/login?next=%2Fw%2Forg_finch%2Fdata', { [LOGIN]: known });
  expect(opened).toHaveBeenCalledWith(
    '/api/google/start?purpose=login',
    expect.anything(),
    expect.stringContaining('width=500,height=500'),
  );
  expect(screen.getByRole('button', { name: 'Waiting for Google...' })).toHaveAttribute('aria-busy', 'true');

  await returnWith('?code=hand-off');
  await waitFor(() => expect(location()).toBe('/w/org_finch/data'));
  expect(popup.close).toHaveBeenCalledTimes(1);
  expect(api.callsTo(LOGIN)[0]!.body).toEqual({
    data: { type: 'google_logins', attributes: { token: 'hand-off' } },
  });
});

test("ignores the provider's own code, which is for the API's callback", async () => {
  const { api } = await press('/login', { [LOGIN]: known });
  await poll();
  await returnWith('?code=of-google', '/api/google/callback');
  expect(popup.close).not.toHaveBeenCalled();
  expect(api.callsTo(LOGIN)).toEqual([]);
});

test('signs up, confirms it, and leads to creating a workspace', async () => {
  const { api, location } = await press('/signup', { [SIGNUP]: session([]) });
  expect(opened.mock.lastCall[0]).toBe('/api/google/start?purpose=signup');
  await returnWith('?code=hand-off');
  expect(await screen.findByText('Signed up successfully!')).toBeVisible();
  expect(location()).toBe('/create-workspace');
  expect(api.callsTo(SIGNUP)[0]!.body).toEqual({
    data: { type: 'google_signups', attributes: { token: 'hand-off' } },
  });
});

test.each([
  ['denied', "You didn't allow Google to share your account. Nothing has changed."],
  ['mismatch', 'This sign-in was started in another window or browser. Start again.'],
  ['expired', 'Signing in with Google took too long. Start again.'],
  ['unreachable', "Google can't be reached right now. Try again shortly."],
  ['something-new', "Google's response couldn't be verified. Start again."],
])('shows why the window returned with %s, and allows another click', async (problem, text) => {
  const { user } = await press('/login');
  await returnWith(`?error=${problem}`);
  expect(screen.getByRole('alert')).toHaveTextContent(text);
  await user.click(google());
  expect(opened).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('shows that the browser has blocked the window', async () => {
  opened.mockReturnValue(null);
  await press('/login');
  expect(screen.getByRole('alert')).toHaveTextContent(/^Your browser blocked Google's window/);
  expect(google()).toBeEnabled();
});

test('closing the window ends the wait without a message', async () => {
  await press('/login');
  popup.closed = true;
  await poll();
  expect(google()).toBeEnabled();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('leads an unknown user to the sign-up, and keeps their destination', async () => {
  await press('/login?next=%2Fcreate-workspace', {
    [LOGIN]: errorsOf(422, [
      { code: 'google_account_unknown', source: { pointer: '/data/attributes/token' } },
    ]),
  });
  await returnWith('?code=hand-off');
  expect(
    await screen.findByText("There's no account for this Google account yet. Sign up first."),
  ).toBeVisible();
  const links = screen.getAllByRole('link', { name: 'Sign up' }); // the title's and the banner's
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    Array(2).fill('/signup?next=%2Fcreate-workspace'),
  );
});

test('shows the error from the API', async () => {
  await press('/signup', { [SIGNUP]: errorsOf(409, [{ code: 'google_link_required' }]) });
  await returnWith('?code=hand-off');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /Log in with your password, then connect Google/,
  );
});

test('shows a toast if the API gives no reason', async () => {
  await press('/login', { [LOGIN]: { status: 502 } });
  await returnWith('?code=hand-off');
  expect(await screen.findByText(/^Something went wrong. Please try again shortly/)).toBeVisible();
  expect(google()).toBeEnabled();
});
