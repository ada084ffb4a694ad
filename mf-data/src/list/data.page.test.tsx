import type { TableFacets, TableIndexAttributes } from '@headwater/shared/contract';
import {
  documentOf,
  errorsOf,
  type Handlers,
  MOUNT,
  noContent,
  renderRoute,
  SOURCE,
} from '@headwater/shared/testing';
import { screen, within } from '@testing-library/react';
import { routes } from '../routes.tsx';
import { groupOf, INDEX, indexed, LIST_PATH, schemaOf } from '../testing/fixtures.ts';

const FACETS: TableFacets = {
  all: 3,
  states: [{ state: 'tables', tables: 3 }],
  connections: [],
  tags: [],
  owners: [],
};
const answer = (groups: TableIndexAttributes['groups'], facets: Partial<TableFacets> = {}) =>
  documentOf('table_indexes', 'org_finch', { groups, facets: { ...FACETS, ...facets } });
const orders = indexed();
const shop = groupOf([orders, indexed({ tableName: 'items', stale: true, columns: 0 })]);
const web = groupOf([indexed({ tableName: 'visits', version: null, rows: null })], {
  sourceConnectionId: 'src_web',
  sourceConnectionName: 'Web',
});
const open = (handlers: Handlers, at = LIST_PATH) => renderRoute(routes, at, { mount: MOUNT, api: handlers });

test('lists tables under their connections, with their age', async () => {
  await open({ [INDEX]: answer([shop, web]) });
  const section = await screen.findByRole('rowgroup', { name: 'shop-db' });
  expect(within(section).getByRole('link', { name: 'orders' })).toHaveAttribute(
    'href',
    `${LIST_PATH}/src_shop/orders`,
  );
  expect(within(section).getByRole('row', { name: /^orders .*250 4.1 MB/ })).toBeInTheDocument();
  expect(within(section).getAllByTitle(/^The last sync of this table failed/)).toHaveLength(1);
  const other = screen.getByRole('rowgroup', { name: 'Web' });
  expect(within(other).getByText('Not synced yet')).toBeInTheDocument();
  expect(screen.getByText('3 tables in 2 connections')).toBeInTheDocument();
});

test('schemas are parts of a connection that can be closed, and reports that use a table lead to them', async () => {
  const sales = [indexed({ tableName: 'sales.orders', reports: 3 }), indexed({ tableName: 'sales.items' })];
  const schemas = [schemaOf([orders], { name: 'public' }), schemaOf(sales, { name: 'sales' })];
  const { user } = await open({ [INDEX]: answer([{ ...shop, total: 3, schemas }, web]) });
  const part = within(await screen.findByRole('rowgroup', { name: 'shop-db' }));
  const names = () => part.getAllByRole('rowheader').map((head) => head.textContent);
  expect(names()).toEqual(['shop-db', 'public', 'orders', 'sales', 'orders', 'items']);
  expect(part.getByRole('link', { name: 'items' })).toHaveAttribute(
    'href',
    `${LIST_PATH}/src_shop/sales.items`,
  );
  expect(part.getByRole('link', { name: 'Used in 3 reports' })).toHaveAttribute(
    'href',
    `${LIST_PATH}/src_shop/sales.orders?tab=lineage`,
  );
  await user.click(part.getByRole('button', { name: 'Hide the tables of sales' }));
  expect(names()).toEqual(['shop-db', 'public', 'orders', 'sales']);
  expect(part.getByRole('button', { name: 'Show the tables of sales' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
});

test('a schema that only says what everybody knows is no part', async () => {
  const schemas = [schemaOf([orders], { name: 'public' })];
  await open({ [INDEX]: answer([{ ...shop, schemas }]) });
  await screen.findByRole('rowgroup', { name: 'shop-db' });
  expect(screen.queryByText('public')).not.toBeInTheDocument();
});

test('a search is in the URL, says where it has found a table, and can be cleared', async () => {
  const { user, location } = await open({
    [INDEX]: ({ query }) => {
      const text = query.get('filter[text]');
      if (text === null) return answer([shop, web]);
      if (text !== 'email') return answer([]);
      const matches = [
        { in: 'column' as const, column: 'email', text: 'email' },
        { in: 'column_description' as const, column: 'contact', text: 'An email address.' },
        { in: 'column_comment' as const, column: 'mail', text: 'Their email.' },
        { in: 'comment' as const, column: null, text: 'Email by customer.' },
      ];
      return answer([groupOf([indexed({ matches })])]);
    },
  });
  await user.type(await screen.findByRole('searchbox'), 'email');
  // Below the name on phones, in a separate column otherwise.
  expect(await screen.findAllByText('Column email')).toHaveLength(2);
  expect(screen.getAllByText('contact: An email address.')[0]).toBeInTheDocument();
  expect(screen.getAllByText('mail, at the source: Their email.')[0]).toBeInTheDocument();
  expect(screen.getAllByText('At the source: Email by customer.')[0]).toBeInTheDocument();
  expect(screen.getByText('1 table in 1 connection')).toBeInTheDocument();
  expect(location()).toBe(`${LIST_PATH}?q=email`);
  await user.type(screen.getByRole('searchbox'), 'zzz');
  await user.click(await screen.findByRole('button', { name: 'Show all tables' }));
  expect(await screen.findByText('3 tables in 2 connections')).toBeInTheDocument();
});

test('shows what is said about tables, and filters by tag and owner', async () => {
  const mara = { id: 'usr_mara', name: 'Mara Finch' };
  const said = indexed({ description: 'One row per order.', tags: ['money'], owner: mara });
  const facets = { tags: [{ name: 'money', tables: 1 }], owners: [{ ...mara, tables: 1 }] };
  const { user, location, api } = await open({ [INDEX]: answer([groupOf([said])], facets) });
  expect(await screen.findAllByText('One row per order.')).toHaveLength(2);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Tag' }), 'money (1)');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Owner' }), 'Mara Finch (1)');
  expect(location()).toBe(`${LIST_PATH}?tag=money&owner=usr_mara`);
  const { query } = api.callsTo(INDEX).at(-1)!;
  expect([query.get('filter[tag]'), query.get('filter[owner]')]).toEqual(['money', 'usr_mara']);
});

