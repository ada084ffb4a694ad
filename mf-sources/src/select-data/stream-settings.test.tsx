import { documentOf, errorsOf, renderRoute, type Handlers } from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../routes.tsx';
import {
  catalog,
  catalogResponses,
  column,
  columnMatches,
  failure,
  MOUNT,
  ROUTES,
  source,
  SOURCE,
  SOURCE_PATH,
  stream,
  streamPreview,
  streamSettings,
} from '../testing/fixtures.ts';

const PATH = `${ROUTES.source}/catalog/streams/:tableName/settings`;
const SAVE = `PATCH ${ROUTES.source}/selection`;
const PREVIEW = `POST ${ROUTES.source}/catalog/streams/:tableName/previews`;
const orders = stream('orders', { selected: true, columnCount: 3, isLoaded: true });
const columns = [
  column('id', { kind: 'number', type: 'BIGINT', nullable: false }),
  column('email'),
  column('updated_at', { kind: 'timestamp', type: 'TIMESTAMP WITH TIME ZONE', nullable: false }),
];
const MIRROR = {
  syncMode: 'incremental',
  destinationSyncMode: 'append_dedup',
  cursorColumn: 'updated_at',
} as const;

const BY_XMIN = { primaryKey: ['id'], systemCursor: 'xmin' as const };

const open = (panel: string, { saved = streamSettings(), can = 'edit', api = {} as Handlers } = {}) =>
  renderRoute(routes, `${SOURCE_PATH}/select-data?table=orders${panel && `&panel=${panel}`}`, {
    mount: MOUNT,
    api: {
      [`GET ${ROUTES.source}`]: documentOf(
        'source_connections',
        SOURCE,
        source({ can: { edit: can === 'edit', sync: true } }),
      ),
      ...catalogResponses([orders]),
      [`GET ${ROUTES.source}/catalog/column-matches`]: columnMatches({}),
      [`GET ${ROUTES.source}/catalog/streams/:tableName/columns`]: documentOf('stream_columns', 'orders', {
        columns,
      }),
      [`GET ${PATH}`]: documentOf('stream_settings', 'orders', saved),
      [PREVIEW]: documentOf('stream_previews', 'orders', { preview: streamPreview(), failure: null }),
      ...api,
    },
  });
const way = (name: string) => screen.findByRole('radio', { name });
type Body = { data: { attributes: { settings: { change: object }[] } } };
const sent = (api: { callsTo(route: string): { body: unknown }[] }) =>
  (api.callsTo(SAVE)[0]!.body as Body).data.attributes.settings[0]!.change;
const SAVED = documentOf('catalogs', SOURCE, catalog({ version: 4, tables: 1 }));
const save = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.click(screen.getByRole('button', { name: 'Review changes' }));
  const review = within(await screen.findByRole('dialog', { name: 'Changes to shop-db' }));
  await user.click(review.getByRole('button', { name: 'Save' }));
};

test('a mirror of changed rows gets the suggested cursor, with the reason, and is saved', async () => {
  const { user, api } = await open('keep', { api: { [SAVE]: SAVED } });
  await user.click(await way('Mirror: only changed rows'));
  expect(screen.getByRole('combobox', { name: 'Cursor' })).toHaveValue('updated_at');
  expect(screen.getByText(/its name says when a row last changed/)).toBeInTheDocument();
  expect(screen.getByText('The next sync reads this table from scratch.')).toBeInTheDocument();
  await save(user);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Review changes' })).toBeNull());
  expect(sent(api)).toEqual({
    syncMode: MIRROR.syncMode,
    destinationSyncMode: MIRROR.destinationSyncMode,
    cursorColumn: MIRROR.cursorColumn,
  });
  expect(api.callsTo(SAVE)[0]!.headers['if-match']).toBe('3');
  const row = screen.getByRole('row', { name: /orders/ });
  expect(within(row).getByText('Mirror')).toBeInTheDocument();
});

