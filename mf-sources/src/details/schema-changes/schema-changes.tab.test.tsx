import type { SchemaChangeAttributes, SourceConnectionAttributes } from '@headwater/shared/contract';
import { collectionOf, documentOf, errorsOf, renderRoute } from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../routes.tsx';
import {
  catalog,
  failure,
  MOUNT,
  postgres,
  ROUTES,
  source,
  SOURCE,
  SOURCE_PATH,
} from '../../testing/fixtures.ts';

const CHANGES = `${ROUTES.source}/schema-changes`;
const DECISIONS = `POST ${CHANGES}/decisions`;
const none = { total: 0, first: [] };

const change = (rest: Partial<SchemaChangeAttributes> = {}): SchemaChangeAttributes => ({
  tableName: 'orders',
  table: null,
  addedColumns: none,
  removedColumns: none,
  retypedColumns: none,
  nullableColumns: none,
  key: null,
  breaking: false,
  impact: [],
  state: 'pending',
  holdsTable: false,
  canApprove: true,
  fromVersion: null,
  foundAt: '2026-11-20T09:00:00Z',
  decidedAt: null,
  decidedBy: null,
  ...rest,
});

const channel = change({ addedColumns: { total: 1, first: [{ name: 'channel', type: 'text' }] } });

const listOf = (...changes: SchemaChangeAttributes[]) =>
  collectionOf(
    'schema_changes',
    changes.map((attributes, at) => ({ id: `sch_${at}`, ...attributes })),
  );

const open = (
  pending: SchemaChangeAttributes[],
  earlier: SchemaChangeAttributes[] = [],
  rest: Partial<SourceConnectionAttributes> = {},
) =>
  renderRoute(routes, `${SOURCE_PATH}?tab=changes`, {
    mount: MOUNT,
    api: {
      'GET connectors': collectionOf('connectors', [postgres]),
      [`GET ${ROUTES.source}`]: documentOf(
        'source_connections',
        SOURCE,
        source({ pendingChanges: pending.length, ...rest }),
      ),
      [`GET ${ROUTES.tables}`]: collectionOf('tables', []),
      [`GET ${ROUTES.source}/catalog`]: documentOf('catalogs', SOURCE, catalog()),
      [`GET ${CHANGES}`]: ({ query }) =>
        query.get('filter[pending]') !== 'false' ? listOf(...pending) : listOf(...earlier),
    },
  });

test('a change is approved after it says what it is, what it hits, and what follows', async () => {
  const lost = change({
    breaking: true,
    holdsTable: true,
    removedColumns: { total: 1, first: [{ name: 'phone', type: 'varchar' }] },
    impact: [
      { type: 'schedule', columns: [], name: 'Marts' },
      { type: 'saved_query', id: 'qry_1', columns: ['phone'], name: 'Callers by day' },
      { type: 'service_account', id: 'sva_1', columns: ['phone'], name: 'Dialer' },
      { type: 'tool_setup', id: 'tsu_1', columns: ['phone'], name: 'Same callers' },
      {
        ...{ type: 'report', id: 'rep_1', name: 'Weekly', columns: ['phone'] },
        parts: [
          { kind: 'card', name: 'Callers' },
          { kind: 'card', name: '' },
          { kind: 'template', name: '' },
        ],
      },
    ],
  });
  const { user, api } = await open([lost]);
  const card = await screen.findByRole('region', { name: 'orders' });
  for (const text of [
    'Breaking',
    'Lost columns: phone (varchar)',
    'Syncs of Marts start after those of this connection.',
    'The tool setup Same callers uses phone.',
    'Cards: Callers, an untitled card · Template mapping',
    /isn't synced until someone decides/,
    /^From the next run on.*Lost columns stay in it/,
    'The table is no longer synced. Its rows stay.',
  ])
    expect(within(card).getByText(text)).toBeInTheDocument();
  for (const [name, path] of [
    ['Callers by day', 'data-tools/sql-editor?query=qry_1'],
    ['Dialer', 'service-accounts/sva_1'],
    ['Weekly', 'reports/rep_1'],
  ] as const)
    expect(within(card).getByRole('link', { name })).toHaveAttribute('href', `/w/org_finch/${path}`);
  expect(screen.getByRole('link', { name: 'Schema changes 1' })).toBeInTheDocument();
  api.on({ [DECISIONS]: { status: 204 } });
  await user.click(within(card).getByRole('button', { name: 'Approve' }));
  await waitFor(() =>
    expect(api.callsTo(DECISIONS).map(({ body }) => body)).toEqual([
      { data: { type: 'schema_change_decisions', attributes: { decision: 'approve', changes: ['sch_0'] } } },
    ]),
  );
  expect(await screen.findByText('Approved the change of orders')).toBeInTheDocument();
});