test('says of a description if it is the source’s', async () => {
  const said = indexed({ description: 'An order a row.', describedBy: 'source' });
  await open({ [INDEX]: answer([groupOf([said])]) });
  const [shown] = await screen.findAllByTitle('An order a row.');
  expect(shown).toHaveTextContent('Source: An order a row.');
});

test('filters by state and connection in the URL, with the number of each, and what finds nothing is cleared at once', async () => {
  const connections = [
    { id: 'src_shop', name: 'shop-db', tables: 2 },
    { id: 'src_web', name: 'Web', tables: 1 },
  ];
  const states: TableFacets['states'] = [
    { state: 'tables', tables: 3 },
    { state: 'views', tables: 1 },
    { state: 'delayed', tables: 0 },
    { state: 'unsynced', tables: 2 },
  ];
  const facets = { connections, all: 4, states };
  const { user, location, api } = await open({
    [INDEX]: ({ query }) => answer(query.get('filter[connection]') === 'src_web' ? [] : [shop, web], facets),
  });
  const chips = within(await screen.findByRole('group', { name: 'Which tables are listed' }));
  expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'All4',
    'Tables3',
    'Views1',
    'Delayed0',
    'No longer synced2',
  ]);
  expect(chips.getByRole('button', { name: /All/, pressed: true })).toBeVisible();
  await user.click(chips.getByRole('button', { name: /Delayed/ }));
  expect(location()).toBe(`${LIST_PATH}?state=delayed`);
  expect(api.callsTo(INDEX).at(-1)!.query.get('filter[state]')).toBe('delayed');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Connection' }), 'Web (1)');
  expect(location()).toBe(`${LIST_PATH}?state=delayed&connection=src_web`);
  await user.click(await screen.findByRole('button', { name: 'Show all tables' }));
  expect(location()).toBe(LIST_PATH);
  expect(await screen.findByRole('button', { name: /^All/, pressed: true })).toBeVisible();
});

