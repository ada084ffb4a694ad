import { screen } from '@testing-library/react';
import { documentOf, errorsOf, renderRoute, type Handlers } from '@headwater/shared/testing';
import type { Session } from '@headwater/shared/session';
import { routes } from '../routes.tsx';
import { signInOptionsOf } from '../testing/sign-in-options.ts';

const INVITATION = 'GET invitations/:code';
const SIGNUP = 'POST email-signup';
const ACCEPT = 'POST invitation-acceptances';
const invited = documentOf('invitations', 'inv_1', { email: 'tomas@finch-outdoor.com', workspace: null });
const workspace = {
  organizationId: 'org_otter',
  name: 'Otter Labs',
  role: 'editor',
  invitedBy: 'Mara Lindqvist',
};
const toWorkspace = documentOf('invitations', 'inv_2', { email: 'tomas@finch-outdoor.com', workspace });
const invalid = errorsOf(404, [{ code: 'not_found' }]);
const confirmFirst = { status: 201, body: { data: null } };

const email = () => screen.getByRole('textbox', { name: 'Email' });

async function openInvitation(handlers: Handlers, session: Partial<Session> | null = null) {
  const api = { 'GET sign-in-options': signInOptionsOf({ signUp: 'invited', google: true }), ...handlers };
  const page = await renderRoute(routes, '/signup?invitation=hand-out', { session, api });
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
  expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
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

const newcomer = {
  csrfToken: 'token-1',
  isSuperuser: false,
  email: 'tomas@finch-outdoor.com',
  name: 'tomas',
  organizations: [{ organizationId: 'org_otter', name: 'Otter Labs', role: 'editor' }],
};

describe('an invitation to a workspace', () => {
  test('says who invites to what, and leads there after the sign-up', async () => {
    const { location, signUp } = await openInvitation({
      [INVITATION]: toWorkspace,
      [SIGNUP]: documentOf('sessions', 'ses_1', newcomer, 201),
    });
    const text = 'Mara Lindqvist invites you to the workspace Otter Labs. Your role: Editor.';
    expect(screen.getByRole('heading', { level: 1 }).parentElement).toHaveTextContent(text);
    expect(screen.getByRole('link', { name: 'Log in to accept' })).toHaveAttribute(
      'href',
      '/login?next=%2Fsignup%3Finvitation%3Dhand-out',
    );
    await signUp();
    expect(location()).toBe('/w/org_otter');
  });

  test('is accepted by the account that has its address', async () => {
    const { user, api, location } = await openInvitation(
      {
        [INVITATION]: toWorkspace,
        [ACCEPT]: toWorkspace,
        'GET sessions': documentOf('sessions', 'ses_1', newcomer),
      },
      { email: 'Tomas@finch-outdoor.com', organizations: [] },
    );
    await user.click(screen.getByRole('button', { name: 'Accept the invitation' }));
    expect(api.callsTo(ACCEPT)[0]!.body!.data.attributes).toEqual({ code: 'hand-out' });
    expect(location()).toBe('/w/org_otter');
  });

  test('offers to switch if someone else is signed in', async () => {
    const { user } = await openInvitation(
      { [INVITATION]: toWorkspace, 'DELETE sessions/:id': { status: 204 } },
      { email: 'mara@finch-outdoor.com' },
    );
    expect(screen.getByText('tomas@finch-outdoor.com')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Accept the invitation' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Log out and use the other address' }));
    expect(await screen.findByRole('textbox', { name: 'Email' })).toHaveValue('tomas@finch-outdoor.com');
  });

  test.each([
    ['invitation_expired', 'This invitation has expired. Ask for a new one.'],
    ['invitation_accepted', /has already been accepted/],
    ['invitation_canceled', /has been canceled/],
  ])('that fails with %s says why', async (code, text) => {
    await openInvitation({ [INVITATION]: errorsOf(410, [{ code }]) });
    expect(screen.getByRole('alert')).toHaveTextContent(text);
  });
});

test('people with an account are taken to their workspace if nobody invited them', async () => {
  const { location } = await renderRoute(routes, '/signup', {
    api: { 'GET sign-in-options': signInOptionsOf() },
  });
  expect(location()).toBe('/w/org_finch');
});
