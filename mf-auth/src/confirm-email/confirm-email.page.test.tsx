import { act, screen } from '@testing-library/react';
import {
  documentOf,
  errorsOf,
  renderRoute,
  type FakeResponse,
  type Handlers,
} from '@headwater/shared/testing';
import { routes } from '../routes.tsx';
import { withFakeClock } from '../testing/fake-clock.ts';
import { heldResponse } from '../testing/held-response.ts';
import { signInOptionsOf } from '../testing/sign-in-options.ts';

const CONFIRM = 'POST email-confirmations';
const REQUEST = 'POST email-confirmation-requests';
const EMAIL = 'mara@finch-outdoor.com';
const accepted: FakeResponse = { status: 202, body: { data: null } };
const confirmed = documentOf('email_confirmations', 'usr_mara', { email: EMAIL });
const refusedWith = (code: string) => errorsOf(422, [{ code, source: { pointer: '/data/attributes/code' } }]);

const CONTACT_SUPPORT = 'Something went wrong. Please try again shortly or contact Headwater support.';

const WITH_CODE = '/confirm-email?code=abc-123';
const WAITING = `/confirm-email?email=${encodeURIComponent(EMAIL)}`;

interface Visit {
  api?: Handlers;
  session?: object | null;
  mail?: boolean;
}
const open = (at: string, { api = {}, session = null, mail = true }: Visit = {}) =>
  renderRoute(routes, at, {
    session,
    api: { 'GET sign-in-options': signInOptionsOf({ mail }), [REQUEST]: accepted, ...api },
  });

const heading = (name: string) => screen.findByRole('heading', { name });
const email = () => screen.getByRole('textbox', { name: 'Email' });
const resend = () => screen.getByRole('button', { name: /^(Resend link|Resend in)/ });