test('a source that can’t find changed rows only offers to read all of them', async () => {
  await open('keep', { saved: streamSettings({ supportedSyncModes: ['full_refresh'] }) });
  await way('Full mirror: all rows each time');
  expect(screen.queryByRole('radio', { name: 'Mirror: only changed rows' })).toBeNull();
  expect(screen.getByText(/can't find changed rows on its own/)).toBeInTheDocument();
});

test('PostgreSQL’s own row version is a cursor without values, and its limits are said', async () => {
  const cursor = { column: 'xmin', reason: 'system_cursor', misses: [] } as const;
  const saved = streamSettings({ suggestion: { ...BY_XMIN, cursor: { ...cursor, misses: [] } } });
  const { user } = await open('keep', { saved });
  await user.click(await way('Mirror: only changed rows'));
  const field = screen.getByRole('combobox', { name: 'Cursor' });
  expect(field).toHaveDisplayValue('xmin (row version)');
  expect(field).toHaveAccessibleDescription(/PostgreSQL itself notices every new and changed row/);
  expect(screen.getByText(/All rows are read once more if the source is restored/)).toBeVisible();
  expect(screen.queryByRole('textbox', { name: /to read again/ })).toBeNull();
  await user.click(await way('Append: every row ever read'));
  expect(screen.getByText(/The sync stops and asks if the source is restored/)).toBeVisible();
});

test('a cursor without values has no start', async () => {
  const saved = streamSettings({ ...MIRROR, cursorColumn: 'xmin', suggestion: { ...BY_XMIN, cursor: null } });
  await open('rows', { saved });
  expect(await screen.findByText(/xmin has no values to start from/)).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Start at' })).toBeNull();
});

test('a column is masked unless it is part of the key', async () => {
  const { user, api } = await open('columns', {
    api: { [SAVE]: SAVED },
  });
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'What is copied of email' }),
    'Hashed',
  );
  expect(screen.queryByRole('combobox', { name: 'What is copied of id' })).toBeNull();
  await save(user);
  await waitFor(() => expect(api.callsTo(SAVE)).toHaveLength(1));
  expect(sent(api)).toEqual(expect.objectContaining({ masks: { email: 'hash' } }));
});

test('a condition that can’t be used is shown where it is, and nothing is lost', async () => {
  const refused = errorsOf(422, [
    {
      code: 'condition_value_invalid',
      source: { pointer: '/data/attributes/settings/0/change/rowFilter/0/values' },
      meta: { table: 'orders', column: 'id', type: 'bigint' },
    },
  ]);
  const { user } = await open('rows', { api: { [SAVE]: refused } });
  await user.click(await screen.findByRole('button', { name: 'Add a condition' }));
  await user.type(screen.getByRole('textbox', { name: 'Value' }), 'seven');
  await save(user);
  expect(await screen.findByText("1 setting can't be saved like this.")).toBeInTheDocument();
  const value = within(screen.getByRole('group', { name: 'Condition on id' })).getByRole('textbox');
  expect(value).toHaveAccessibleDescription('Enter a value that fits id, which is of type bigint.');
  expect(value).toHaveValue('seven');
});

test('people who can’t edit see the settings', async () => {
  await open('keep', { can: 'read', saved: streamSettings(MIRROR) });
  expect(await way('Mirror: only changed rows')).toBeDisabled();
  expect(screen.getByRole('combobox', { name: 'Cursor' })).toBeDisabled();
});