test('the last decision about a connection that is paused for it says that it is resumed', async () => {
  const pause = { code: 'schema_changed', by: null, at: '2026-11-20T09:00:00Z' } as const;
  const { user, api } = await open([channel], [], { lifecycle: 'paused', pause });
  const card = await screen.findByRole('region', { name: 'orders' });
  api.on({ [DECISIONS]: { status: 204 } });
  await user.click(within(card).getByRole('button', { name: 'Ignore' }));
  const done = 'Ignored the change of orders. The connection is resumed.';
  expect(await screen.findByText(done)).toBeInTheDocument();
});

test('a table that needs other settings leads there instead', async () => {
  await open([change({ breaking: true, holdsTable: true, canApprove: false })]);
  const card = await screen.findByRole('region', { name: 'orders' });
  expect(within(card).queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  expect(within(card).getByRole('link', { name: 'Change settings' })).toHaveAttribute(
    'href',
    `/w/org_finch/source-connections/${SOURCE}/select-data?table=orders&panel=keep`,
  );
});

test('all changes are approved at once after a look at those that break something, except ones that can’t be', async () => {
  const gone = change({
    tableName: 'stores',
    table: 'removed',
    breaking: true,
    impact: [{ type: 'schedule', columns: [], name: 'Marts' }],
  });
  const stuck = change({ tableName: 'payments', breaking: true, holdsTable: true, canApprove: false });
  const { user, api } = await open([channel, gone, stuck]);
  await user.click(await screen.findByRole('button', { name: 'Approve all' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve all changes?' }));
  for (const text of [
    '1 breaking change',
    'The table no longer exists at the source.',
    'Syncs of Marts start after those of this connection.',
    '1 change breaks nothing: orders',
    /^1 change stays undecided, because its table needs other settings first: payments/,
  ])
    expect(await dialog.findByText(text)).toBeInTheDocument();
  api.on({ [DECISIONS]: { status: 204 } });
  await user.click(dialog.getByRole('button', { name: 'Approve 2 changes' }));
  await waitFor(() =>
    expect(api.callsTo(DECISIONS)[0]?.body?.data.attributes).toEqual({
      decision: 'approve',
      changes: ['sch_0', 'sch_1'],
    }),
  );
  expect(await screen.findByText('Approved 2 changes')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('all changes are ignored at once', async () => {
  const { user } = await open([
    channel,
    change({ tableName: 'payments', breaking: true, canApprove: false }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Ignore all' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ignore all changes?' }));
  expect(await dialog.findByRole('button', { name: 'Ignore 2 changes' })).toBeEnabled();
});

test('a decision that someone else has made is said', async () => {
  const { user, api } = await open([channel]);
  api.on({ [DECISIONS]: errorsOf(409, [{ code: 'schema_change_decided' }]) });
  await user.click(await screen.findByRole('button', { name: 'Ignore' }));
  expect(await screen.findByText(/Someone has decided about this change by now/)).toBeInTheDocument();
});

test('earlier changes show who decided, and readers only look', async () => {
  const earlier = {
    ...channel,
    state: 'approved',
    decidedBy: 'Ada',
    decidedAt: '2026-11-20T10:00:00Z',
  } as const;
  await open([channel], [{ ...earlier, fromVersion: 4 }], { can: { edit: false, sync: false } });
  const table = await screen.findByRole('table', { name: 'Earlier changes' });
  expect(within(table).getByText('New columns: channel (text)')).toBeInTheDocument();
  expect(within(table).getByText('Loaded since version 4')).toBeInTheDocument();
  expect(within(table).getByText(/by Ada/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  expect(screen.getByText('Editors and admins of the workspace can decide.')).toBeInTheDocument();
});

test('someone who doesn’t want to wait for a run looks for changes now, and is told if that fails', async () => {
  const { user, api } = await open([]);
  expect(await screen.findByText(/^Tables as of Nov 20, 2026/)).toBeInTheDocument();
  const failed = catalog({ state: 'discover_failed', failure: failure() });
  api.on({
    [`POST ${ROUTES.source}/discoveries`]: documentOf('catalogs', SOURCE, failed, 202),
    [`GET ${ROUTES.source}/catalog`]: documentOf('catalogs', SOURCE, failed),
  });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText(/shop-db refused the user reader or the password\./)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Edit connection' })).toHaveAttribute(
    'href',
    expect.stringContaining('tab=settings'),
  );
});