describe('while waiting for the email, the page', () => {
  withFakeClock();
  const coolDown = () => act(() => jest.advanceTimersByTime(60_000));

  test('shows the email address and what else to do', async () => {
    const { api } = await open(WAITING);
    expect(await heading('Check your inbox')).toBeVisible();
    expect(screen.getByText(EMAIL)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
    expect(screen.getByRole('link', { name: 'Sign up again' })).toHaveAttribute('href', '/signup');
    expect(api.callsTo(CONFIRM)).toEqual([]);
  });

  test('resends a minute after the first email, and again after another minute', async () => {
    const { user, api } = await open(WAITING);
    expect(resend()).toHaveTextContent('Resend in 1 min 0 s');
    await user.click(resend());
    act(() => jest.advanceTimersByTime(59_000));
    expect(resend()).toHaveTextContent('Resend in 1 s');
    await user.click(resend());
    expect(api.callsTo(REQUEST)).toEqual([]);

    act(() => jest.advanceTimersByTime(1_000));
    expect(resend()).toHaveTextContent('Resend link');
    await user.click(resend());
    expect(api.callsTo(REQUEST).map(({ body }) => body)).toEqual([
      { data: { type: 'email_confirmation_requests', attributes: { email: EMAIL } } },
    ]);
    expect(
      await screen.findByText(`If ${EMAIL} still needs confirming, a new link is on its way.`),
    ).toBeVisible();
    expect(resend()).toHaveTextContent('Resend in 1 min 0 s');
  });

  test('shows that it is sending, and sends once', async () => {
    const held = heldResponse();
    const { user, api } = await open(WAITING, { api: { [REQUEST]: held.response } });
    coolDown();
    await user.click(resend());
    const sending = screen.getByRole('button', { name: 'Sending...' });
    expect(sending).toHaveAttribute('aria-disabled', 'true');
    await user.click(sending);
    expect(api.callsTo(REQUEST)).toHaveLength(1);
    await held.give(accepted);
  });

  test('waits longer if the server requires it', async () => {
    const { user } = await open(WAITING, {
      api: {
        [REQUEST]: errorsOf(429, [{ code: 'rate_limited', meta: { seconds: 150 } }], {
          'retry-after': '150',
        }),
      },
    });
    coolDown();
    await user.click(resend());
    expect(await screen.findByText('Too many attempts. Try again in 150 seconds.')).toBeVisible();
    expect(resend()).toHaveTextContent('Resend in 2 min 30 s');
  });

  test('allows another try if the email couldn’t be requested', async () => {
    const { user } = await open(WAITING, { api: { [REQUEST]: { status: 502 } } });
    coolDown();
    await user.click(resend());
    expect(await screen.findByText(CONTACT_SUPPORT)).toBeVisible();
    expect(resend()).toHaveTextContent('Resend link');
  });
});

describe('with a code from a link, the page', () => {
  test('confirms once, and removes the code from the URL immediately', async () => {
    const held = heldResponse();
    const { api, location, router } = await open(WITH_CODE, { api: { [CONFIRM]: held.response } });
    expect(await heading('Confirming your email address')).toBeVisible();
    expect(location()).toBe('/confirm-email');
    expect(router.state.historyAction).toBe('REPLACE');

    await held.give(confirmed);
    expect(api.callsTo(CONFIRM).map(({ body }) => body)).toEqual([
      { data: { type: 'email_confirmations', attributes: { code: 'abc-123' } } },
    ]);
  });

  test('leads an anonymous visitor to the login', async () => {
    const { api } = await open(WITH_CODE, { api: { [CONFIRM]: confirmed } });
    expect(await heading('Email address confirmed')).toBeVisible();
    expect(document.title).toBe('Email address confirmed - Headwater');
    expect(document.body).not.toHaveFocus();
    expect(document.activeElement).toHaveTextContent(`You can now log in with ${EMAIL}.`);
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
    expect(api.callsTo('GET sessions')).toEqual([]);
  });

  test('lets the signed-in owner continue, after fetching the session again', async () => {
    const session = { csrfToken: 'token-2', email: 'Mara@Finch-Outdoor.com', organizations: [] };
    const { api } = await open(WITH_CODE, {
      session: { email: 'mara@old.example' },
      api: { [CONFIRM]: confirmed, 'GET sessions': documentOf('sessions', 'ses_1', session) },
    });
    expect(await screen.findByText(`${EMAIL} is the email address of your account.`)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/create-workspace');
    expect(api.callsTo('GET sessions')).toHaveLength(1);
  });

  test('informs a user who is signed in with another account', async () => {
    const other = 'tomas@finch-outdoor.com';
    await open(WITH_CODE, {
      session: { email: other },
      api: {
        [CONFIRM]: confirmed,
        'GET sessions': documentOf('sessions', 'ses_1', { email: other, organizations: [] }),
      },
    });
    expect(
      await screen.findByText(
        `${EMAIL} is confirmed, but you're logged in as ${other}. To log in with ${EMAIL}, log out first.`,
      ),
    ).toBeVisible();
    const goOn = screen.getByRole('link', { name: `Continue as ${other}` });
    expect(goOn).toHaveAttribute('href', '/create-workspace');
  });

  test('leads to the login after a used link', async () => {
    await open(WITH_CODE, { api: { [CONFIRM]: refusedWith('code_used') } });
    expect(await heading('This link has already been used')).toBeVisible();
    expect(document.body).not.toHaveFocus();
    expect(document.activeElement).toHaveTextContent('Your email address is confirmed. You can log in.');
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  test.each([
    ['code_expired', 'This link has expired', 'Links are valid for 24 hours. Request a new one.'],
    [
      'code_invalid',
      "This link isn't valid",
      'Open the full link from the most recent email, or request a new one.',
    ],
  ])('sends a new link for %s, then waits for it', async (code, title, text) => {
    const { user, api, location } = await open(WITH_CODE, { api: { [CONFIRM]: refusedWith(code) } });
    expect(await heading(title)).toBeVisible();
    expect(document.body).not.toHaveFocus();
    expect(document.activeElement).toHaveTextContent(text);

    await user.type(email(), EMAIL);
    await user.click(resend());
    expect(api.callsTo(REQUEST).map(({ body }) => body)).toEqual([
      { data: { type: 'email_confirmation_requests', attributes: { email: EMAIL } } },
    ]);
    expect(await heading('Check your inbox')).toBeVisible();
    expect(location()).toBe(WAITING);
  });

  test('allows another try if the server gives no reason', async () => {
    const { user, api } = await open(WITH_CODE, { api: { [CONFIRM]: { status: 502 } } });
    expect(await heading("Couldn't confirm your email address")).toBeVisible();
    expect(screen.getByText(CONTACT_SUPPORT)).toBeVisible();

    api.on({ [CONFIRM]: confirmed });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await heading('Email address confirmed')).toBeVisible();
    expect(api.callsTo(CONFIRM).map(({ body }) => body?.data.attributes)).toEqual([
      { code: 'abc-123' },
      { code: 'abc-123' },
    ]);
  });
});

describe('without a link, the page', () => {
  test('asks for the email address', async () => {
    const { user, api } = await open('/confirm-email');
    expect(await heading('Confirm your email address')).toBeVisible();

    await user.click(resend());
    expect(email()).toHaveAccessibleDescription('Enter a valid email address');
    expect(email()).toHaveFocus();
    expect(api.callsTo(REQUEST)).toEqual([]);
  });

  test('shows that it is sending, and sends once', async () => {
    const held = heldResponse();
    const { user, api } = await open('/confirm-email', { api: { [REQUEST]: held.response } });
    await user.type(email(), `${EMAIL}{Enter}`);
    expect(screen.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    await user.type(email(), '{Enter}');
    expect(api.callsTo(REQUEST)).toHaveLength(1);
    await held.give(accepted);
  });

  test('waits as long as the server requires', async () => {
    const { user } = await open('/confirm-email', {
      api: {
        [REQUEST]: errorsOf(429, [{ code: 'rate_limited', meta: { seconds: 30 } }], { 'retry-after': '30' }),
      },
    });
    await user.type(email(), `${EMAIL}{Enter}`);
    expect(screen.getByRole('alert')).toHaveTextContent(
      /^Too many links requested. You can request another one in (30|29) s.$/,
    );
    expect(resend()).toBeDisabled();
  });
});

test.each(['/confirm-email', WAITING])('if no email is sent, %s has nothing to confirm', async (at) => {
  await open(at, { mail: false });
  expect(await heading('Nothing to confirm')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
