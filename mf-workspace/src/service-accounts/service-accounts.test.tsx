import type { ServiceAccountAttributes } from '@headwater/shared/contract';
import { collectionOf, documentOf, membership, renderRoute, type Handlers } from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../routes.tsx';

const MOUNT = '/w/:organizationId';
const LIST = 'GET organizations/:organizationId/service-accounts';
const ONE = 'GET organizations/:organizationId/service-accounts/:id';
const CREATE = 'POST organizations/:organizationId/service-accounts';
const TOKENS = 'POST organizations/:organizationId/service-accounts/:id/tokens';
const TABLES = 'GET organizations/:organizationId/tables';
const TOKEN = 'hw_sa_9kT2vQm7Xe_L4pZ8sRb1WcY6uHd3Nf5Ja0x8Kq2aB3cD';

const live: ServiceAccountAttributes['tokens'][number] = {
  id: 'tok_1',
  hint: 'hw_sa_9kT2vQm7Xe_…',
  state: 'active',
  createdAt: '2026-11-01T12:00:00Z',
  createdBy: 'Mara Lindqvist',
  expiresAt: '2027-01-30T12:00:00Z',
  revokedAt: null,
  lastUsedAt: null,
  lastUsedFrom: null,
  lastUsedBy: null,
};
const attributes = (rest: Partial<ServiceAccountAttributes> = {}): ServiceAccountAttributes => ({
  name: 'metabase',
  description: 'Dashboards',
  scope: null,
  rights: ['data:read'],
  networks: [],
  limits: { requests: 5, seconds: 60 },
  missing: [],
  status: 'active',
  expiresAt: live.expiresAt,
  lastUsedAt: null,
  createdAt: live.createdAt,
  createdBy: 'Mara Lindqvist',
  tokens: [live],
  version: 1,
  can: { edit: true },
  ...rest,
});
const account = (rest?: Partial<ServiceAccountAttributes>) =>
  documentOf('service_accounts', 'sva_1', attributes(rest));
const table = {
  tableName: 'orders',
  sourceConnectionId: 'src_shop',
  sourceConnectionName: 'Shop',
  version: 1,
  columns: [
    { name: 'id', kind: 'number', type: 'BIGINT' },
    { name: 'email', kind: 'text', type: 'VARCHAR' },
  ],
};
const shown = documentOf('service_account_tokens', 'tok_1', {
  serviceAccountId: 'sva_1',
  token: TOKEN,
  expiresAt: live.expiresAt,
});
const USAGE = 'GET organizations/:organizationId/service-accounts/:id/usage';
const daysOf = (requests: number) =>
  Array.from({ length: 30 }, (_, at) => ({
    day: `2026-11-${String(at + 1).padStart(2, '0')}`,
    ...{ requests: at === 26 ? requests : 0, refused: at === 26 ? Math.min(1, requests) : 0 },
    bytes: requests * 1_000,
  }));
const open = (path: string, api: Handlers = {}) =>
  renderRoute(routes, `/w/org_finch/service-accounts${path}`, {
    mount: MOUNT,
    api: {
      [TABLES]: collectionOf('tables', [{ id: 'tbl_1', ...table }]),
      [ONE]: account(),
      [USAGE]: documentOf('service_account_usage', 'sva_1', { timeZone: 'UTC', days: daysOf(0) }),
      [CREATE]: shown,
      [TOKENS]: shown,
      ...api,
    },
  });

test('lists accounts with what they see and whether they work', async () => {
  const scope = [{ sourceConnectionId: 'src_shop', tables: [{ tableName: 'orders', columns: ['id'] }] }];
  const accounts = [
    { id: 'sva_1', ...attributes() },
    { id: 'sva_2', ...attributes({ name: 'airflow', scope, status: 'disabled' }) },
  ];
  const { user } = await open('', { [LIST]: collectionOf('service_accounts', accounts) });
  const row = await screen.findByRole('row', { name: /airflow/ });
  expect(within(row).getByText('1 table, 1 chosen column')).toBeInTheDocument();
  expect(within(row).getByText('Disabled')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Active/ }));
  expect(screen.queryByRole('row', { name: /airflow/ })).not.toBeInTheDocument();
  expect(screen.getByText('1 service account, 2 tokens in use')).toBeInTheDocument();
});

