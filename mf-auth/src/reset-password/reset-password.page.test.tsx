import { act, screen } from '@testing-library/react';
import { errorsOf, noContent, renderRoute, type FakeResponse } from '@headwater/shared/testing';
import { routes } from '../routes.tsx';
import { heldResponse } from '../testing/held-response.ts';
import { signInOptionsOf } from '../testing/sign-in-options.ts';
import { withFakeClock } from '../testing/fake-clock.ts';

const RESET = 'POST password/reset';
const GOOD = 'Correct-horse-1';

const newPassword = () => screen.getByLabelText('New password');
const confirmPassword = () => screen.getByLabelText('Confirm password');
const submit = () => screen.getByRole('button', { name: 'Update password' });
const newLink = () => screen.getByRole('link', { name: 'Request a new link' });

interface Visit {
  at?: string;
  session?: object | null;
}

async function openReset(
  response: FakeResponse | (() => Promise<FakeResponse>),
  { at = '/reset-password?code=abc-123', session = null }: Visit = {},
) {
  const page = await renderRoute(routes, at, {
    session,
    api: {
      [RESET]: response,
      'GET sign-in-options': signInOptionsOf(),
      'GET sessions': { status: 200, body: { data: null } },
    },
  });
  const visited: string[] = [];
  page.router.subscribe(({ location: { pathname, search } }) => visited.push(pathname + search));
  const choose = async (password: string, repeated = password) => {
    if (password) await page.user.type(newPassword(), password);
    if (repeated) await page.user.type(confirmPassword(), repeated);
    await page.user.click(submit());
  };
  return { ...page, visited, choose };
}

test('removes the code from the URL and the history immediately, and still sends it', async () => {
  const { api, router, location, choose } = await openReset(noContent);
  expect(location()).toBe('/reset-password');
  expect(router.state.historyAction).toBe('REPLACE');

  await choose(GOOD);
  expect(api.callsTo(RESET).map(({ body }) => body)).toEqual([
    { data: { type: 'password_resets', attributes: { code: 'abc-123', password: GOOD } } },
  ]);
});

test('goes to the login, which confirms that the password has been changed', async () => {
  const { visited, choose } = await openReset(noContent);
  await choose(GOOD);
  expect(visited).toContain('/login?msg=password_reset_successful');
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(screen.getByText('Your password has been changed. Log in with your new password.')).toBeVisible();
});

test('fetches the session again, because the reset ends sessions', async () => {
  const { api, choose } = await openReset(noContent, { session: {} });
  await choose(GOOD);
  expect(api.callsTo('GET sessions')).toHaveLength(1);
});

test.each([
  ['', 'Password must be at least 12 characters long.'],
  ['Eleven-char', 'Password must be at least 12 characters long.'],
  ['correct-horse-1', 'Password must contain at least one uppercase letter.'],
  ['Correct-horse', 'Password must contain at least one number.'],
])('refuses the password "%s"', async (password, error) => {
  const { api, choose } = await openReset(noContent);
  await choose(password);
  expect(newPassword()).toHaveAccessibleDescription(expect.stringContaining(error));
  expect(newPassword()).toHaveFocus();
  expect(confirmPassword()).not.toBeInvalid();
  expect(api.callsTo(RESET)).toEqual([]);
});

test.each([
  [GOOD, ''],
  [GOOD, 'Correct-horse-2'],
])('refuses "%s" repeated as "%s"', async (password, repeated) => {
  const { user, api, choose } = await openReset(noContent);
  await choose(password, repeated);
  expect(confirmPassword()).toHaveAccessibleDescription("Passwords don't match");
  expect(confirmPassword()).toHaveFocus();
  expect(newPassword()).not.toBeInvalid();
  expect(api.callsTo(RESET)).toEqual([]);

  await user.clear(confirmPassword());
  await user.type(confirmPassword(), GOOD);
  expect(confirmPassword()).not.toBeInvalid();
});

test('shows no errors before the first submit, then focuses the first of several', async () => {
  const { user, choose } = await openReset(noContent);
  await user.type(newPassword(), 'short');
  await user.tab();
  expect(newPassword()).not.toBeInvalid();
  await choose('', 'other');
  expect(confirmPassword()).toBeInvalid();
  expect(newPassword()).toBeInvalid();
  expect(newPassword()).toHaveFocus();
});

