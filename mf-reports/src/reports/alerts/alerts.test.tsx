import type { ReportContent } from '@headwater/shared/contract';
import { collectionOf, documentOf, type Handlers, MOUNT, renderRoute } from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../routes.tsx';

const ONE = 'organizations/:organizationId/reports/:reportId';
const LIST = `${ONE}/alerts`;
const content: ReportContent = {
  cards: [
    {
      ...{ kind: 'number', id: 'n', title: 'Orders', layout: { x: 0, y: 0, w: 6, h: 6 } },
      table: { id: 'tbl_gone', name: 'orders' },
      query: { breakouts: [], measures: [{ as: 'rows', agg: 'count' }] },
    },
    {
      ...{ kind: 'number', id: 's', title: 'Complete', layout: { x: 6, y: 0, w: 6, h: 6 } },
      table: { id: 'tbl_gone', name: 'orders' },
      query: {
        breakouts: [],
        measures: [{ as: 'share', ratio: [{ agg: 'count' }, { agg: 'count' }], percent: true }],
      },
    },
  ],
  filters: [],
};
const report = {
  ...{ name: 'Weekly', version: 2, cards: 1, tableIds: [], favorite: false, own: true, content },
  ...{ createdBy: 'Mara', changedBy: 'Mara', changedAt: '2026-11-20T12:00:00Z' },
};
const alert = (rest: object = {}) => ({
  ...{ cardId: 'n', card: 'Orders', measure: 'rows', owner: 'Mara', pause: null, state: 'triggered' },
  ...{ rule: { operator: 'below', value: 200, times: 1, clear: null, quietHours: 0 }, reason: null },
  ...{ value: '184', lookedAt: '2026-11-23T07:00:00Z', version: 3 },
  events: [{ state: 'triggered', reason: null, value: '184', at: '2026-11-23T07:00:00Z', wasTold: true }],
  ...rest,
});
const optionsWith = (rest: object) =>
  documentOf('sign_in_options', 'one', {
    google: false,
    demo: 'off',
    signUp: 'open',
    signUpDomains: [],
    ...rest,
  });
const open = (search: string, rest: Handlers = {}) =>
  renderRoute(routes, `/w/org_finch/reports/rep_1?${search}`, {
    mount: MOUNT,
    api: {
      [`GET ${ONE}`]: documentOf('reports', 'rep_1', report),
      'GET organizations/:organizationId/tables': collectionOf('tables', []),
      [`GET ${ONE}/share-links`]: collectionOf('share_links', []),
      [`GET ${LIST}`]: collectionOf('report_alerts', []),
      'GET sign-in-options': optionsWith({ mail: true }),
      ...rest,
    },
  });

describe('alerts on a report', () => {
  test('are created with a rule that makes sense', async () => {
    const { user, api } = await open('dialog=alerts', {
      [`POST ${LIST}`]: documentOf('report_alerts', 'alt_1', alert()),
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'New alert on Weekly' }));
    await user.type(await dialog.findByLabelText('Value'), '200');
    await user.type(dialog.getByLabelText(/^Clears at/), '100');
    await user.click(dialog.getByRole('button', { name: 'Create alert' }));
    expect(dialog.getByText('Enter a number that isn’t below the value.')).toBeVisible();
    expect(api.callsTo(`POST ${LIST}`)).toHaveLength(0);
    await user.clear(dialog.getByLabelText(/^Clears at/));
    await user.click(dialog.getByRole('button', { name: 'Create alert' }));
    await waitFor(() => expect(api.callsTo(`POST ${LIST}`)).toHaveLength(1));
    expect(api.callsTo(`POST ${LIST}`)[0]?.body).toMatchObject({
      data: {
        attributes: {
          ...{ cardId: 'n', measure: 'rows' },
          rule: { operator: 'below', value: 200, times: 1, clear: null, quietHours: 0 },
        },
      },
    });
  });

  test('say who is told', async () => {
    await open('dialog=alerts');
    expect(await screen.findByText(/^You get an email when its state changes/)).toBeVisible();
  });

  test('are written as their cards are', async () => {
    const rule = { operator: 'below', value: 0.5, times: 1, clear: null, quietHours: 0 };
    await open('dialog=alerts', {
      [`GET ${LIST}`]: collectionOf('report_alerts', [
        { id: 'alt_1', ...alert({ cardId: 's', card: 'Complete', measure: 'share', rule, value: '0.9997' }) },
      ]),
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Alerts on Weekly' }));
    expect(await dialog.findByText('Complete below 50%')).toBeVisible();
    expect(dialog.getByText(/^99\.97%, checked/)).toBeVisible();
  });

  test('without a mail server, say that no email is sent', async () => {
    await open('dialog=alerts', { 'GET sign-in-options': optionsWith({ mail: false }) });
    expect(await screen.findByText(/^This installation doesn’t send email yet/)).toBeVisible();
    expect(screen.queryByText(/You get an email/)).not.toBeInTheDocument();
  });

  test('are listed with their state, and one is paused', async () => {
    const PATCH = `PATCH ${LIST}/:alertId`;
    const { user, api } = await open('dialog=alerts', {
      [`GET ${LIST}`]: collectionOf('report_alerts', [
        { id: 'alt_1', ...alert() },
        { id: 'alt_2', ...alert({ card: 'Refunds', state: 'unknown', reason: 'stale', events: [] }) },
      ]),
      [PATCH]: documentOf('report_alerts', 'alt_1', alert()),
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Alerts on Weekly' }));
    expect(await dialog.findByText('Orders below 200')).toBeVisible();
    expect(dialog.getByText('Unknown')).toBeVisible();
    expect(dialog.getByText('Its data is older than it should be.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Actions for the alert on Orders' }));
    await user.click(screen.getByRole('menuitem', { name: 'Pause' }));
    await waitFor(() =>
      expect(api.callsTo(PATCH)[0]?.body).toMatchObject({ data: { attributes: { paused: true } } }),
    );
  });
});