test('the settings of several tables are reviewed and saved together', async () => {
  const { user, api } = await open('rows', {
    api: { ...catalogResponses([orders, stream('customers')]), [SAVE]: SAVED },
  });
  await user.type(await screen.findByRole('textbox', { name: 'At most' }), '7');
  await user.click(screen.getByRole('button', { name: 'customers' }));
  await user.type(await screen.findByRole('textbox', { name: 'At most' }), '100');
  await user.click(screen.getByRole('switch', { name: 'Sync customers' }));
  await user.click(screen.getByRole('link', { name: 'Changed 2' }));
  await user.click(screen.getByRole('button', { name: 'Review changes' }));
  const review = within(await screen.findByRole('dialog', { name: 'Changes to shop-db' }));
  expect(review.getByRole('heading', { name: 'Sync 1 more table' })).toBeVisible();
  expect(review.getByRole('heading', { name: 'Settings of 2 tables' })).toBeVisible();
  expect(review.getByText(/reads this table from scratch: orders\. About 1,000 rows/)).toBeVisible();
  await user.click(review.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(api.callsTo(SAVE)[0]!.body?.data.attributes).toEqual({
    add: ['customers'],
    remove: [],
    settings: [
      { tables: ['orders'], change: { rowCap: 7 } },
      { tables: ['customers'], change: { rowCap: 100 } },
    ],
  });
});

test('the panel goes from table to table', async () => {
  const { user } = await open('rows', { api: catalogResponses([orders, stream('customers')]) });
  expect(await screen.findByRole('button', { name: 'Next table' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: 'Previous table' }));
  expect(await screen.findByRole('heading', { name: 'customers' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Previous table' })).toHaveFocus();
});

test('a table’s changes can be taken back alone', async () => {
  const { user } = await open('rows');
  await user.type(await screen.findByRole('textbox', { name: 'At most' }), '7');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.getByRole('textbox', { name: 'At most' })).toHaveValue('');
  expect(screen.queryByRole('button', { name: 'Review changes' })).toBeNull();
});

test('tables are kept in one way together, as far as it fits them', async () => {
  const tables = [
    stream('a', { selected: true, suggestedCursor: 'updated_at' }),
    stream('b', { selected: true, primaryKey: [] }),
    stream('c'),
    stream('d', { selected: true, suggestedCursor: 'changed_at' }),
  ];
  const { user, api } = await open('rows', { api: { ...catalogResponses(tables), [SAVE]: SAVED } });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Keep 3 tables as…' }), 'Mirror');
  expect(await screen.findByText(/^1 table has no key or cursor, so all of its rows/)).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Keep a as' })).toHaveValue('mirror');
  expect(screen.getByRole('combobox', { name: 'Keep b as' })).toHaveValue('replace');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Keep b as' }), 'Snapshots');
  await save(user);
  await waitFor(() => expect(api.callsTo(SAVE)).toHaveLength(1));
  expect(api.callsTo(SAVE)[0]!.body?.data.attributes).toEqual({
    add: [],
    remove: [],
    settings: [
      {
        tables: ['a', 'd'],
        change: { syncMode: 'incremental', destinationSyncMode: 'append_dedup' },
        usesSuggestedCursor: true,
      },
      { tables: ['b'], change: { destinationSyncMode: 'append' } },
    ],
  });
});

test('several values are typed with commas in between, and none of them is empty', async () => {
  const { user, api } = await open('rows', {
    api: { [SAVE]: SAVED },
  });
  await user.click(await screen.findByRole('button', { name: 'Add a condition' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Comparison' }), 'is one of');
  const values = screen.getByRole('textbox', { name: 'Values, separated by commas' });
  await user.type(values, '1, 2,');
  expect(values).toHaveValue('1, 2,');
  await save(user);
  await waitFor(() => expect(api.callsTo(SAVE)).toHaveLength(1));
  expect(sent(api)).toEqual(
    expect.objectContaining({ rowFilter: [{ column: 'id', operator: 'one_of', values: ['1', '2'] }] }),
  );
});

test('a value with a comma is one value if it is in quotes, and is shown so again', async () => {
  const rowFilter = [{ column: 'email', operator: 'one_of' as const, values: ['Smith, John', 'paid'] }];
  const { user, api } = await open('rows', {
    saved: streamSettings({ rowFilter }),
    api: { [SAVE]: SAVED },
  });
  const values = await screen.findByRole('textbox', { name: 'Values, separated by commas' });
  expect(values).toHaveValue('"Smith, John", paid');
  await user.type(values, ', "a ""b"", c"');
  await save(user);
  await waitFor(() => expect(api.callsTo(SAVE)).toHaveLength(1));
  const [condition] = rowFilter;
  expect(sent(api)).toEqual({
    rowFilter: [{ ...condition, values: ['Smith, John', 'paid', 'a "b", c'] }],
  });
});

test('days of moments are said to be those of the workspace’s clock', async () => {
  const { user } = await open('rows');
  await user.click(await screen.findByRole('button', { name: 'Add a condition' }));
  const value = screen.getByRole('textbox', { name: 'Value' });
  expect(value).not.toHaveAccessibleDescription();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Column' }), 'updated_at');
  expect(screen.getByRole('textbox', { name: 'Value' })).toHaveAccessibleDescription('Days and times in UTC');
});

test('shows the first rows, read from the source with the settings of the form', async () => {
  const { user, api } = await open('rows');
  await user.type(await screen.findByRole('textbox', { name: 'At most' }), '5');
  await user.click(screen.getByRole('link', { name: 'Preview' }));
  expect(await screen.findByRole('gridcell', { name: 'ann@example.com' })).toBeVisible();
  expect(screen.getByText(/^The newest 2 rows by updated_at, live from the source in 38 ms/)).toBeVisible();
  const [call] = api.callsTo(PREVIEW);
  expect(call?.body?.data.attributes).toEqual(expect.objectContaining({ rowCap: 5, masks: {} }));
});

test('a preview that fails says why, and can be repeated', async () => {
  const failed = documentOf('stream_previews', 'orders', { preview: null, failure: failure() });
  const { user, api } = await open('preview', { api: { [PREVIEW]: failed } });
  expect(await screen.findByText('shop-db refused the user reader or the password.')).toBeVisible();
  api.on({ [PREVIEW]: documentOf('stream_previews', 'orders', { preview: streamPreview(), failure: null }) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('gridcell', { name: 'ann@example.com' })).toBeVisible();
});

test('columns show what their first rows have', async () => {
  await open('columns');
  expect(
    await screen.findByText('Figures are for 2 rows of the preview, not the whole table.'),
  ).toBeVisible();
  expect(screen.getByText('50% empty')).toBeVisible();
});

test('people who can’t edit don’t see rows of the source', async () => {
  const { api } = await open('preview', { can: 'read' });
  expect(await screen.findByRole('link', { name: /^Columns/ })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Preview' })).toBeNull();
  expect(api.callsTo(PREVIEW)).toHaveLength(0);
});
