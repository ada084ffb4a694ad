import {
  collectionOf,
  documentOf,
  errorsOf,
  type Handlers,
  MOUNT,
  noContent,
  renderRoute,
} from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../routes.tsx';

const ONE = 'organizations/:organizationId/reports/:reportId';
const LIST = `${ONE}/subscriptions`;
const report = {
  ...{ name: 'Weekly', version: 2, cards: 0, tableIds: [], favorite: false, own: true },
  ...{ createdBy: 'Mara', changedBy: 'Mara', changedAt: '2026-11-20T12:00:00Z' },
  content: { cards: [], filters: [] },
};
const delivery = (rest: object = {}) => ({
  ...{ at: '2026-11-23T07:00:00Z', cause: 'schedule', state: 'sent', fault: null, attempts: 0 },
  ...{ endedAt: '2026-11-23T07:00:05Z', nextAt: null, sent: 2, ...rest },
});
const subscription = (rest: object = {}) => ({
  ...{ schedule: { days: [1], time: '08:00' }, zone: 'UTC', filters: '', onlyFresh: true, skipEmpty: true },
  ...{ skipUnchanged: false, attachPdf: false, memberIds: ['usr_1'], members: ['Mara'], owner: 'Mara' },
  ...{ pause: null, nextAt: '2099-11-24T08:00:00Z', canChange: true, version: 3 },
  ...{ lastDelivery: delivery(), ...rest },
});
const member = (id: string, name: string, email: string) => ({
  ...{ id, name, email, role: 'admin', joinedAt: '2026-11-01T12:00:00Z' },
});
const open = (search: string, rest: Handlers = {}) =>
  renderRoute(routes, `/w/org_finch/reports/rep_1?${search}`, {
    mount: MOUNT,
    api: {
      [`GET ${ONE}`]: documentOf('reports', 'rep_1', report),
      'GET organizations/:organizationId/tables': collectionOf('tables', []),
      [`GET ${ONE}/share-links`]: collectionOf('share_links', []),
      'GET organizations/:organizationId/members': collectionOf('members', [
        member('usr_2', 'Tomás', 'tomas@finch-outdoor.com'),
        member('usr_1', 'Mara', 'mara@finch-outdoor.com'),
      ]),
      'GET sign-in-options': documentOf('sign_in_options', 'one', {
        ...{ google: false, demo: 'off', mail: true, signUp: 'open', signUpDomains: [] },
      }),
      [`GET ${LIST}`]: collectionOf('report_subscriptions', []),
      ...rest,
    },
  });

describe('subscribing to a report', () => {
  test('chooses people, a time, and what isn’t sent', async () => {
    const { user, api } = await open('dialog=subscribe&f.country=equals%3Ade', {
      [`POST ${LIST}`]: documentOf('report_subscriptions', 'rsb_1', subscription()),
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Subscribe to Weekly' }));
    await user.click(await dialog.findByRole('checkbox', { name: /Tomás/ }));
    await user.selectOptions(dialog.getByLabelText('Every'), 'Weekday');
    const time = dialog.getByLabelText('At');
    await user.clear(time);
    await user.click(dialog.getByRole('button', { name: 'Subscribe' }));
    expect(dialog.getByText('Enter a time such as 08:00.')).toBeVisible();
    expect(api.callsTo(`POST ${LIST}`)).toHaveLength(0);
    await user.type(time, '6:30');
    await user.tab();
    await user.click(dialog.getByRole('button', { name: 'Subscribe' }));
    await waitFor(() => expect(api.callsTo(`POST ${LIST}`)).toHaveLength(1));
    expect(api.callsTo(`POST ${LIST}`)[0]?.body).toMatchObject({
      data: {
        attributes: {
          schedule: { days: [1, 2, 3, 4, 5], time: '06:30' },
          filters: 'f.country=equals%3Ade',
          memberIds: expect.arrayContaining(['usr_2']),
        },
      },
    });
  });

  test('promises no email while there is no mail server', async () => {
    const { user } = await open('dialog=subscribe.new', {
      'GET sign-in-options': documentOf('sign_in_options', 'one', {
        ...{ google: false, demo: 'off', mail: false, signUp: 'open', signUpDomains: [] },
      }),
      [`POST ${LIST}`]: documentOf('report_subscriptions', 'rsb_1', subscription()),
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Subscribe to Weekly' }));
    await user.click(await dialog.findByRole('checkbox', { name: /Tomás/ }));
    await user.click(dialog.getByRole('button', { name: 'Subscribe' }));
    expect(await screen.findByText(/^You are subscribed\. Emails will go out once/)).toBeVisible();
    expect(screen.queryByText('The report will be sent by email.')).not.toBeInTheDocument();
  });

  test('sends a test to oneself, and says why one wasn’t sent', async () => {
    const { user, api } = await open('dialog=subscribe.new', {
      [`POST ${ONE}/test-mails`]: errorsOf(409, [{ code: 'report_mail_failed' }]),
    });
    await user.click(await screen.findByRole('button', { name: 'Send a test to me' }));
    await waitFor(() => expect(api.callsTo(`POST ${ONE}/test-mails`)).toHaveLength(1));
    expect(api.callsTo(`POST ${ONE}/test-mails`)[0]?.body).toEqual({
      data: {
        type: 'report_test_mails',
        attributes: { zone: expect.any(String), filters: '', attachPdf: false },
      },
    });
    expect(await screen.findByText(/The mail server didn’t take the email/)).toBeVisible();
  });

  test('lists subscriptions with the reasons of their deliveries, and pauses one', async () => {
    const { user, api } = await open('dialog=subscribe', {
      [`GET ${LIST}`]: collectionOf('report_subscriptions', [{ id: 'rsb_1', ...subscription() }]),
      [`GET ${LIST}/:subscriptionId/deliveries`]: collectionOf('report_deliveries', [
        { id: 'rdl_2', ...delivery() },
        { id: 'rdl_1', ...delivery({ state: 'skipped', fault: 'stale', sent: 0 }) },
      ]),
      [`PATCH ${LIST}/:subscriptionId`]: documentOf('report_subscriptions', 'rsb_1', subscription()),
      [`DELETE ${LIST}/:subscriptionId`]: noContent,
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Subscriptions to Weekly' }));
    expect(await dialog.findByText('Monday, 08:00')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Show deliveries' }));
    expect(await dialog.findByText('Data was older than it should be.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Actions for Monday, 08:00' }));
    await user.click(screen.getByRole('menuitem', { name: 'Pause' }));
    const PATCH = `PATCH ${LIST}/:subscriptionId`;
    await waitFor(() => expect(api.callsTo(PATCH)).toHaveLength(1));
    expect(api.callsTo(PATCH)[0]?.body).toMatchObject({ data: { attributes: { paused: true } } });
  });
});

test('whoever opens the link in an email unsubscribes with one button', async () => {
  const { user, api } = await renderRoute(routes, '/unsubscribe/the-token', {
    mount: '/',
    api: {
      'POST report-unsubscriptions': documentOf('report_unsubscriptions', 'rsb_1', {
        ...{ report: 'Weekly', workspace: 'Finch Outdoor' },
      }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
  expect(await screen.findByText('You no longer get “Weekly” from Finch Outdoor by email.')).toBeVisible();
  expect(api.callsTo('POST report-unsubscriptions')[0]?.body).toMatchObject({
    data: { attributes: { token: 'the-token' } },
  });
});
