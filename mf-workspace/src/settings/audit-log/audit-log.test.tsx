import type { AuditEventAttributes } from '@headwater/shared/contract';
import { collectionOf, documentOf, errorsOf, renderRoute, type Handlers } from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../routes.tsx';

const LOG = 'GET organizations/:organizationId/audit-events';
const FACETS = 'GET organizations/:organizationId/audit-facets';

const MARA = { kind: 'user', id: 'usr_mara', name: 'Mara Lindqvist' } as const;
const event = (id: string, rest: Partial<AuditEventAttributes> = {}) => ({
  id,
  at: '2026-11-20T12:04:02.123Z',
  actor: MARA,
  action: 'report.create',
  outcome: 'success',
  subject: { type: 'reports', id: 'rep_1', name: 'Revenue' },
  address: '203.0.113.7',
  requestId: 'req_1',
  details: {},
  ...rest,
});
const facets = documentOf('audit_facets', 'org_finch', {
  actors: [MARA, { kind: 'product', id: null, name: null }],
  actions: ['sql.run', 'report.create'],
});
const open = (query: string, api: Handlers, language: 'en' | 'de' = 'en') =>
  renderRoute(routes, `/w/org_finch/settings/audit-log${query}`, {
    mount: '/w/:organizationId',
    language,
    api: { [FACETS]: facets, ...api },
  });

test('shows who did what to what in words, and everything about an event', async () => {
  const query = event('aud_2', {
    action: 'sql.run',
    outcome: 'failure',
    subject: null,
    details: { sha256: 'abc', rows: 3 },
  });
  const product = event('aud_3', {
    action: 'source_connection.late',
    actor: { kind: 'product', id: null, name: null },
  });
  const { user } = await open('', { [LOG]: collectionOf('audit_events', [event('aud_1'), query, product]) });
  const row = await screen.findByRole('row', { name: /Created a report/ });
  // Phones show it below the action.
  expect(within(row).getAllByText('Revenue').at(-1)).toBeVisible();
  expect(within(row).getByText('Done')).toBeVisible();
  expect(screen.getByRole('row', { name: /Headwater.*Noticed data that is late/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ran a SQL query' }));
  const dialog = await screen.findByRole('dialog', { name: 'Ran a SQL query' });
  expect(within(dialog).getByText('203.0.113.7')).toBeVisible();
  expect(within(dialog).getByText('abc')).toBeVisible();
});

test('filters are in the URL, in the request, and in the file', async () => {
  const { user, api, router } = await open('?outcome=failure', {
    [LOG]: collectionOf('audit_events', [event('aud_1')]),
  });
  await screen.findByRole('row', { name: /Created a report/ });
  await user.selectOptions(
    screen.getByLabelText('Action'),
    await screen.findByRole('option', { name: 'Ran a SQL query' }),
  );
  await user.selectOptions(screen.getByLabelText('Time'), 'All time');
  await waitFor(() =>
    expect(router.state.location.search).toBe('?outcome=failure&action=sql.run&period=all'),
  );
  await waitFor(() => {
    const { query } = api.callsTo(LOG).at(-1)!;
    expect(query.get('filter[action]')).toBe('sql.run');
    expect(query.get('filter[outcome]')).toBe('failure');
    expect(query.get('filter[since]')).toBeNull();
  });
  const file = screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
  expect(decodeURIComponent(file!)).toMatch(
    /audit-events\.csv\?texts=spreadsheet&filter\[action\]=sql\.run&filter\[outcome\]=failure$/,
  );
});

test('nothing found offers to show everything', async () => {
  const { user, router } = await open('?actor=product', { [LOG]: collectionOf('audit_events', []) });
  await user.click(await screen.findByRole('button', { name: 'Show everything' }));
  await waitFor(() => expect(router.state.location.search).toBe('?period=all'));
});

test('whoever may not read it is told so', async () => {
  await open('', { [LOG]: errorsOf(403, [{ code: 'forbidden' }]) });
  expect(await screen.findByText("Couldn't load the audit log")).toBeVisible();
});
