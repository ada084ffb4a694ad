import { screen } from '@testing-library/react';
import { documentOf, errorsOf, renderRoute, type Handlers } from '@headwater/shared/testing';
import { routes } from '../routes.tsx';
import { signInOptionsOf } from '../testing/sign-in-options.ts';

const INVITATION = 'GET invitations/:code';
const SIGNUP = 'POST email-signup';
const invited = documentOf('invitations', 'inv_1', { email: 'tomas@finch-outdoor.com' });
const invalid = errorsOf(404, [{ code: 'invitation_invalid' }]);
const confirmFirst = { status: 201, body: { data: null } };

const email = () => screen.getByRole('textbox', { name: 'Email' });

async function openInvitation(handlers: Handlers) {
  const api = { 'GET sign-in-options': signInOptionsOf({ signUp: 'invited', google: true }), ...handlers };
  const page = await renderRoute(routes, '/signup?invitation=hand-out', { session: null, api });
  const signUp = async () => {
    await page.user.type(screen.getByLabelText('Password'), 'Twelve letters 1');
    await page.user.click(screen.getByRole('button', { name: 'Sign up' }));
  };
  return { ...page, signUp };
}

test('an invitation is only for its email address', async () => {
  const { user, api } = await openInvitation({ [INVITATION]: invited });
  expect(api.callsTo('GET invitations/hand-out')).toHaveLength(1);
  await user.type(email(), 'x');
  expect(email()).toHaveValue('tomas@finch-outdoor.com');
  expect(email()).toHaveAttribute('readonly');
  expect(email()).toHaveAccessibleDescription('This invitation is for this email address only.');
  expect(screen.queryByRole('button', { name: 'Continue with Google' })).not.toBeInTheDocument();
});

test("the invitation's code is sent with the sign-up", async () => {
  const { api, location, signUp } = await openInvitation({ [INVITATION]: invited, [SIGNUP]: confirmFirst });
  await signUp();
  expect(api.callsTo(SIGNUP)[0]!.body!.data.attributes).toEqual({
    email: 'tomas@finch-outdoor.com',
    password: 'Twelve letters 1',
    invitation: 'hand-out',
  });
  expect(location()).toBe('/confirm-email?email=tomas%40finch-outdoor.com');
});

test('an invitation that has expired meanwhile is reported above the form', async () => {
  const ended = errorsOf(422, [
    { code: 'invitation_invalid', source: { pointer: '/data/attributes/invitation' } },
  ]);
  const { signUp } = await openInvitation({ [INVITATION]: invited, [SIGNUP]: ended });
  await signUp();
  expect(screen.getByRole('alert')).toHaveTextContent('This invitation is no longer valid.');
});

test('an invalid invitation is reported, with whom to ask if sign-up is by invitation only', async () => {
  await openInvitation({ [INVITATION]: invalid });
  expect(screen.getByRole('alert')).toHaveTextContent(
    'This invitation is no longer valid. Ask for a new one.',
  );
  expect(screen.getByText(/^Sign-up is by invitation only/)).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

test('an invalid invitation keeps the form if sign-up is open', async () => {
  await openInvitation({ [INVITATION]: invalid, 'GET sign-in-options': signInOptionsOf() });
  expect(screen.getByRole('alert')).toHaveTextContent('This invitation is no longer valid.');
  expect(email()).not.toHaveAttribute('readonly');
  expect(email()).toHaveValue('');
});

test('an invitation that could not be fetched can be fetched again', async () => {
  const limited = errorsOf(429, [{ code: 'rate_limited', meta: { seconds: 5 } }], { 'retry-after': '5' });
  const { user, api } = await openInvitation({ [INVITATION]: limited });
  api.on({ [INVITATION]: invited });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('textbox', { name: 'Email' })).toHaveValue('tomas@finch-outdoor.com');
});
