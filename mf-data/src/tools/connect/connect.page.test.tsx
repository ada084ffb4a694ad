import type { ServiceAccountAttributes } from '@headwater/shared/contract';
import {
  collectionOf,
  membership,
  MOUNT,
  renderRoute,
  rowPage,
  ROWS,
  table,
} from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../routes.tsx';

const PATH = '/w/org_finch/data-tools/connect';
const token: ServiceAccountAttributes['tokens'][number] = {
  ...{ id: 'tok_1', hint: 'hw_sa_9kT2vQm7Xe_…', state: 'active', createdBy: 'Mara Lindqvist' },
  ...{ createdAt: '2026-11-01T12:00:00Z', expiresAt: '2027-01-30T12:00:00Z', revokedAt: null },
  ...{ lastUsedAt: null, lastUsedFrom: null, lastUsedBy: null },
};
const account = (id: string, rest: Partial<ServiceAccountAttributes> = {}) => ({
  id,
  ...{ name: 'robot', description: '', scope: null, rights: ['data:read'], networks: [], missing: [] },
  ...{ limits: { requests: 5, seconds: 60 }, status: 'active', expiresAt: token.expiresAt },
  ...{ lastUsedAt: null, createdAt: token.createdAt, createdBy: 'Mara Lindqvist', tokens: [token] },
  ...{ version: 1, can: { edit: true } },
  ...rest,
});
const open = (accounts: object[], search = '', role: 'admin' | 'reader' = 'admin') =>
  renderRoute(routes, `${PATH}${search}`, {
    mount: MOUNT,
    session: { organizations: [membership({ role })] },
    api: {
      'GET organizations/:organizationId/service-accounts': collectionOf(
        'service_accounts',
        accounts as never,
      ),
      [ROWS]: () => rowPage({}),
      'GET organizations/:organizationId/tables': collectionOf('tables', [
        { id: 'tbl_orders', ...table() },
        { id: 'tbl_people', ...table({ tableName: 'people' }) },
      ]),
    },
  });
const code = () => within(screen.getByRole('region', { name: 'Run it' })).getByRole('code').textContent;

test('an account, a client, and a table make a program', async () => {
  const { user } = await open([account('sva_1')]);
  await screen.findByText('Waiting for the first connection.');
  expect(code()).toContain('/api/organizations/org_finch/source-connections/src_shop/tables/orders/rows');
  await user.click(screen.getByRole('button', { name: 'pandas' }));
  await user.click(screen.getByRole('combobox', { name: 'Table' }));
  await user.click(await screen.findByRole('option', { name: /people/ }));
  await waitFor(() => expect(code()).toContain('tables/people/rows.csv'));
});

test('the URL has what is chosen', async () => {
  const scope = [{ sourceConnectionId: 'src_shop', tables: [{ tableName: 'people', columns: null }] }];
  await open(
    [account('sva_1'), account('sva_2', { name: 'other', scope })],
    '?account=sva_2&client=node&table=tbl_orders',
  );
  expect(await screen.findByRole('combobox', { name: 'Service account' })).toHaveValue('other');
  // What it doesn't see can't be chosen, whatever the URL says.
  expect(code()).toContain('tables/people/rows');
});

test('assistants need no table', async () => {
  await open([account('sva_1')], '?client=claude_code');
  expect(await screen.findByText(/They can’t change anything/)).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Table' })).not.toBeInTheDocument();
  expect(code()).toContain('/api/organizations/org_finch/mcp');
});

test('a right that is missing, and a token that doesn’t work, are said with who can change it', async () => {
  await open([account('sva_1', { status: 'no_token', tokens: [] })], '?client=sql');
  expect(await screen.findByText(/doesn’t have the right “Run SQL”/)).toBeVisible();
  expect(screen.getByText(/robot has no token that works/)).toBeVisible();
  expect(screen.queryByText('Waiting for the first connection.')).not.toBeInTheDocument();
});

test('without accounts, admins create one', async () => {
  await open([]);
  expect(await screen.findByRole('link', { name: 'New service account' })).toHaveAttribute(
    'href',
    '/w/org_finch/service-accounts/new',
  );
});

test('without accounts, others are told who can create one', async () => {
  await open([], '', 'reader');
  expect(await screen.findByText(/Admins of this workspace can create one/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'New service account' })).not.toBeInTheDocument();
});

test('the first rows are those that the account sees', async () => {
  const filter = [[{ column: 'id', operator: 'greater' as const, values: ['1'] }]];
  const scope = [
    { sourceConnectionId: 'src_shop', tables: [{ tableName: 'orders', columns: ['note'], filter }] },
  ];
  const { api } = await open([account('sva_1', { scope })]);
  const region = await screen.findByRole('region', { name: 'First rows of orders' });
  expect(await within(region).findByText('first')).toBeVisible();
  const asked = api.callsTo(ROWS).at(-1)?.query;
  expect([asked?.get('filter'), asked?.get('columns'), asked?.get('page[size]')]).toEqual([
    'id:greater:1',
    'note',
    '5',
  ]);
});

test('each account says when, from where, and by which program it was used, the latest first', async () => {
  const used = (lastUsedAt: string, lastUsedBy: string) => ({
    lastUsedAt,
    tokens: [{ ...token, lastUsedAt, lastUsedFrom: '10.1.2.3', lastUsedBy }],
  });
  await open([
    account('sva_1', { name: 'idle', status: 'no_token', tokens: [] }),
    account('sva_2', { name: 'older', ...used('2026-11-20T12:00:00Z', 'curl/8.5.0') }),
    account('sva_3', { name: 'newer', ...used('2026-11-21T12:00:00Z', 'claude-code/2.0') }),
  ]);
  const [, ...rows] = within(
    await screen.findByRole('table', { name: 'Last use of each account' }),
  ).getAllByRole('row');
  expect(rows.map((row) => within(row).getByRole('link').textContent)).toEqual(['newer', 'older', 'idle']);
  expect(rows[0]).toHaveTextContent(/1 works until .*from 10\.1\.2\.3.*claude-code\/2\.0/);
  expect(rows[2]).toHaveTextContent(/None works.*Never/);
  expect(within(rows[0]!).getByRole('link')).toHaveAttribute('href', '/w/org_finch/service-accounts/sva_3');
});
