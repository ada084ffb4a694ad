import { act, screen } from '@testing-library/react';
import { errorsOf, renderRoute, type FakeResponse, type RenderedRoute } from '@headwater/shared/testing';
import { routes } from '../routes.tsx';
import { withFakeClock } from '../testing/fake-clock.ts';
import { heldResponse } from '../testing/held-response.ts';
import { signInOptionsOf } from '../testing/sign-in-options.ts';

const LOGIN = 'POST sessions/email-login';
const RESEND = 'POST email-confirmation-requests';
const unconfirmed = errorsOf(403, [{ code: 'email_unconfirmed' }]);
const sent = { status: 202, body: { data: null } };

withFakeClock();

async function logInUnconfirmed(resend: FakeResponse = sent) {
  const api = {
    'GET sign-in-options': signInOptionsOf(),
    [LOGIN]: unconfirmed,
    [RESEND]: resend,
  };
  const page = await renderRoute(routes, '/login', { session: null, api });
  await page.user.type(screen.getByRole('textbox', { name: 'Email' }), 'mara@finch-outdoor.com');
  await page.user.type(screen.getByLabelText('Password'), 'correct horse 1A');
  await submit(page);
  return page;
}
const submit = ({ user }: RenderedRoute) => user.click(screen.getByRole('button', { name: 'Log in' }));
const banner = () => screen.getByRole('alert');
const resend = () => screen.getByRole('button', { name: /^Resend/ });
const pass = (seconds: number) => act(async () => jest.advanceTimersByTime(seconds * 1_000));

test('shows that the email address has to be confirmed, and resends the link', async () => {
  const { user, api } = await logInUnconfirmed();
  expect(banner()).toHaveTextContent('Confirm your email address first: open the link we sent to it.');

  await user.click(screen.getByRole('button', { name: 'Resend link' }));
  expect(await screen.findByText(/^If mara@finch-outdoor.com still needs confirming/)).toBeVisible();
  expect(api.callsTo(RESEND)[0]!.body).toEqual({
    data: { type: 'email_confirmation_requests', attributes: { email: 'mara@finch-outdoor.com' } },
  });
});

test('resends once a minute, and shows the remaining time', async () => {
  const { user, api } = await logInUnconfirmed();
  await user.click(resend());
  expect(resend()).toHaveTextContent('Resend in 1 min');
  expect(resend()).toHaveAttribute('aria-disabled', 'true');

  await pass(18);
  expect(resend()).toHaveTextContent('Resend in 42 s');
  await user.click(resend());
  expect(api.callsTo(RESEND)).toHaveLength(1);

  await pass(42);
  await user.click(screen.getByRole('button', { name: 'Resend link' }));
  expect(api.callsTo(RESEND)).toHaveLength(2);
});

test('another login attempt does not shorten the minute', async () => {
  const page = await logInUnconfirmed();
  await page.user.click(resend());
  const { response, give } = heldResponse();
  page.api.on({ [LOGIN]: response });
  await submit(page);
  await give(unconfirmed);
  expect(resend()).toHaveTextContent('Resend in 1 min');
});

test('waits as long as the server requires', async () => {
  const refused = errorsOf(429, [{ code: 'rate_limited', meta: { seconds: 90 } }], { 'retry-after': '90' });
  const { user } = await logInUnconfirmed(refused);
  await user.click(resend());
  expect(resend()).toHaveTextContent('Resend in 1 min 30 s');
});

test('disappears with the next response that has another error', async () => {
  const page = await logInUnconfirmed();
  page.api.on({ [LOGIN]: errorsOf(401, [{ code: 'credentials_invalid' }]) });
  await submit(page);
  expect(banner()).toHaveTextContent('Email or password is incorrect.');
});
