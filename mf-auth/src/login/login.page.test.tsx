import { act, screen, within } from '@testing-library/react';
import { configureApi } from '@headwater/shared/api';
import { documentOf, errorsOf, renderRoute, type FakeResponse } from '@headwater/shared/testing';
import { routes } from '../routes.tsx';
import { withFakeClock } from '../testing/fake-clock.ts';
import { heldResponse } from '../testing/held-response.ts';
import { signInOptionsOf } from '../testing/sign-in-options.ts';

const LOGIN = 'POST sessions/email-login';
const SESSION = {
  csrfToken: 'token-2',
  isSuperuser: false,
  email: 'mara@finch-outdoor.com',
  name: 'Mara Lindqvist',
  organizations: [{ organizationId: 'org_finch', name: 'Finch Outdoor', role: 'admin' }],
};
const signedIn = documentOf('sessions', 'ses_2', SESSION, 201);

const email = () => screen.getByRole('textbox', { name: 'Email' });
const password = () => screen.getByLabelText('Password');
const submit = () => screen.getByRole('button', { name: 'Log in' });

async function openLogin(response: FakeResponse | (() => Promise<FakeResponse>), at = '/login') {
  const api = { 'GET sign-in-options': signInOptionsOf(), [LOGIN]: response };
  const page = await renderRoute(routes, at, { session: null, api });
  const logIn = async () => {
    await page.user.type(email(), 'mara@finch-outdoor.com');
    await page.user.type(password(), 'correct horse 1A');
    await page.user.click(submit());
  };
  return { ...page, logIn };
}

test('logs in and goes to the last workspace', async () => {
  const { api, logIn, location } = await openLogin(signedIn);
  await logIn();

  expect(api.callsTo(LOGIN)[0]!.body).toEqual({
    data: {
      type: 'email_logins',
      attributes: { email: 'mara@finch-outdoor.com', password: 'correct horse 1A' },
    },
  });
  expect(location()).toBe('/w/org_finch');
});

test('goes where the visitor wanted to go', async () => {
  const { logIn, location } = await openLogin(signedIn, '/login?next=%2Fw%2Forg_finch%2Fdata%3Fq%3Da');
  await logIn();
  expect(location()).toBe('/w/org_finch/data?q=a');
});

test('stays within the product whatever `next` contains', async () => {
  const { logIn, location } = await openLogin(signedIn, '/login?next=https%3A%2F%2Fevil.example%2F');
  await logIn();
  expect(location()).toBe('/w/org_finch');
});

test('passes `next` on to the sign-up', async () => {
  await openLogin(signedIn, '/login?next=%2Fw%2Forg_finch%2Fdata');
  expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute(
    'href',
    '/signup?next=%2Fw%2Forg_finch%2Fdata',
  );
});

test('validates on submit, then on change, and focuses the first invalid field', async () => {
  const { user, api } = await openLogin(signedIn);
  await user.type(email(), 'mara');
  await user.tab();
  expect(screen.queryByText('Enter a valid email address')).not.toBeInTheDocument();

  await user.click(submit());
  expect(screen.getByText('Enter a valid email address')).toBeVisible();
  expect(screen.getByText('Password is required')).toBeVisible();
  expect(email()).toHaveFocus();
  expect(email()).toHaveAccessibleDescription('Enter a valid email address');
  expect(api.callsTo(LOGIN)).toEqual([]);

  await user.type(email(), '@finch-outdoor.com');
  expect(screen.queryByText('Enter a valid email address')).not.toBeInTheDocument();
});

test('shows that it is logging in, and sends once', async () => {
  const { response, give } = heldResponse();
  const { user, api, logIn } = await openLogin(response);
  await logIn();

  expect(screen.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
  await user.type(password(), '{Enter}');
  expect(api.callsTo(LOGIN)).toHaveLength(1);
  await give(signedIn);
});

test('shows neither which part of the credentials is wrong nor that a session ended, and does not reload', async () => {
  const onUnauthorized = jest.fn();
  configureApi({ onUnauthorized, onError: () => {} });
  const { logIn } = await openLogin(errorsOf(401, [{ code: 'credentials_invalid', detail: 'No.' }]));
  await logIn();

  expect(screen.getByRole('alert')).toHaveTextContent('Email or password is incorrect.');
  expect(email()).not.toBeInvalid();
  expect(password()).not.toBeInvalid();
  expect(onUnauthorized).not.toHaveBeenCalled();
});

test('leads to resetting the password', async () => {
  await openLogin(signedIn);
  expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute(
    'href',
    '/request-password-reset',
  );
});

test('shows an error from the server at its field', async () => {
  const { logIn } = await openLogin(
    errorsOf(422, [{ code: 'email_invalid', source: { pointer: '/data/attributes/email' } }]),
  );
  await logIn();
  expect(email()).toHaveAccessibleDescription('Enter a valid email address');
  expect(email()).toHaveFocus();
});

test('shows a toast if the server gives no reason', async () => {
  const { logIn } = await openLogin({ status: 502 });
  await logIn();
  expect(
    await screen.findByText('Something went wrong. Please try again shortly or contact Headwater support.'),
  ).toBeVisible();
});

describe('after too many attempts, the form', () => {
  withFakeClock();

  test('waits as long as the server requires, and counts down', async () => {
    const { logIn } = await openLogin(
      errorsOf(429, [{ code: 'rate_limited', meta: { seconds: 62 } }], { 'retry-after': '62' }),
    );
    await logIn();

    const banner = screen.getByRole('alert');
    expect(banner).toHaveTextContent('Too many attempts. You can try again in 1 min 2 s.');
    expect(submit()).toBeDisabled();

    act(() => jest.advanceTimersByTime(32_000));
    expect(within(banner).getByRole('timer')).toHaveTextContent('30 s');

    act(() => jest.advanceTimersByTime(30_000));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(submit()).toBeEnabled();
  });
});

test('is available in German', async () => {
  await renderRoute(routes, '/login', { session: null, language: 'de' });
  expect(screen.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  expect(document.title).toBe('Anmelden - Headwater');
});