test('fetches more tables of a connection on request', async () => {
  const pageOf = (names: string[], next: string | null) =>
    answer([
      groupOf([], {
        total: 3,
        schemas: [
          schemaOf(
            names.map((tableName) => indexed({ tableName })),
            { total: 3, next },
          ),
        ],
      }),
    ]);
  const { user } = await open({
    [INDEX]: ({ query }) => {
      if (query.get('filter[source]') === null) return pageOf(['a'], 'c1');
      return query.get('page[after]') === 'c2' ? pageOf(['c'], null) : pageOf(['a', 'b'], 'c2');
    },
  });
  expect(await screen.findByText('1 of 3 tables')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('2 of 3 tables')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('link', { name: 'c' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Hide the tables of shop-db' }));
  expect(screen.queryByRole('link', { name: 'c' })).not.toBeInTheDocument();
});

test('an empty workspace leads to the sources', async () => {
  await open({ [INDEX]: answer([]) });
  const link = await screen.findByRole('link', { name: 'Go to source connections' });
  expect(link).toHaveAttribute('href', '/w/org_finch/source-connections');
});

test('a list that cannot be loaded can be fetched again', async () => {
  const { user, api } = await open({ [INDEX]: errorsOf(503, [{ detail: 'Broken.' }]) });
  expect(await screen.findByText("Couldn't load the tables")).toBeInTheDocument();
  api.on({ [INDEX]: answer([shop]) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'orders' })).toBeInTheDocument();
});

test('tables of a deleted connection say so, and can be deleted all at once', async () => {
  const can = { delete: true, restore: false, describe: true };
  const kept = (tableName: string) => indexed({ tableName, selection: 'connection_deleted', can });
  const connectionDeleted = { at: '2026-11-21T08:00:00Z', by: 'Mara Finch' };
  const DELETE = SOURCE.replace('GET', 'DELETE');
  const { user, api } = await open({
    [INDEX]: answer([groupOf([kept('orders'), kept('items')], { connectionDeleted })]),
  });
  const section = within(await screen.findByRole('rowgroup', { name: 'shop-db' }));
  expect(section.getByText(/^Connection deleted on .* by Mara Finch$/)).toBeVisible();
  expect(section.queryByRole('link', { name: 'shop-db' })).not.toBeInTheDocument();
  expect(section.getByRole('button', { name: 'Delete items' })).toBeInTheDocument();
  expect(section.queryByText('Not synced')).not.toBeInTheDocument();
  const stored = { tables: 2, bytes: 8_600_000, heldTables: 0, unmaskedTables: 0 };
  api.on({
    [`${SOURCE}/stored-data`]: documentOf('stored_data', 'src_shop', stored),
    [DELETE]: noContent,
    [INDEX]: answer([]),
  });
  await user.click(section.getByRole('button', { name: 'Delete all tables of shop-db' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Delete all tables of shop-db?' }));
  expect(
    await dialog.findByText(/^2 tables with all their versions are deleted, 8.2 MB in total/),
  ).toBeVisible();
  expect(api.callsTo(DELETE)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Delete all tables' }));
  expect(await screen.findByText('All tables of shop-db were deleted')).toBeVisible();
  expect(await screen.findByText('Tables appear here after a source is synced')).toBeVisible();
});

test('the table of the workspace’s own runs leads to no connection, and can’t be deleted', async () => {
  const runs = indexed({ tableName: 'sync_runs', selection: 'built_in' });
  const group = groupOf([runs], { connector: 'headwater', sourceConnectionName: 'Headwater' });
  await open({ [INDEX]: answer([group]) });
  const own = within(await screen.findByRole('rowgroup', { name: 'Headwater' }));
  expect(own.getByRole('link', { name: 'sync_runs' })).toBeVisible();
  expect(own.queryByRole('link', { name: 'Headwater' })).toBeNull();
  expect(own.queryByRole('button', { name: /Delete/ })).toBeNull();
});

test('views are a group of their own, which leads to no connection', async () => {
  const view = indexed({ tableName: 'Paid', selection: 'view' });
  const group = groupOf([view], { connector: 'views', sourceConnectionName: 'Views' });
  await open({ [INDEX]: answer([group]) });
  const views = within(await screen.findByRole('rowgroup', { name: 'Views' }));
  expect(views.getByRole('link', { name: 'Paid' })).toBeVisible();
  expect(views.queryByRole('link', { name: 'Views' })).toBeNull();
  expect(views.getByText('1 view')).toBeVisible();
});
