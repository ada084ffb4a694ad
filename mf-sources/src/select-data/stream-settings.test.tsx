import { documentOf, errorsOf, renderRoute, type Handlers } from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../routes.tsx';
import {
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
const SAVE = `PATCH ${PATH}`;
const PREVIEW = `POST ${ROUTES.source}/catalog/streams/:tableName/previews`;
const orders = stream('orders', { selected: true, columnCount: 3 });
const columns = [
  column('id', { kind: 'number', type: 'BIGINT', nullable: false }),
  column('email'),
  column('updated_at', { kind: 'time', type: 'TIMESTAMP WITH TIME ZONE', nullable: false }),
];
const MIRROR = {
  syncMode: 'incremental',
  destinationSyncMode: 'append_dedup',
  cursorColumn: 'updated_at',
} as const;

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
const sent = (api: { callsTo(route: string): { body: unknown }[] }) =>
  (api.callsTo(SAVE)[0]!.body as { data: { attributes: object } }).data.attributes;

test('a mirror of changed rows gets the suggested cursor, with the reason, and is saved', async () => {
  const after = documentOf('stream_settings', 'orders', streamSettings({ ...MIRROR, version: 4 }));
  const { user, api } = await open('keep', { api: { [SAVE]: after } });
  await user.click(await way('Mirror, only changed rows'));
  expect(screen.getByRole('combobox', { name: 'Cursor' })).toHaveValue('updated_at');
  expect(screen.getByText(/its name says when a row last changed/)).toBeInTheDocument();
  expect(screen.getByText('The next sync reads this table from scratch.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save settings' })).toBeNull());
  expect(sent(api)).toEqual(expect.objectContaining(MIRROR));
  expect(api.callsTo(SAVE)[0]!.headers['if-match']).toBe('3');
  const row = screen.getByRole('row', { name: /orders/ });
  expect(within(row).getByText('Mirror')).toBeInTheDocument();
});

test('a source that can’t find changed rows only offers to read all of them', async () => {
  await open('keep', { saved: streamSettings({ supportedSyncModes: ['full_refresh'] }) });
  await way('Mirror, all rows each time');
  expect(screen.queryByRole('radio', { name: 'Mirror, only changed rows' })).toBeNull();
  expect(screen.getByText(/can't find changed rows on its own/)).toBeInTheDocument();
});

test('a column is masked unless it is part of the key', async () => {
  const { user, api } = await open('columns', {
    api: { [SAVE]: documentOf('stream_settings', 'orders', streamSettings({ masks: { email: 'hash' } })) },
  });
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'What is copied of email' }),
    'Hashed',
  );
  expect(screen.queryByRole('combobox', { name: 'What is copied of id' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  await waitFor(() => expect(api.callsTo(SAVE)).toHaveLength(1));
  expect(sent(api)).toEqual(expect.objectContaining({ masks: { email: 'hash' } }));
});

test('a condition that can’t be used is shown where it is, and nothing is lost', async () => {
  const refused = errorsOf(422, [
    {
      code: 'condition_unusable',
      source: { pointer: '/data/attributes/rowFilter/0' },
      meta: { column: 'id', type: 'bigint' },
    },
  ]);
  const { user } = await open('rows', { api: { [SAVE]: refused } });
  await user.click(await screen.findByRole('button', { name: 'Add a condition' }));
  await user.type(screen.getByRole('textbox', { name: 'Value' }), 'seven');
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  expect(await screen.findByText("1 setting can't be saved like this.")).toBeInTheDocument();
  expect(
    within(screen.getByRole('group', { name: 'Condition on id' })).getByText(/can’t be compared/),
  ).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Value' })).toHaveValue('seven');
});

test('someone else’s change can be overwritten knowingly', async () => {
  const { user } = await open('rows', { api: { [SAVE]: errorsOf(412, [{ code: 'version_conflict' }]) } });
  await user.type(await screen.findByRole('textbox', { name: 'At most' }), '100');
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  expect(await screen.findByText('Someone has changed this source since you opened it.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Save mine' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Load their changes' }));
  expect(screen.getByRole('textbox', { name: 'At most' })).toHaveValue('');
});

test('people who can’t edit see the settings', async () => {
  await open('keep', { can: 'read', saved: streamSettings(MIRROR) });
  expect(await way('Mirror, only changed rows')).toBeDisabled();
  expect(screen.getByRole('combobox', { name: 'Cursor' })).toBeDisabled();
});

test('a save leaves the unsaved settings of another table, which can still be saved', async () => {
  const versions: (string | undefined)[] = [];
  const { user } = await open('rows', {
    api: {
      ...catalogResponses([orders, stream('customers')]),
      [SAVE]: ({ headers }) => {
        versions.push(headers['if-match']);
        return documentOf('stream_settings', 'any', streamSettings({ rowCap: 100, version: 4 }));
      },
    },
  });
  await user.type(await screen.findByRole('textbox', { name: 'At most' }), '7');
  await user.click(screen.getByRole('button', { name: 'customers' }));
  await user.type(await screen.findByRole('textbox', { name: 'At most' }), '100');
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save settings' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'orders' }));
  expect(await screen.findByRole('textbox', { name: 'At most' })).toHaveValue('7');
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  await waitFor(() => expect(versions).toEqual(['3', '4']));
});

test('several values are typed with commas in between, and none of them is empty', async () => {
  const { user, api } = await open('rows', {
    api: { [SAVE]: documentOf('stream_settings', 'orders', streamSettings({ version: 4 })) },
  });
  await user.click(await screen.findByRole('button', { name: 'Add a condition' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Comparison' }), 'is one of');
  const values = screen.getByRole('textbox', { name: 'Values, separated by commas' });
  await user.type(values, '1, 2,');
  expect(values).toHaveValue('1, 2,');
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  await waitFor(() => expect(api.callsTo(SAVE)).toHaveLength(1));
  expect(sent(api)).toEqual(
    expect.objectContaining({ rowFilter: [{ column: 'id', operator: 'one_of', values: ['1', '2'] }] }),
  );
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