test('a change of the password also validates its confirmation again', async () => {
  const { user, choose } = await openReset(noContent);
  await choose(GOOD, `${GOOD}2`);
  expect(confirmPassword()).toBeInvalid();
  await user.type(newPassword(), '2');
  expect(confirmPassword()).not.toBeInvalid();
});

test('shows that it is updating, and sends once', async () => {
  const held = heldResponse();
  const { user, api, choose } = await openReset(held.response);
  await choose(GOOD);
  expect(screen.getByRole('button', { name: 'Updating...' })).toBeDisabled();
  await user.type(confirmPassword(), '{Enter}');
  expect(api.callsTo(RESET)).toHaveLength(1);
  await held.give(noContent);
});

test('shows an error from the server about the password at the new password', async () => {
  const { choose } = await openReset(
    errorsOf(422, [{ code: 'password_common', source: { pointer: '/data/attributes/password' } }]),
  );
  await choose(GOOD);
  expect(newPassword()).toHaveAccessibleDescription(/is too common/);
  expect(newPassword()).toHaveFocus();
  expect(confirmPassword()).not.toBeInvalid();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('shows an error without a field in the banner', async () => {
  const { choose } = await openReset(errorsOf(409, [{ code: 'of_tomorrow', detail: 'Not on a Sunday.' }]));
  await choose(GOOD);
  expect(screen.getByRole('alert')).toHaveTextContent('Not on a Sunday.');
});

test('shows the specified toast if the server gives no reason', async () => {
  const { choose } = await openReset({ status: 502 });
  await choose(GOOD);
  expect(
    await screen.findByText('Something went wrong. Please try again shortly or contact Headwater support.'),
  ).toBeVisible();
});

test.each([
  ['code_invalid', "This link isn't valid. Open the full link from the most recent email."],
  ['code_expired', 'This link has expired. Request a new one.'],
  ['code_used', 'This link has already been used.'],
])('shows %s and leads to a new link', async (code, text) => {
  const { user, location, choose } = await openReset(
    errorsOf(422, [{ code, source: { pointer: '/data/attributes/code' } }]),
  );
  await choose(GOOD);
  expect(screen.getByRole('alert')).toHaveTextContent(text);
  expect(document.body).not.toHaveFocus();
  expect(document.activeElement).toHaveTextContent(text);
  expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();

  await user.click(newLink());
  expect(location()).toBe('/request-password-reset');
});

test('without a code, offers a new link and no form', async () => {
  await openReset(noContent, { at: '/reset-password' });
  expect(screen.getByRole('alert')).toHaveTextContent(/^This link is incomplete or already used/);
  expect(newLink()).toHaveAttribute('href', '/request-password-reset');
  expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
});

test('shows how strong the password is', async () => {
  const { user } = await openReset(noContent);
  const meter = screen.getByRole('meter', { name: 'Password strength' });
  await user.type(newPassword(), 'abcde1');
  expect(meter).toHaveAttribute('aria-valuetext', 'Medium');
  await user.type(newPassword(), 'Fg');
  expect(meter).toHaveAttribute('aria-valuetext', 'Strong');
});

test.each(['/login', '/signup'])('%s doesn’t show the password strength', async (at) => {
  const { user } = await openReset(noContent, { at });
  await user.type(screen.getByLabelText('Password'), GOOD);
  expect(screen.queryByRole('meter')).not.toBeInTheDocument();
});

describe('after too many attempts, the form', () => {
  withFakeClock();

  test('waits as long as the server requires', async () => {
    const { choose } = await openReset(
      errorsOf(429, [{ code: 'rate_limited', meta: { seconds: 30 } }], { 'retry-after': '30' }),
    );
    await choose(GOOD);
    expect(screen.getByRole('alert')).toHaveTextContent('Too many attempts. You can try again in 30 s.');
    expect(submit()).toBeDisabled();
    act(() => jest.advanceTimersByTime(30_000));
    expect(submit()).toBeEnabled();
  });
});
