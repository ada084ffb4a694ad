import { act, screen, within } from '@testing-library/react';
import { documentOf, errorsOf, renderRoute, type Answer } from '@headwater/shared/testing';
import { routes } from '../routes.tsx';

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

async function openLogin(answer: Answer | (() => Promise<Answer>), at = '/login') {
  const page = await renderRoute(routes, at, { session: null, api: { [LOGIN]: answer } });
  const fillIn = async () => {
    await page.user.type(email(), 'mara@finch-outdoor.com');
    await page.user.type(password(), 'correct horse 1A');
  };
  return { ...page, fillIn };
}

test('logs in and goes to the last workspace', async () => {
  const { user, api, fillIn, location } = await openLogin(signedIn);
  await fillIn();
  await user.click(submit());

  expect(api.callsTo(LOGIN)[0]!.body).toEqual({
    data: {
      type: 'email_logins',
      attributes: { email: 'mara@finch-outdoor.com', password: 'correct horse 1A' },
    },
  });
  expect(location()).toBe('/w/org_finch');
});

test('goes where the visitor wanted to go', async () => {
  const { user, fillIn, location } = await openLogin(signedIn, '/login?next=%2Fw%2Forg_finch%2Fdata%3Fq%3Da');
  await fillIn();
  await user.click(submit());
  expect(location()).toBe('/w/org_finch/data?q=a');
});

test('stays within the product whatever `next` says', async () => {
  const { user, fillIn, location } = await openLogin(signedIn, '/login?next=https%3A%2F%2Fevil.example%2F');
  await fillIn();
  await user.click(submit());
  expect(location()).toBe('/w/org_finch');
});

test('keeps `next` on the way to sign-up', async () => {
  await openLogin(signedIn, '/login?next=%2Fw%2Forg_finch%2Fdata');
  expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute(
    'href',
    '/signup?next=%2Fw%2Forg_finch%2Fdata',
  );
});

test('checks on submit, then on change, and leads to the first faulty field', async () => {
  const { user, api } = await openLogin(signedIn);
  await user.type(email(), 'mara');
  await user.tab();
  expect(screen.queryByText('Enter a valid email address')).not.toBeInTheDocument();

  await user.click(submit());
  expect(screen.getByText('Enter a valid email address')).toBeVisible();
  expect(screen.getByText('Password is required')).toBeVisible();
  expect(email()).toHaveFocus();
  expect(email()).toHaveAccessibleDescription('Enter a valid email address');
  expect(api.calls).toEqual([]);

  await user.type(email(), '@finch-outdoor.com');
  expect(screen.queryByText('Enter a valid email address')).not.toBeInTheDocument();
});

test('says that it is logging in, and sends once', async () => {
  let answer: (answer: Answer) => void = () => {};
  const { user, api, fillIn } = await openLogin(() => new Promise((resolve) => (answer = resolve)));
  await fillIn();
  await user.click(submit());

  expect(screen.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
  await user.type(password(), '{Enter}');
  expect(api.callsTo(LOGIN)).toHaveLength(1);
  await act(async () => answer(signedIn));
});

test('never says which part of the credentials is wrong', async () => {
  const { user, fillIn } = await openLogin(errorsOf(422, [{ code: 'credentials_invalid', detail: 'No.' }]));
  await fillIn();
  await user.click(submit());

  expect(screen.getByRole('alert')).toHaveTextContent('Email or password is incorrect.');
  expect(email()).not.toBeInvalid();
  expect(password()).not.toBeInvalid();
});

test('puts a fault that the server finds on its field', async () => {
  const { user, fillIn } = await openLogin(
    errorsOf(422, [{ code: 'email_invalid', source: { pointer: '/data/attributes/email' } }]),
  );
  await fillIn();
  await user.click(submit());
  expect(email()).toHaveAccessibleDescription('Enter a valid email address');
  expect(email()).toHaveFocus();
});

test('says it with a toast where the server gives no reason', async () => {
  const { user, fillIn } = await openLogin({ status: 502 });
  await fillIn();
  await user.click(submit());
  expect(
    await screen.findByText('Something went wrong. Please try again shortly or contact Headwater support.'),
  ).toBeVisible();
});

describe('after too many attempts', () => {
  // Only what the countdown runs on; typing and React keep the real clock.
  const KEPT = [
    'setTimeout',
    'clearTimeout',
    'setImmediate',
    'clearImmediate',
    'queueMicrotask',
    'nextTick',
  ] as const;
  beforeEach(() => jest.useFakeTimers({ doNotFake: [...KEPT, 'performance', 'requestAnimationFrame'] }));
  afterEach(() => jest.useRealTimers());

  test('waits as long as the server says, and counts down', async () => {
    const { user, fillIn } = await openLogin(
      errorsOf(429, [{ code: 'rate_limited', meta: { seconds: 62 } }], { 'retry-after': '62' }),
    );
    await fillIn();
    await user.click(submit());

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

test('speaks German', async () => {
  await renderRoute(routes, '/login', { session: null, language: 'de' });
  expect(screen.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  expect(document.title).toBe('Anmelden - Headwater');
});
