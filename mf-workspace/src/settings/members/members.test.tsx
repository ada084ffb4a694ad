import type { MemberAttributes, WorkspaceInvitationAttributes } from '@headwater/shared/contract';
import {
  collectionOf,
  documentOf,
  errorsOf,
  type Handlers,
  membership,
  renderRoute,
} from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../routes.tsx';
import { addressesIn, faultOf } from './addresses.ts';

const BASE = 'organizations/:organizationId';
const INVITE = `POST ${BASE}/invitations`;
const LINKS = `POST ${BASE}/invitations/:id/links`;
const ROLE = `PATCH ${BASE}/members/:id`;

const member = (rest: Partial<MemberAttributes>): MemberAttributes => ({
  name: 'Mara Lindqvist',
  email: 'mara@finch-outdoor.com',
  role: 'admin',
  joinedAt: '2024-03-12T09:30:00Z',
  isYou: true,
  can: { changeRole: false, remove: false },
  ...rest,
});
const tomas = member({
  name: 'Tomás Okonkwo',
  email: 'tomas@finch-outdoor.com',
  role: 'reader',
  isYou: false,
  can: { changeRole: true, remove: true },
});
const invitation: WorkspaceInvitationAttributes = {
  email: 'edvin@retkikauppa.fi',
  role: 'runner',
  invitedBy: 'Mara Lindqvist',
  createdAt: '2026-11-20T12:00:00Z',
  expiresAt: '2026-11-27T12:00:00Z',
  isExpired: true,
  can: { edit: true },
};
const sent = (link: string | null) => ({ email: invitation.email, expiresAt: invitation.expiresAt, link });
const mail = (isOn: boolean) =>
  documentOf('sign_in_options', 'current', {
    google: false,
    demo: 'off',
    mail: isOn,
    signUp: 'open',
    signUpDomains: [],
  });

const open = (query = '', api: Handlers = {}, role: 'admin' | 'reader' = 'admin') =>
  renderRoute(routes, `/w/org_finch/settings/members${query}`, {
    mount: '/w/:organizationId',
    session: { organizations: [membership({ role })] },
    api: {
      'GET sign-in-options': mail(true),
      [`GET ${BASE}/members`]: collectionOf('members', [
        { id: 'usr_mara', ...member({}) },
        { id: 'usr_tomas', ...tomas },
      ]),
      [`GET ${BASE}/invitations`]: collectionOf('workspace_invitations', [{ id: 'inv_1', ...invitation }]),
      ...api,
    },
  });

test('lists members and invitations, filtered by the URL', async () => {
  const { user, location } = await open();
  expect(await screen.findByText('2 members, 1 invitation')).toBeVisible();
  const expired = screen.getByRole('row', { name: /edvin/ });
  expect(within(expired).getByText('Expired')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Readers/ }));
  expect(location()).toBe('/w/org_finch/settings/members?role=reader');
  await waitFor(() => expect(screen.queryByRole('row', { name: /mara@finch/ })).not.toBeInTheDocument());
  expect(screen.getByRole('row', { name: /Tomás/ })).toBeVisible();
});

test('an admin changes the role of someone else, and never their own', async () => {
  const { user, api } = await open('', {
    [ROLE]: documentOf('members', 'usr_tomas', { ...tomas, role: 'editor' }),
  });
  const own = await screen.findByRole('row', { name: /mara@finch/ });
  expect(within(own).queryByRole('combobox')).not.toBeInTheDocument();
  expect(within(own).queryByRole('button')).not.toBeInTheDocument();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role of Tomás Okonkwo' }), 'Editor');
  expect(api.callsTo(ROLE)[0]!.body!.data.attributes).toEqual({ role: 'editor' });
  expect(await screen.findByText('Tomás Okonkwo’s role is now Editor.')).toBeVisible();
});

