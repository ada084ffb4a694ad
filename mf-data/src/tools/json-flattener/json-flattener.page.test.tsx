import type { BuiltQueryAttributes, FlattenConfig, JsonStructure } from '@headwater/shared/contract';
import { collectionOf, column, documentOf, MOUNT, renderRoute, table } from '@headwater/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { routes } from '../../routes.tsx';

const PATH = '/w/org_finch/data-tools/json-flattener';
const TOOL = 'organizations/:organizationId/tools/:toolSlug';
const BUILT = `POST ${TOOL}/built-queries`;

const BUILT_QUERY: BuiltQueryAttributes = {
  ...{ sql: 'select 1', rows: [['1']], cut: [], hasMore: false },
  columns: [{ name: 'id', kind: 'number', type: 'BIGINT' }],
};
const part = (path: string[], array: string[] | null, rest: Partial<JsonStructure['parts'][number]>) => ({
  ...{ path, array, values: 4, found: 3, types: { text: 3 }, type: 'text' as const, example: null },
  ...rest,
});
const STRUCTURE: JsonStructure = {
  ...{ rows: 4, malformed: 1, tooLong: 0, isCut: false },
  parts: [
    part([], null, { types: { object: 3 }, type: 'json' }),
    part(['total'], null, { types: { number: 3 }, type: 'number', example: '10.5' }),
    part(['items'], null, { types: { array: 3 }, type: 'json' }),
    part([], ['items'], { types: { object: 5 }, type: 'json' }),
    part(['sku'], ['items'], { example: 'x' }),
  ],
};
const open = (search = '') =>
  renderRoute(routes, `${PATH}${search}`, {
    mount: MOUNT,
    api: {
      'GET organizations/:organizationId/tables': collectionOf('tables', [
        { id: 'tbl_orders', ...table({ columns: [column('id', 'number'), column('doc', 'json')] }) },
      ]),
      'POST organizations/:organizationId/json-structures': documentOf(
        'json_structures',
        'tbl_orders',
        STRUCTURE,
      ),
      [`GET ${TOOL}/setups`]: collectionOf('tool_setups', []),
      [`GET ${TOOL}/runs`]: collectionOf('tool_runs', []),
      [BUILT]: documentOf('built_queries', 'json-flattener', BUILT_QUERY),
    },
  });
const lastConfig = ({ api }: Awaited<ReturnType<typeof open>>) =>
  api.callsTo(BUILT).at(-1)?.body?.data.attributes.config;

test('values of a column become columns, and items of an array become rows', async () => {
  const page = await open();
  await page.user.click(await screen.findByRole('combobox', { name: 'Table' }));
  await page.user.click(await screen.findByRole('option', { name: /orders/ }));
  const total = await screen.findByRole('checkbox', { name: 'total' });
  await waitFor(() => expect(total).toBeChecked());
  expect(screen.getByText('number · in 75% · 10.5')).toBeVisible();
  expect(screen.getByText(/1 row has a text that isn’t JSON/)).toBeVisible();
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'One row for' }), 'Each item of items');
  const name = screen.getByRole('textbox', { name: 'Name of item: sku in the result' });
  await page.user.clear(name);
  await page.user.type(name, 'Article');
  const expected: FlattenConfig = {
    ...{ tableId: 'tbl_orders', column: 'doc', keep: ['id'] },
    items: { path: ['items'], position: 'position', keepEmpty: false },
    fields: [
      { path: ['total'], inItem: false, as: 'total', type: 'number' },
      { path: ['sku'], inItem: true, as: 'Article', type: 'text' },
    ],
  };
  await waitFor(() => expect(lastConfig(page)).toEqual(expected));
  const address = new URL(page.location(), 'http://localhost').searchParams.get('config');
  expect(JSON.parse(address!)).toEqual(expected);
});

test('a path that the address names stays, although no row has it', async () => {
  const config: FlattenConfig = {
    ...{ tableId: 'tbl_orders', column: 'doc', keep: [], items: null },
    fields: [{ path: ['gone', 'by'], inItem: false, as: 'gone', type: 'text' }],
  };
  await open(`?${new URLSearchParams({ config: JSON.stringify(config) })}`);
  expect(
    await screen.findByRole('checkbox', { name: 'gone.by (not in the rows that were looked at)' }),
  ).toBeChecked();
});
