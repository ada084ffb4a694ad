import { screen } from '@testing-library/react';
import { renderRoute } from '@headwater/shared/testing';
import { routes } from '../routes.tsx';

const close = jest.spyOn(window, 'close').mockImplementation(() => {});
const openedBy = (opener: { closed: boolean } | null) => Object.assign(window, { opener });

beforeEach(() => {
  close.mockClear();
  openedBy({ closed: false });
});
afterAll(() => openedBy(null));

const open = (query: string, language: 'en' | 'de' = 'en') =>
  renderRoute(routes, `/oauth-redirects${query}`, { session: null, language });

test('leaves the code in the URL, where the opener reads it, and sends nothing', async () => {
  const { api, location } = await open('?code=hand-off');
  expect(screen.getByRole('heading', { name: 'You can close this window' })).toBeVisible();
  expect(screen.getByText('Continue in the window you came from.')).toBeVisible();
  expect(document.title).toBe('You can close this window - Headwater');
  expect(location()).toBe('/oauth-redirects?code=hand-off');
  expect(api.calls).toEqual([]);
});

test('closes the window on a click', async () => {
  const { user } = await open('?code=hand-off');
  await user.click(screen.getByRole('button', { name: 'Close this window' }));
  expect(close).toHaveBeenCalledTimes(1);
});

test.each([
  ['denied', "You didn't allow Google to share your account. Nothing has changed."],
  ['mismatch', 'This sign-in was started in another window or browser. Start again.'],
  ['expired', 'Signing in with Google took too long. Start again.'],
  ['unreachable', "Google can't be reached right now. Try again shortly."],
  ['failed', "Google's response couldn't be verified. Start again."],
  ['of_tomorrow', "Google's response couldn't be verified. Start again."],
])('shows why there is no code: %s', async (problem, text) => {
  const { location } = await open(`?error=${problem}`);
  expect(screen.getByRole('heading', { name: "Google sign-in didn't work" })).toBeVisible();
  expect(screen.getByText(`${text} Continue in the window you came from.`)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Close this window' })).toBeVisible();
  expect(location()).toBe(`/oauth-redirects?error=${problem}`);
});

test.each([null, { closed: true }])('leads to the start page if its opener is gone: %j', async (opener) => {
  openedBy(opener);
  const { api } = await open('?code=hand-off');
  expect(screen.getByRole('heading', { name: 'Sign-in window disconnected' })).toBeVisible();
  expect(
    screen.getByText('The page that opened this window is gone. Start the sign-in again.'),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Start again' })).toHaveAttribute('href', '/');
  expect(screen.queryByRole('button', { name: 'Close this window' })).not.toBeInTheDocument();
  expect(api.calls).toEqual([]);
});

test('shows a problem even if its opener is gone', async () => {
  openedBy(null);
  await open('?error=expired');
  expect(screen.getByRole('heading', { name: "Google sign-in didn't work" })).toBeVisible();
  expect(screen.getByText(/^Signing in with Google took too long/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Start again' })).toBeVisible();
});