test('others see the list without controls, and who can change it', async () => {
  const shown = { ...tomas, can: { changeRole: false, remove: false } };
  const foreign = { ...invitation, can: { edit: false } };
  await open(
    '',
    {
      [`GET ${BASE}/members`]: collectionOf('members', [{ id: 'usr_tomas', ...shown }]),
      [`GET ${BASE}/invitations`]: collectionOf('workspace_invitations', [{ id: 'inv_1', ...foreign }]),
    },
    'reader',
  );
  const row = await screen.findByRole('row', { name: /Tomás/ });
  expect(within(row).queryByRole('combobox')).not.toBeInTheDocument();
  expect(screen.getByText(/^Admins of this workspace invite people/)).toBeVisible();
  for (const name of ['Invite people', 'Resend'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
});

test('invites several addresses at once and shows what the server refuses, without losing the list', async () => {
  const taken = errorsOf(422, [
    {
      code: 'already_member',
      source: { pointer: '/data/attributes/emails/1' },
      meta: { name: 'Tomás Okonkwo' },
    },
  ]);
  const { user, api, location } = await open('?dialog=invite', { [INVITE]: taken });
  const addresses = await screen.findByLabelText(/^Email addresses/);
  await user.type(addresses, 'wilhelmina@retkikauppa.fi, Tomás <tomas@finch-outdoor.com>');
  await user.click(screen.getByRole('radio', { name: 'Editor' }));
  await user.click(screen.getByRole('button', { name: 'Send 2 invitations' }));
  expect(await screen.findByText('Tomás Okonkwo is already a member.')).toBeVisible();
  expect(api.callsTo(INVITE)[0]!.body!.data.attributes).toEqual({
    emails: ['wilhelmina@retkikauppa.fi', 'tomas@finch-outdoor.com'],
    role: 'editor',
  });
  api.on({ [INVITE]: collectionOf('sent_invitations', [{ id: 'inv_2', ...sent(null) }]) });
  await user.clear(addresses);
  await user.type(addresses, 'wilhelmina@retkikauppa.fi');
  await user.click(screen.getByRole('button', { name: 'Send 1 invitation' }));
  await waitFor(() => expect(location()).toBe('/w/org_finch/settings/members'));
});

test('without mail, the links are shown to pass on', async () => {
  const link = 'https://bi.example.com/signup?invitation=code';
  const { user } = await open('?dialog=invite', {
    'GET sign-in-options': mail(false),
    [INVITE]: collectionOf('sent_invitations', [{ id: 'inv_2', ...sent(link) }]),
  });
  await user.type(await screen.findByLabelText(/^Email addresses/), 'edvin@retkikauppa.fi');
  await user.click(screen.getByRole('button', { name: 'Create 1 invitation' }));
  expect(await screen.findByText(link)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Copy the link for edvin@retkikauppa.fi' })).toBeVisible();
});

test('an invitation is sent again, or gets a new link', async () => {
  const link = 'https://bi.example.com/signup?invitation=new';
  const { user, api } = await open('', { [LINKS]: documentOf('sent_invitations', 'inv_1', sent(null), 201) });
  await user.click(await screen.findByRole('button', { name: 'Resend' }));
  expect(api.callsTo(LINKS)[0]!.body!.data.attributes).toEqual({ mail: true });
  api.on({ [LINKS]: documentOf('sent_invitations', 'inv_1', sent(link), 201) });
  await user.click(screen.getByRole('button', { name: 'More for edvin@retkikauppa.fi' }));
  await user.click(screen.getByRole('menuitem', { name: 'New link' }));
  expect(await screen.findByText(link)).toBeVisible();
});

test('addresses are found however they are separated', () => {
  expect(addressesIn('a@b.co; "Mara" <m@b.co>,\nA@b.co  c@b.co')).toEqual(['a@b.co', 'm@b.co', 'c@b.co']);
  expect(faultOf([])).toEqual({ code: 'none' });
  expect(faultOf(['a@b'])).toEqual({ code: 'invalid', email: 'a@b' });
  expect(faultOf(Array.from({ length: 21 }, (_, index) => `a${index}@b.co`))).toEqual({
    code: 'too_many',
    most: 20,
  });
});
