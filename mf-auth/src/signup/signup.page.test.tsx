import { screen } from '@testing-library/react';
import { supportEmail } from '@headwater/shared/routing';
import { documentOf, errorsOf, renderRoute, type FakeResponse } from '@headwater/shared/testing';
import { routes } from '../routes.tsx';
import { heldResponse } from '../testing/held-response.ts';
import { signInOptionsOf } from '../testing/sign-in-options.ts';

const SIGNUP = 'POST email-signup';
const NEWCOMER = {
  csrfToken: 'token-1',
  isSuperuser: false,
  email: 'tomas@finch-outdoor.com',
  name: 'tomas',
  organizations: [],
};
const signedUp = documentOf('sessions', 'ses_1', NEWCOMER, 201);

const email = () => screen.getByRole('textbox', { name: 'Email' });
const password = () => screen.getByLabelText('Password');
const submit = () => screen.getByRole('button', { name: 'Sign up' });

async function openSignup(response: FakeResponse | (() => Promise<FakeResponse>), at = '/signup') {
  const api = { 'GET sign-in-options': signInOptionsOf(), [SIGNUP]: response };
  const page = await renderRoute(routes, at, { session: null, api });
  const fillIn = async (word = 'Twelve letters 1') => {
    await page.user.type(email(), 'tomas@finch-outdoor.com');
    await page.user.type(password(), word);
  };
  return { ...page, fillIn };
}

test('signs up, confirms it, and leads to creating a workspace', async () => {
  const { user, api, fillIn, location } = await openSignup(signedUp);
  await fillIn();
  await user.click(submit());

  expect(api.callsTo(SIGNUP)[0]!.body).toEqual({
    data: {
      type: 'email_signups',
      attributes: { email: 'tomas@finch-outdoor.com', password: 'Twelve letters 1' },
    },
  });
  expect(await screen.findByText('Signed up successfully!')).toBeVisible();
  expect(location()).toBe('/create-workspace');
});

test('waits for the confirmation if the email address has to be confirmed first', async () => {
  const { user, fillIn, location } = await openSignup({ status: 201, body: { data: null } });
  await fillIn();
  await user.click(submit());
  expect(await screen.findByText('Signed up successfully!')).toBeVisible();
  expect(location()).toBe('/confirm-email?email=tomas%40finch-outdoor.com');
});

test('leads a new user to creating a workspace, not to one that they do not belong to', async () => {
  const { user, fillIn, location } = await openSignup(signedUp, '/signup?next=%2Fw%2Forg_finch%2Fdata');
  await fillIn();
  await user.click(submit());
  expect(location()).toBe('/create-workspace');
});

test.each([
  ['Short 1', 'Password must be at least 12 characters long.'],
  ['all in lower case 1', 'Password must contain at least one uppercase letter.'],
  ['Without any figure', 'Password must contain at least one number.'],
])('refuses the password "%s"', async (word, error) => {
  const { user, api, fillIn } = await openSignup(signedUp);
  await fillIn(word);
  await user.click(submit());
  expect(password()).toHaveAccessibleDescription(expect.stringContaining(error));
  expect(password()).toHaveFocus();
  expect(api.callsTo(SIGNUP)).toEqual([]);
});

test('shows the password rules beforehand', async () => {
  await openSignup(signedUp);
  expect(password()).toHaveAccessibleDescription(
    'At least 12 characters, with an uppercase letter and a number.',
  );
});

test('shows that it is signing up, and sends once', async () => {
  const { response, give } = heldResponse();
  const { user, api, fillIn } = await openSignup(response);
  await fillIn();
  await user.click(submit());
  expect(screen.getByRole('button', { name: 'Signing up...' })).toBeDisabled();
  await user.type(password(), '{Enter}');
  expect(api.callsTo(SIGNUP)).toHaveLength(1);
  await give(signedUp);
});

test('shows at the field that an email address is taken', async () => {
  const { user, fillIn } = await openSignup(
    errorsOf(422, [{ code: 'email_taken', source: { pointer: '/data/attributes/email' } }]),
  );
  await fillIn();
  await user.click(submit());
  expect(email()).toHaveAccessibleDescription(/^An account with this email address already exists/);
  expect(email()).toHaveFocus();
});

test('shows whom to ask if sign-up is closed', async () => {
  const { user, fillIn } = await openSignup(
    errorsOf(422, [
      {
        code: 'sign_up_closed',
        source: { pointer: '/data/attributes/email' },
        meta: { domains: 'kajakklubben.dk' },
      },
    ]),
  );
  await fillIn();
  await user.click(submit());
  expect(email()).toHaveAccessibleDescription('Sign-up is limited to email addresses from kajakklubben.dk.');
  expect(screen.getByRole('status')).toHaveTextContent('the operator of this installation');
  expect(screen.getByRole('link', { name: supportEmail() })).toHaveAttribute(
    'href',
    `mailto:${supportEmail()}`,
  );
});

test('shows two errors from the server, each at its field', async () => {
  const { user, fillIn } = await openSignup(
    errorsOf(422, [
      { code: 'email_taken', source: { pointer: '/data/attributes/email' } },
      { code: 'password_common', source: { pointer: '/data/attributes/password' } },
    ]),
  );
  await fillIn();
  await user.click(submit());
  expect(email()).toBeInvalid();
  expect(password()).toHaveAccessibleDescription(/is too common/);
});

test('passes `next` on to the login', async () => {
  await openSignup(signedUp, '/signup?next=%2Fw%2Forg_finch%2Fdata');
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    '/login?next=%2Fw%2Forg_finch%2Fdata',
  );
});
