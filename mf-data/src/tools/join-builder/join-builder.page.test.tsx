import type { BuiltQueryAttributes, JoinConfig, JoinMatch, SuggestedKey } from '@headwater/shared/contract';
import {
  collectionOf,
  column,
  documentOf,
  type Handlers,
  MOUNT,
  renderRoute,
  table,
} from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../routes.tsx';

const PATH = '/w/org_finch/data-tools/join-builder';
const TABLES = 'GET organizations/:organizationId/tables';
const TOOL = 'organizations/:organizationId/tools/:toolSlug';
const BUILT = `POST ${TOOL}/built-queries`;
const MATCHES = 'POST organizations/:organizationId/join-matches';
const KEYS = 'POST organizations/:organizationId/join-keys';

const KEY: SuggestedKey = {
  left: { table: 0, column: 'id' },
  ...{ right: 'order_id', reason: 'names_table', values: 200, found: 150, mostRows: 3 },
};
const MATCH: JoinMatch = {
  ...{ rowsBefore: 250, rowsAfter: 300, matched: 150, several: 40, empty: 5, mostPartners: 3 },
};
const BUILT_QUERY: BuiltQueryAttributes = {
  sql: 'select orders.id\nfrom orders',
  columns: [{ name: 'id', kind: 'number', type: 'BIGINT' }],
  rows: [['1'], ['2']],
  cut: [],
  hasMore: true,
};
const CONFIG: JoinConfig = {
  tableId: 'tbl_orders',
  joins: [{ tableId: 'tbl_items', kind: 'left', keys: [{ left: KEY.left, right: KEY.right }] }],
  columns: null,
};
const items = table({
  tableName: 'items',
  columns: [column('no', 'number'), column('order_id', 'number'), column('note', 'text')],
});

const open = (search = '', rest: Handlers = {}) =>
  renderRoute(routes, `${PATH}${search}`, {
    mount: MOUNT,
    api: {
      [TABLES]: collectionOf('tables', [
        { id: 'tbl_orders', ...table() },
        { id: 'tbl_items', ...items },
      ]),
      [`GET ${TOOL}/setups`]: collectionOf('tool_setups', []),
      [`GET ${TOOL}/runs`]: collectionOf('tool_runs', []),
      [KEYS]: documentOf('join_keys', 'tbl_items', { keys: [KEY] }),
      [MATCHES]: documentOf('join_matches', 'tbl_orders', { matches: [MATCH] }),
      [BUILT]: documentOf('built_queries', 'join-builder', BUILT_QUERY),
      ...rest,
    },
  });
const linked = (config: JoinConfig) => `?${new URLSearchParams({ config: JSON.stringify(config) })}`;
const configsOf = (calls: { body: unknown }[]) =>
  calls.map(({ body }) => (body as { data: { attributes: { config: JoinConfig } } }).data.attributes.config);

test('two tables are joined by the likeliest key, and what is set up is in the address', async () => {
  const page = await open();
  const choose = async (label: string, option: RegExp) => {
    await page.user.click(await screen.findByRole('combobox', { name: label }));
    await page.user.click(await screen.findByRole('option', { name: option }));
  };
  await choose('First table', /orders/);
  await choose('Join with', /items/);
  const suggestion = await screen.findByRole('button', {
    name: /orders\.id = items\.order_id/,
    pressed: true,
  });
  expect(suggestion).toHaveTextContent(
    'Named after the other table · 150 of 200 values found · up to 3 rows each',
  );
  expect(
    await screen.findByText(/Rows multiply: 40 rows have several matches in items, up to 3 each/),
  ).toBeVisible();
  expect(screen.getByText('60%')).toBeVisible();
  expect(await screen.findByRole('grid', { name: 'Preview' })).toBeVisible();
  expect(configsOf(page.api.callsTo(BUILT)).at(-1)).toEqual(CONFIG);
  const address = new URL(page.location(), 'http://localhost').searchParams.get('config');
  expect(JSON.parse(address!)).toEqual(CONFIG);
});

test('an address opens what it says, of which columns are left out and renamed', async () => {
  const page = await open(linked(CONFIG));
  const note = await screen.findByRole('checkbox', { name: 'items.note' });
  expect(screen.getByRole('textbox', { name: 'Name of items.note in the result' })).toHaveValue('items_note');
  await page.user.click(note);
  const name = screen.getByRole('textbox', { name: 'Name of items.no in the result' });
  await page.user.clear(name);
  await page.user.type(name, 'Item');
  await waitFor(() =>
    expect(configsOf(page.api.callsTo(BUILT)).at(-1)?.columns).toEqual([
      { table: 0, column: 'id', as: 'id' },
      { table: 0, column: 'note', as: 'note' },
      { table: 1, column: 'no', as: 'Item' },
      { table: 1, column: 'order_id', as: 'order_id' },
    ]),
  );
});

test('what is shown is saved as a view', async () => {
  const saved = 'POST organizations/:organizationId/sql-views';
  const page = await open(linked(CONFIG), {
    [saved]: documentOf('sql_views', 'tbl_9', {
      ...{ sourceConnectionId: 'src_views', name: 'Both', sql: BUILT_QUERY.sql, version: 1 },
      ...{
        state: 'outdated',
        failure: null,
        refreshedAt: null,
        maskedSince: [],
        inputs: [],
        can: { edit: true },
      },
    }),
  });
  await page.user.click(await screen.findByRole('button', { name: 'Save as view' }));
  const dialog = within(await screen.findByRole('dialog'));
  await page.user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Both');
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(page.api.callsTo(saved).map(({ body }) => body)).toEqual([
      { data: { type: 'sql_views', attributes: { name: 'Both', sql: BUILT_QUERY.sql } } },
    ]),
  );
});

test('an address that says something else opens an empty form', async () => {
  await open(`?${new URLSearchParams({ config: '{"tableId":1}' })}`);
  expect(await screen.findByText('Results appear here')).toBeVisible();
});
