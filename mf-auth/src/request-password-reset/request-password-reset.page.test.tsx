import { act, screen, within } from '@testing-library/react';
import { errorsOf, renderRoute, type FakeResponse } from '@headwater/shared/testing';
import { routes } from '../routes.tsx';
import { withFakeClock } from '../testing/fake-clock.ts';
import { heldResponse } from '../testing/held-response.ts';
import { signInOptionsOf } from '../testing/sign-in-options.ts';

const REQUEST = 'POST password/request-reset';
const NOTICE =
  'Instructions to change your password have been sent to mara@finch-outdoor.com if a Headwater account with that email address exists.';
const accepted: FakeResponse = { status: 202, body: { data: null } };

const email = () => screen.getByRole('textbox', { name: 'Email' });
const submit = () => screen.getByRole('button', { name: 'Submit' });

async function openRequest(
  response: FakeResponse | (() => Promise<FakeResponse>),
  options = signInOptionsOf(),
) {
  const page = await renderRoute(routes, '/request-password-reset', {
    session: null,
    api: { [REQUEST]: response, 'GET sign-in-options': options },
  });
  const request = async (address = 'mara@finch-outdoor.com') => {
    await page.user.type(email(), address);
    await page.user.click(submit());
  };
  return { ...page, request };
}

test('has its own title and leads back to the login', async () => {
  await openRequest(accepted);
  expect(document.title).toBe('Reset your password - Headwater');
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
});

test('replaces the form with the specified notice, which gets the focus', async () => {
  const { api, request } = await openRequest(accepted);
  await request();

  expect(api.callsTo(REQUEST).map(({ body }) => body)).toEqual([
    { data: { type: 'password_reset_requests', attributes: { email: 'mara@finch-outdoor.com' } } },
  ]);
  expect(screen.getByText(NOTICE)).toBeVisible();
  expect(document.body).not.toHaveFocus();
  expect(document.activeElement).toHaveTextContent(NOTICE);
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Submit' })).not.toBeInTheDocument();
});

test.each([
  [true, 0],
  [false, 1],
])('if email is sent: %s, shows %i times who has the link instead', async (mail, times) => {
  const { request } = await openRequest(accepted, signInOptionsOf({ mail }));
  await request();
  expect(screen.getByText(NOTICE)).toBeVisible();
  expect(
    screen.queryAllByText("This installation doesn't send email. Ask its operator for the link."),
  ).toHaveLength(times);
});

test.each(['', 'mara', 'mara@finch', 'mara lindqvist@finch-outdoor.com'])(
  'doesn’t send the email address "%s"',
  async (address) => {
    const { user, api } = await openRequest(accepted);
    if (address) await user.type(email(), address);
    await user.tab();
    expect(email()).not.toHaveAttribute('aria-invalid');

    await user.click(submit());
    expect(email()).toHaveAccessibleDescription('Enter a valid email address');
    expect(email()).toHaveFocus();
    expect(api.callsTo(REQUEST)).toEqual([]);
  },
);

test('validates with each change after a submit', async () => {
  const { user, request } = await openRequest(accepted);
  await request('mara');
  await user.type(email(), '@finch-outdoor.com');
  expect(email()).not.toBeInvalid();
});

test('shows that it is submitting, and sends once', async () => {
  const held = heldResponse();
  const { user, api, request } = await openRequest(held.response);
  await request();

  expect(screen.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
  await user.type(email(), '{Enter}');
  expect(api.callsTo(REQUEST)).toHaveLength(1);
  await held.give(accepted);
  expect(screen.getByText(NOTICE)).toBeVisible();
});

test('shows an error from the server at the email address', async () => {
  const { request } = await openRequest(
    errorsOf(422, [{ code: 'email_invalid', source: { pointer: '/data/attributes/email' } }]),
  );
  await request();
  expect(email()).toHaveAccessibleDescription('Enter a valid email address');
  expect(email()).toHaveFocus();
});

test('shows an error without a field in the banner, in the server’s words if the code is unknown', async () => {
  const { request } = await openRequest(errorsOf(409, [{ code: 'of_tomorrow', detail: 'Not on a Sunday.' }]));
  await request();
  expect(screen.getByRole('alert')).toHaveTextContent('Not on a Sunday.');
  expect(email()).toHaveValue('mara@finch-outdoor.com');
});

test('shows the specified toast if the server gives no reason', async () => {
  const { request } = await openRequest({ status: 502 });
  await request();
  expect(
    await screen.findByText('Something went wrong. Please try again shortly or contact Headwater support.'),
  ).toBeVisible();
  expect(submit()).toBeEnabled();
});

describe('after too many attempts, the form', () => {
  withFakeClock();

  test('waits as long as the server requires, and counts down', async () => {
    const { request } = await openRequest(
      errorsOf(429, [{ code: 'rate_limited', meta: { seconds: 90 } }], { 'retry-after': '90' }),
    );
    await request();

    const banner = screen.getByRole('alert');
    expect(banner).toHaveTextContent('Too many attempts. You can try again in 1 min 30 s.');
    expect(submit()).toBeDisabled();

    act(() => jest.advanceTimersByTime(60_000));
    expect(within(banner).getByRole('timer')).toHaveTextContent('30 s');

    act(() => jest.advanceTimersByTime(30_000));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(submit()).toBeEnabled();
  });
});
