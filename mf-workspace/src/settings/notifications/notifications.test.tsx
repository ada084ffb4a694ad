import type { ChannelAttributes, DeliveryAttributes } from '@headwater/shared/contract';
import { collectionOf, documentOf, renderRoute, type Handlers } from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../routes.tsx';

const CHANNELS = 'GET organizations/:organizationId/notification-channels';
const CREATE = 'POST organizations/:organizationId/notification-channels';
const CHANGE = 'PATCH organizations/:organizationId/notification-channels/:id';
const TEST = 'POST organizations/:organizationId/notification-channels/:id/tests';
const LOG = 'GET organizations/:organizationId/notification-deliveries';
const MEMBERS = 'GET organizations/:organizationId/members';
const OPTIONS = 'GET sign-in-options';
const SECRET = 'whsec_c2VjcmV0';

const channel = (rest: Partial<ChannelAttributes> = {}) => ({
  id: 'ntc_1',
  kind: 'webhook',
  name: 'On-call',
  triggers: ['sync_failed'],
  urlHint: 'hooks.example.com/service…',
  memberIds: [],
  addresses: [],
  pause: null,
  lastDelivery: null,
  createdAt: '2026-11-01T12:00:00Z',
  createdBy: 'Mara Lindqvist',
  version: 3,
  ...rest,
});
const delivery = (rest: Partial<DeliveryAttributes> = {}) => ({
  channelId: 'ntc_1',
  trigger: 'sync_failed',
  subject: 'shop-db',
  at: '2026-11-20T12:00:00Z',
  state: 'retrying',
  attempts: 2,
  attemptedAt: '2026-11-20T12:01:00Z',
  nextAt: '2099-11-20T12:06:00Z',
  status: 500,
  fault: 'rejected',
  recipients: null,
  ...rest,
});
const MARA = { id: 'usr_mara', name: 'Mara Lindqvist', email: 'mara@example.com', role: 'admin' };
const options = (mail: boolean) => documentOf('sign_in_options', 'current', { mail });
const open = (api: Handlers) =>
  renderRoute(routes, '/w/org_finch/settings/notifications', {
    mount: '/w/:organizationId',
    api: {
      [OPTIONS]: options(true),
      [LOG]: collectionOf('notification_deliveries', []),
      [MEMBERS]: collectionOf('members', [MARA]),
      ...api,
    },
  });

test('a webhook is added, and its secret is shown once', async () => {
  let channels: ReturnType<typeof channel>[] = [];
  const { user, api } = await open({
    [CHANNELS]: () => collectionOf('notification_channels', channels),
    [CREATE]: () => {
      channels = [channel()];
      return documentOf('notification_secrets', 'ntc_1', { channelId: 'ntc_1', secret: SECRET });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Add a channel' }));
  await user.click(screen.getByRole('menuitem', { name: 'Webhook' }));
  const dialog = await screen.findByRole('dialog', { name: 'Notify by webhook' });
  await user.type(within(dialog).getByLabelText('Name'), 'On-call');
  await user.type(within(dialog).getByLabelText('URL'), 'http://example.com/hook');
  await user.click(within(dialog).getByRole('button', { name: 'Add the channel' }));
  expect(await within(dialog).findByText(/begins with https/)).toBeVisible();
  await user.clear(within(dialog).getByLabelText('URL'));
  await user.type(within(dialog).getByLabelText('URL'), 'https://example.com/hook');
  await user.click(within(dialog).getByRole('checkbox', { name: /Data is late/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Add the channel' }));
  expect(await screen.findByText(SECRET)).toBeVisible();
  expect(api.callsTo(CREATE)[0]!.body!.data.attributes).toEqual({
    kind: 'webhook',
    name: 'On-call',
    url: 'https://example.com/hook',
    triggers: ['sync_failed', 'auto_paused', 'breaking_change', 'late', 'token_expiring'],
  });
  await user.click(screen.getByRole('button', { name: 'I have copied it' }));
  await waitFor(() => expect(screen.queryByText(SECRET)).not.toBeInTheDocument());
  expect(screen.getByRole('row', { name: /On-call/ })).toBeVisible();
});

test('email needs someone to go to', async () => {
  const { user, api } = await open({
    [CHANNELS]: collectionOf('notification_channels', []),
    [CREATE]: documentOf('notification_secrets', 'ntc_1', { channelId: 'ntc_1', secret: null }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add a channel' }));
  await user.click(screen.getByRole('menuitem', { name: 'Email' }));
  const dialog = await screen.findByRole('dialog', { name: 'Notify by email' });
  await user.type(within(dialog).getByLabelText('Name'), 'Team');
  await user.click(within(dialog).getByRole('button', { name: 'Add the channel' }));
  expect(await within(dialog).findByText('Choose a member, or enter an address.')).toBeVisible();
  expect(api.callsTo(CREATE)).toHaveLength(0);
  await user.click(await within(dialog).findByRole('checkbox', { name: /Mara Lindqvist/ }));
  await user.type(within(dialog).getByLabelText('Other addresses'), 'team@example.com, ops@example.com');
  await user.click(within(dialog).getByRole('button', { name: 'Add the channel' }));
  await waitFor(() => expect(api.callsTo(CREATE)).toHaveLength(1));
  expect(api.callsTo(CREATE)[0]!.body!.data).toMatchObject({
    attributes: { memberIds: ['usr_mara'], addresses: ['team@example.com', 'ops@example.com'] },
  });
});

test('a test says what the receiver answered', async () => {
  const { user } = await open({
    [CHANNELS]: collectionOf('notification_channels', [channel()]),
    [TEST]: documentOf(
      'notification_deliveries',
      'ntd_1',
      delivery({ trigger: 'test', state: 'failed', status: 500 }),
    ),
  });
  await user.click(await screen.findByRole('button', { name: 'Test On-call' }));
  expect(await screen.findByText('The test of On-call failed: answered 500')).toBeVisible();
});

test('the log says what was tried, what came of it, and when it goes on', async () => {
  const failing = channel({ pause: { code: 'failing', at: '2026-11-20T12:00:00Z', by: null } });
  const { user, api } = await open({
    [CHANNELS]: collectionOf('notification_channels', [failing]),
    [LOG]: collectionOf('notification_deliveries', [{ id: 'ntd_1', ...delivery() }]),
    [CHANGE]: documentOf('notification_channels', 'ntc_1', channel()),
  });
  const row = await screen.findByRole('row', { name: /A sync fails shop-db/ });
  expect(within(row).getByText(/^answered 500, 2 attempts, next in/)).toBeVisible();
  expect(screen.getByText('Paused after a day of failures')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'More actions for On-call' }));
  await user.click(screen.getByRole('menuitem', { name: 'Resume' }));
  await waitFor(() =>
    expect(api.callsTo(CHANGE)[0]?.body?.data).toMatchObject({ attributes: { paused: false } }),
  );
});

test('without email, the page says so and still offers webhooks', async () => {
  const { user } = await open({
    [OPTIONS]: options(false),
    [CHANNELS]: collectionOf('notification_channels', []),
  });
  expect(await screen.findByText(/doesn’t send email/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add a channel' }));
  expect(screen.getByRole('menuitem', { name: 'Email', description: 'Not set up' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(screen.getByRole('menuitem', { name: 'Webhook' })).toBeEnabled();
});