test('creates an account for one column, and shows its token once', async () => {
  const { user, api, location } = await open('/new');
  await user.type(await screen.findByLabelText('Name'), 'metabase');
  await user.click(await screen.findByRole('button', { name: 'Columns of orders' }));
  await user.click(screen.getByRole('checkbox', { name: 'id' }));
  await user.click(screen.getByRole('button', { name: 'Create and show the token' }));
  expect(await screen.findByText(TOKEN)).toBeInTheDocument();
  expect(location()).toBe('/w/org_finch/service-accounts/sva_1');
  expect(api.callsTo(CREATE)[0]!.body!.data.attributes).toEqual({
    name: 'metabase',
    description: '',
    days: 90,
    scope: [{ sourceConnectionId: 'src_shop', tables: [{ tableName: 'orders', columns: ['id'] }] }],
    rights: ['data:read'],
    networks: [],
    limits: { requests: 5, seconds: 60 },
  });
  expect(screen.getByText('Waiting for the first connection.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText(TOKEN)).not.toBeInTheDocument();
});

test('only admins get the form of a new account, others read whom to ask', async () => {
  await renderRoute(routes, '/w/org_finch/service-accounts/new', {
    mount: MOUNT,
    session: { organizations: [membership({ role: 'editor' })] },
    api: { [TABLES]: collectionOf('tables', [{ id: 'tbl_1', ...table }]) },
  });
  expect(await screen.findByText(/^Ask an admin of this workspace to create one/)).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Create and show the token' })).not.toBeInTheDocument();
});

test('limits an account to some rows, more rights, one network, and a short time', async () => {
  const { user, api } = await open('/new');
  await user.type(await screen.findByLabelText('Name'), 'metabase');
  await user.click(await screen.findByRole('button', { name: 'Columns of orders' }));
  await user.click(screen.getByRole('checkbox', { name: 'id' }));
  await user.click(screen.getByRole('button', { name: 'Show only some rows' }));
  await user.selectOptions(screen.getByLabelText('Column'), 'email');
  await user.selectOptions(screen.getByLabelText('Comparison'), 'is any of');
  await user.click(screen.getByRole('checkbox', { name: 'Run SQL' }));
  await user.selectOptions(screen.getByLabelText('Time for a SQL query'), '10 seconds');
  const submit = screen.getByRole('button', { name: 'Create and show the token' });
  await user.click(submit);
  expect(screen.getByText(/A condition for rows has no value/)).toBeInTheDocument();
  await user.type(screen.getByLabelText('Values, with commas'), 'a@b.de, c@d.de');
  await user.type(screen.getByLabelText(/Only from these addresses/), '10.1.0.0/99');
  await user.click(submit);
  expect(screen.getByText(/10.1.0.0\/99 is neither/)).toBeInTheDocument();
  await user.clear(screen.getByLabelText(/Only from these addresses/));
  await user.type(screen.getByLabelText(/Only from these addresses/), '10.1.0.0/16');
  await user.click(submit);
  expect(await screen.findByText(TOKEN)).toBeInTheDocument();
  const filter = [[{ column: 'email', operator: 'one_of', values: ['a@b.de', 'c@d.de'] }]];
  expect(api.callsTo(CREATE)[0]!.body!.data.attributes).toMatchObject({
    scope: [{ sourceConnectionId: 'src_shop', tables: [{ tableName: 'orders', columns: ['id'], filter }] }],
    rights: ['data:read', 'sql:run'],
    networks: ['10.1.0.0/16'],
    limits: { requests: 5, seconds: 10 },
  });
});

test('shows and keeps conditions of which one is enough, which only the API makes', async () => {
  const either = [
    { column: 'email', operator: 'equals' as const, values: ['a@b.de'] },
    { column: 'id', operator: 'less' as const, values: ['5'], orNull: true },
  ];
  const filter = [either, [{ column: 'email', operator: 'one_of' as const, values: ['Smith, John', 'x'] }]];
  const scope = [
    { sourceConnectionId: 'src_shop', tables: [{ tableName: 'orders', columns: ['id'], filter }] },
  ];
  const SAVE = 'PATCH organizations/:organizationId/service-accounts/:id';
  const { user, api } = await open('/sva_1', { [ONE]: account({ scope }), [SAVE]: account({ scope }) });
  const words = 'email is a@b.de or id is less than 5 or NULL and email is any of "Smith, John", x';
  expect(await screen.findByText(`orders: only rows where ${words}`)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Columns of orders' }));
  const [first] = screen.getAllByLabelText('Value');
  await user.type(first!, 'x');
  await user.type(screen.getByLabelText('Values, with commas'), ', y');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(api.callsTo(SAVE)).toHaveLength(1));
  expect(api.callsTo(SAVE)[0]!.body!.data.attributes).toMatchObject({
    scope: [
      {
        tables: [
          {
            filter: [
              [{ ...either[0], values: ['a@b.dex'] }, either[1]],
              [{ column: 'email', values: ['Smith, John', 'x', 'y'] }],
            ],
          },
        ],
      },
    ],
  });
});

test('says what an account could read and isn’t there anymore', async () => {
  const missing = [{ sourceConnectionId: 'src_shop', tableName: 'orders', column: 'vat' }];
  await open('/sva_1', { [ONE]: account({ missing }) });
  expect(await screen.findByText(/orders\.vat/)).toBeInTheDocument();
});

test('asks what a new account may read', async () => {
  const { user, api } = await open('/new');
  await user.type(await screen.findByLabelText('Name'), 'metabase');
  await user.click(screen.getByRole('button', { name: 'Create and show the token' }));
  expect(await screen.findByText('Choose at least one table.')).toBeInTheDocument();
  expect(api.callsTo(CREATE)).toHaveLength(0);
});

test('replaces a token, and the old one goes on for a while', async () => {
  const { user, api } = await open('/sva_1');
  await user.click(await screen.findByRole('button', { name: /^More for hw_sa_/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Replace…' }));
  await user.selectOptions(screen.getByLabelText('The old token works for another'), '1 hour');
  await user.click(screen.getByRole('button', { name: 'Replace the token' }));
  expect(await screen.findByText(TOKEN)).toBeInTheDocument();
  expect(api.callsTo(TOKENS)[0]!.body!.data.attributes).toEqual({
    days: 90,
    replaces: { tokenId: 'tok_1', hours: 1 },
  });
});

test('creates a token for another number of days, up to a year', async () => {
  const { user, api } = await open('/sva_1');
  await user.click(await screen.findByRole('button', { name: /^More for hw_sa_/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Replace…' }));
  await user.selectOptions(screen.getByLabelText('The token works for'), 'Another number of days');
  await user.type(screen.getByLabelText('Days'), '366');
  await user.click(screen.getByRole('button', { name: 'Replace the token' }));
  expect(await screen.findByText('Enter a whole number from 1 to 365.')).toBeInTheDocument();
  expect(api.callsTo(TOKENS)).toHaveLength(0);
  await user.clear(screen.getByLabelText('Days'));
  await user.type(screen.getByLabelText('Days'), '7');
  await user.click(screen.getByRole('button', { name: 'Replace the token' }));
  expect(await screen.findByText(TOKEN)).toBeInTheDocument();
  expect(api.callsTo(TOKENS)[0]!.body!.data.attributes.days).toBe(7);
});

test('shows others how it is used, and lets them change nothing', async () => {
  await open('/sva_1', {
    [ONE]: account({ can: { edit: false }, lastUsedAt: '2026-11-20T12:00:00Z' }),
  });
  await waitFor(() => expect(screen.getByText(/src_shop\/tables\/orders\/rows/)).toBeInTheDocument());
  expect(screen.queryByRole('button', { name: /^More for/ })).not.toBeInTheDocument();
  expect(screen.queryByLabelText('Name')).not.toBeInTheDocument();
  expect(screen.queryByText('Waiting for the first connection.')).not.toBeInTheDocument();
});

test('what an account has requested is shown day by day, also in words', async () => {
  const usage = documentOf('service_account_usage', 'sva_1', {
    timeZone: 'Europe/Berlin',
    days: daysOf(1_204),
  });
  await open('/sva_1', { [USAGE]: usage });
  const days = within(await screen.findByRole('list', { name: 'Requests per day' }));
  expect(days.getAllByRole('listitem')).toHaveLength(30);
  expect(days.getByText(/^Nov 27, 2026: 1,204 requests, 1 refused, 1\.1 MB sent$/)).toBeInTheDocument();
  expect(screen.getByText(/^Days begin at midnight in Europe\/Berlin/)).toBeVisible();
});

test('an account that was never used says so', async () => {
  await open('/sva_1');
  expect(await screen.findByText('No requests in the last 30 days.')).toBeVisible();
});

test('sums up what a new account will see and may do while the form is filled in', async () => {
  const { user } = await open('/new');
  const summary = within((await screen.findByRole('heading', { name: 'Summary' })).closest('section')!);
  expect(summary.getByText('Reads nothing yet')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Columns of orders' }));
  await user.click(screen.getByRole('checkbox', { name: 'id' }));
  expect(summary.getByText('Reads 1 column of 1 table in Shop')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show only some rows' }));
  await user.type(screen.getByLabelText('Value'), '7');
  expect(summary.getByText('orders: only rows where id is 7')).toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'Run SQL' }));
  expect(summary.getByText('Read tables, Run SQL')).toBeInTheDocument();
  await user.type(screen.getByLabelText(/Only from these addresses/), '10.1.0.0/16');
  expect(summary.getByText('Only from 1 address or network')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(summary.getByText('Reads nothing yet')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Selected only' }));
  expect(screen.queryByRole('checkbox', { name: 'orders' })).not.toBeInTheDocument();
});

test('conditions on days say by which clock, in the form and in what it sums up', async () => {
  const placed = { name: 'placed_at', kind: 'timestamp', type: 'TIMESTAMP WITH TIME ZONE' };
  const withDays = { ...table, columns: [...table.columns, placed] };
  const filter = [[{ column: 'placed_at', operator: 'greater' as const, values: ['2026-11-01'] }]];
  const tables = [{ tableName: 'orders', columns: ['id'], filter }];
  const { user } = await open('/sva_1', {
    [TABLES]: collectionOf('tables', [{ id: 'tbl_1', ...withDays }]),
    [ONE]: account({ scope: [{ sourceConnectionId: 'src_shop', tables }] }),
  });
  expect(await screen.findByText(/2026-11-01\. Days and times are those of UTC/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Columns of orders' }));
  expect(screen.getByText(/^Days and times are those of UTC/)).toBeVisible();
});
